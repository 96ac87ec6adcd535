import { readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { keys } from "../../../lambdas/storage/keys.ts";
import { inferenceResultsPrefix, objectKeys } from "../../../lambdas/storage/object-keys.ts";
import { temporaryFolders } from "../simulation/globals.ts";
import type { History } from "../world/history.ts";
import type { Records } from "./records.ts";

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
/** A key of the key page with any values in place of its arguments; a hash of them is any hash. */
const patternOf = (text: string): string =>
  escaped(text)
    .replaceAll(/[0-9a-f]{64}/g, "[0-9a-f]{64}")
    .replaceAll(/<\d>/g, "[^#/]+");

const placeholders = ["<0>", "<1>", "<2>", "<3>"] as const;
type Key = { pk: string; sk: string };
const pageOfKeys: Key[] = [
  ...Object.values(keys).map((make) => (make as (...given: unknown[]) => Key)(...placeholders)),
  // Requests without a valid key are counted by their address.
  keys.rateWindow("IP#<0>", "<1>"),
];
const itemPatterns = pageOfKeys.map(({ pk, sk }) => {
  return new RegExp(`^${patternOf(pk)} ${patternOf(sk)}$`);
});
const attempt = { organization_id: "<0>", job_id: "<1>", attempt: "<2>" };
const objectPatterns = [
  objectKeys.upload("<0>", "<1>"),
  objectKeys.source("<0>", "<1>"),
  objectKeys.mask("<0>", "<1>", "<2>"),
  objectKeys.inferenceRequest(attempt),
  objectKeys.candidate(attempt, "<3>"),
  objectKeys.candidateMask(attempt, "<3>"),
  objectKeys.proposal(attempt),
  objectKeys.output("<0>", "<1>", "<2>"),
  objectKeys.outputMask("<0>", "<1>", "<2>"),
  objectKeys.proposedMask("<0>", "<1>"),
  objectKeys.preview("<0>", "<1>", "original"),
  objectKeys.preview("<0>", "<1>", "altered"),
  `${inferenceResultsPrefix}/<0>.out`,
].map((key) => new RegExp(`^${patternOf(key)}$`));

/** Nothing is stored outside the key page, and no temporary folder is left but of a function that was killed. */
export function* checkStorage({ objects, endedAt }: History, { items }: Records): Generator<string> {
  for (const { pk, sk } of items)
    if (!itemPatterns.some((pattern) => pattern.test(`${pk} ${sk}`)))
      yield `The item ${pk} ${sk} is not on the key page`;
  for (const key of objects.keys())
    if (!objectPatterns.some((pattern) => pattern.test(key)))
      yield `The object ${key} is not on the key page`;
  const made = temporaryFolders();
  for (const name of readdirSync(tmpdir())) {
    const folder = made.get(join(tmpdir(), name));
    if (!folder) yield `The temporary ${name} is left`;
    else if (!folder.isAbandoned()) yield `The temporary folder of ${folder.maker} is left`;
    else if ([...made.values()].some(({ at }) => at > folder.at + 6 * 60_000 && at < endedAt))
      yield `The temporary folder of a killed ${folder.maker} outlives later ones`;
    rmSync(join(tmpdir(), name), { recursive: true });
  }
  made.clear();
}
