/** What is mutated together, and the tests that must notice: those of test/README.md for that code, the quickest first. */
export type Part = { mutate: string[]; tests: string[] };

const handlers = (folder: string, ...names: string[]) =>
  names.map((name) => `test/handlers/${folder}/${name}.test.ts`);

export const parts: Record<string, Part> = {
  domain: {
    // What is left out describes statements for the published document; no function loads it.
    mutate: ["lambdas/domain/**/*.ts", "!lambdas/domain/billing/statement-schema.ts"],
    tests: ["test/unit/domain/**/*.test.ts"],
  },
  chain: {
    mutate: ["lambdas/api/chain/**/*.ts"],
    tests: [
      ...handlers("api", "budgets", "text", "create-generation", "multipart-limits", "multipart-fields"),
      ...handlers(
        "api",
        "read",
        "multipart-body",
        "create-fields",
        "regenerate-generation",
        "authentication",
      ),
      ...handlers("api", "uploads", "documented-errors"),
      ...handlers("billing", "filters"),
      ...handlers("api", "limits", "list-generations"),
    ],
  },
  "storage-billing": {
    mutate: ["lambdas/storage/billing/**/*.ts"],
    tests: [
      ...handlers("billing", "round-trips"),
      ...handlers("storage", "plans", "usage", "ledger-pages", "statements", "jobs"),
      ...handlers("api", "budgets", "read"),
      ...handlers("admin", "restore", "disclosures"),
      ...handlers("billing", "closed-periods", "filters", "thresholds", "spend-cap", "worked-examples"),
      ...handlers("admin", "ledger"),
      ...handlers("billing", "contention", "entitlement", "paging", "statements"),
    ],
  },
  "storage-jobs": {
    mutate: ["lambdas/storage/generation/**/*.ts", "lambdas/storage/source-asset/**/*.ts"],
    tests: [
      ...handlers("storage", "jobs", "lists", "ingests"),
      ...handlers("api", "budgets", "create-generation", "sandbox"),
      ...handlers("admin", "job-index", "disclosures", "organizations"),
      ...handlers("pipeline", "clocks", "tasks"),
      ...handlers("api", "idempotency", "regenerate-generation", "uploads", "disclosure"),
      ...handlers("api", "cancel-generation"),
      ...handlers("pipeline", "sweep"),
      ...handlers("billing", "thresholds", "contention", "spend-cap", "entitlement"),
      ...handlers("api", "limits", "list-generations", "contended-creates"),
    ],
  },
  "storage-accounts": {
    mutate: ["lambdas/storage/organization/**/*.ts", "lambdas/storage/webhook/**/*.ts"],
    tests: [
      ...handlers("api", "budgets"),
      ...handlers("admin", "audit", "organizations"),
      ...handlers("storage", "accounts"),
      ...handlers("pipeline", "deliver-webhook", "webhook-retries", "webhook-receivers", "tasks"),
      ...handlers("api", "authentication"),
      ...handlers("admin", "erase", "webhooks"),
      ...handlers("pipeline", "sweep"),
      ...handlers("billing", "closed-periods", "thresholds"),
      ...handlers("api", "limits"),
    ],
  },
  "storage-base": {
    mutate: ["lambdas/storage/*.ts"],
    tests: [
      ...handlers("storage", "contention", "executions", "objects", "table", "table-settings"),
      ...handlers("storage", "statements", "jobs", "accounts"),
      ...handlers("api", "budgets", "create-generation", "read"),
      ...handlers("admin", "restore"),
      ...handlers("pipeline", "clocks", "tasks"),
      ...handlers("api", "idempotency", "uploads", "disclosure", "cancel-generation"),
      ...handlers("admin", "erase", "webhooks"),
      ...handlers("pipeline", "sweep"),
      ...handlers("storage", "faults"),
      ...handlers("billing", "contention", "paging"),
      ...handlers("api", "contended-creates"),
    ],
  },
};

/** The parts that a name means: one of them, or all that begin with it. */
export const partsNamed = (name: string): string[] =>
  Object.keys(parts).filter((part) => part === name || part.startsWith(`${name}-`));
