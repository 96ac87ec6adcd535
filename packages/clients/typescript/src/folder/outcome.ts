import type { Work } from "./work.ts";

/** How a file of the folder ended. `words` say why it has no output, in words for those who took the picture. */
export type Outcome = {
  file: string;
  capture: Work["capture"];
  room: Work["room"];
  found: string;
  state: "staged" | "declined" | "failed" | "left out";
  words: string;
  output: string | null;
  job_id: string | null;
  /** In US dollars, of the ledger; null if it is not known. */
  cost_usd: number | null;
};
