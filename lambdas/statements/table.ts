import type { Statement } from "../domain/billing/statement-schema.ts";

/** A statement as it is written for its readers: one that was taken back says so. */
export type RenderedStatement = Omit<Statement, "state"> & { state: Statement["state"] | "void" };

/** A column of a table; numbers stand at its right side. `share` is its part of the width if widths are fixed. */
type Column = { name: string; share: number; isNumber?: boolean };

/** A table of texts; the last row of one with `hasTotal` is the sum of the others. */
export type Table = {
  caption: string;
  columns: Column[];
  rows: string[][];
  hasTotal?: boolean;
  /** Whether its texts are long, and are set smaller. */
  isDense?: boolean;
  note: string | null;
};
