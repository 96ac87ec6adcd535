/** What is mutated together, and the tests that must notice: those of test/README.md for that code. */
export type Part = { mutate: string[]; tests: string[] };

const handlers = (...files: string[]) => files.map((file) => `test/handlers/${file}.test.ts`);

export const parts: Record<string, Part> = {
  domain: {
    // What is left out describes statements for the published document; no function loads it.
    mutate: ["lambdas/domain/**/*.ts", "!lambdas/domain/billing/statement-schema.ts"],
    tests: ["test/unit/domain/**/*.test.ts"],
  },
  chain: {
    mutate: ["lambdas/api/chain/**/*.ts"],
    tests: handlers(
      ...[
        "authentication",
        "limits",
        "read",
        "text",
        "multipart-body",
        "multipart-fields",
        "create-fields",
      ].map((name) => `api/${name}`),
      ...["create-generation", "regenerate-generation", "list-generations", "uploads"].map(
        (name) => `api/${name}`,
      ),
      "billing/filters",
    ),
  },
  "storage-billing": {
    mutate: ["lambdas/storage/billing/**/*.ts"],
    tests: handlers(
      ...["closed-periods", "entitlement", "filters", "paging", "spend-cap", "statements", "thresholds"].map(
        (name) => `billing/${name}`,
      ),
      "billing/contention",
      "admin/ledger",
    ),
  },
  "storage-jobs": {
    mutate: ["lambdas/storage/generation/**/*.ts", "lambdas/storage/source-asset/**/*.ts"],
    tests: handlers(
      ...["create-generation", "regenerate-generation", "cancel-generation", "list-generations"].map(
        (name) => `api/${name}`,
      ),
      ...["uploads", "disclosure", "sandbox", "idempotency", "limits", "contended-creates"].map(
        (name) => `api/${name}`,
      ),
      ...["pipeline/tasks", "pipeline/sweep", "billing/entitlement", "billing/spend-cap"],
      ...["admin/job-index", "admin/disclosures", "admin/organizations"],
    ),
  },
  "storage-accounts": {
    mutate: ["lambdas/storage/organization/**/*.ts", "lambdas/storage/webhook/**/*.ts"],
    tests: handlers(
      ...["organizations", "erase", "webhooks", "audit"].map((name) => `admin/${name}`),
      ...["api/authentication", "api/limits"],
      ...["pipeline/deliver-webhook", "pipeline/webhook-receivers", "pipeline/tasks"],
    ),
  },
  "storage-base": {
    mutate: ["lambdas/storage/*.ts"],
    tests: handlers(
      ...["storage/faults", "admin/restore", "admin/erase", "api/uploads", "api/idempotency", "api/read"],
      ...["api/cancel-generation", "api/create-generation", "pipeline/tasks", "pipeline/sweep"],
      ...["billing/contention", "api/contended-creates"],
    ),
  },
};

/** The parts that a name means: one of them, or all that begin with it. */
export const partsNamed = (name: string): string[] =>
  Object.keys(parts).filter((part) => part === name || part.startsWith(`${name}-`));
