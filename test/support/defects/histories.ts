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
    file: "lambdas/approval/judge.ts",
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
  {
    name: "what another job was given is charged as a new picture",
    file: "lambdas/pipeline/start-inference.ts",
    text: "  cached: true,",
    becomes: "  cached: false,",
    caughtBy,
  },
  {
    name: "an adjustment does not reach the ledger",
    file: "lambdas/storage/billing/adjustments.ts",
    text: "      appendToLedger(organization_id, v.parse(LedgerEvent, adjustment)),",
    becomes: "",
    caughtBy,
  },
  {
    name: "a revoked page stays public",
    file: "lambdas/storage/generation/disclosures.ts",
    text: '"SET revoked_at = :at"',
    becomes: '"SET noted_at = :at"',
    caughtBy,
  },
  {
    name: "the list of keys shows a revoked one as valid",
    file: "lambdas/api/routes/keys/list.ts",
    text: "keyView(key, uses[index] ?? null)",
    becomes: "keyView({ ...key, revoked_at: null }, uses[index] ?? null)",
    caughtBy,
  },
  {
    name: "the last of a page that fills it ends the list of deliveries",
    file: "lambdas/storage/webhook/delivery-pages.ts",
    text: "const isFull = fitting.length > limit;",
    becomes: "const isFull = fitting.length > limit + 1;",
    caughtBy,
  },
  {
    name: "a completion of which no delivery began is not listed as undelivered",
    file: "bin/admin/webhook/log.ts",
    text: "[...reached, ...ended]",
    becomes: "[...reached]",
    caughtBy,
  },
  {
    name: "an erasure leaves what the model was given and gave",
    file: "lambdas/storage/organization/erasure.ts",
    text: "for (const prefix of organizationPrefixes)",
    becomes: 'for (const prefix of organizationPrefixes.filter((one) => one !== "inference"))',
    caughtBy,
  },
  {
    name: "a restore counts the jobs in flight that it copies on top of those that were counted",
    file: "lambdas/storage/generation/in-flight.ts",
    text: "if (miscounts.length === 0) return true;",
    becomes: "if (miscounts.length >= 0) return true;",
    caughtBy,
  },
  {
    name: "a restore leaves the ledger as it is",
    file: "lambdas/storage/restoring.ts",
    text: 'here: like === undefined ? "missing"',
    becomes: 'here: like === undefined && !item.pk.endsWith("#LEDGER") ? "missing"',
    caughtBy,
  },
];
