import { vi } from "vitest";
import type { StoredOutput } from "../../../lambdas/domain/generation/generation.ts";
import type { Api } from "../api.ts";
import type { BilledPartner } from "./billed-partner.ts";
import { type Books, pass } from "./bookkeeper.ts";

/** What happened so far, on the service and in the books. */
export type History = {
  api: Api;
  partner: BilledPartner;
  books: Books;
  /** The outputs that a job found approved when it began, or null. */
  found: Map<string, StoredOutput[] | null>;
};

/** Passes time, in the books too. */
export const wait = (books: Books, milliseconds: number) => {
  pass(books, milliseconds);
  vi.setSystemTime(books.now);
};
