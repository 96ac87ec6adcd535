import type { Defect } from "./defect.ts";

/** What only whole histories see: many functions, two containers of each, faults between them. */
const caughtBy = { file: "faults/histories", title: "histories with faults at every call of AWS" };
export const histories: Defect[] = [
  {
    name: "an output is stored without its signature",
    file: "lambdas/pipeline/approval/store-output.ts",
    text: "const output = await sign(encoded, { ...approved, making }, stored, log);",
    becomes: "const output = (await sign(encoded, { ...approved, making }, stored, log)) && encoded;",
    caughtBy,
  },
  {
    name: "the last of a page that fills it ends the list of jobs",
    file: "lambdas/storage/generation/lists.ts",
    text: "last: index + 1 < entries.listed.length ? last : null",
    becomes: "last: index + 2 < entries.listed.length ? last : null",
    caughtBy,
  },
  {
    name: "a candidate is approved whatever its score",
    file: "lambdas/domain/generation/approval.ts",
    text: 'return score >= policy.minScore ? undefined : "score_below_bar";',
    becomes: 'return score >= 0 ? undefined : "score_below_bar";',
    caughtBy,
  },
  {
    name: "a container remembers a key for a day",
    file: "lambdas/api/chain/authenticate.ts",
    text: "const cacheMs = 30_000;",
    becomes: "const cacheMs = 86_400_000;",
    caughtBy,
  },
  {
    name: "each container counts requests for itself",
    file: "lambdas/storage/organization/rate.ts",
    text: "Key: keys.rateWindow(subject, window.start),",
    becomes: "Key: keys.rateWindow(subject, `${window.start}${import.meta.url.length}`),",
    caughtBy,
  },
];
