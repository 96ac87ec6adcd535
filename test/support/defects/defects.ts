import { access } from "./access.ts";
import type { Defect } from "./defect.ts";
import { histories } from "./histories.ts";
import { money } from "./money.ts";
import { network } from "./network.ts";
import { operations } from "./operations.ts";
import { pipeline } from "./pipeline.ts";
import { transactions } from "./transactions.ts";

export const defects: Defect[] = [
  ...transactions,
  ...money,
  ...access,
  ...network,
  ...pipeline,
  ...operations,
  ...histories,
];

/** The text of a file with the defect in it, or null if its text is not there exactly once. */
export function withDefect(source: string, { text, becomes }: Defect): string | null {
  const [before, after, ...more] = source.split(text);
  return before === undefined || after === undefined || more.length > 0 ? null : before + becomes + after;
}
