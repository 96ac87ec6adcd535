/**
 * What is mutated together, and the tests that must notice, the quickest first. `isLoaded`: what it does, it does as tests are
 * loaded, so each change needs all of them in another environment.
 */
export type Part = { mutate: string[]; tests: string[]; isLoaded?: true };

const inPipeline = (...names: string[]): string[] =>
  names.map((name) => `test/lambdas/pipeline/${name}.test.ts`);
const tasks = inPipeline("finish-generation", "start-inference", "start-inference.cache", "ingest-source");
const deliveries = inPipeline("deliver-webhook", "deliver-webhook.retries", "deliver-webhook.receivers");

export const parts: Record<string, Part> = {
  domain: {
    // What is left out describes statements for the published document; no function loads it.
    mutate: [
      "lambdas/{domain/**/*,approval/*,statements/*}.ts",
      "!lambdas/{domain/billing/statement-schema,approval/{candidate,compose,settings},statements/pdf}.ts",
    ],
    tests: ["test/lambdas/{domain/**/*,approval/*,statements/*}.test.ts"],
  },
  chain: {
    mutate: ["lambdas/api/chain/**/*.ts"],
    tests: [
      "test/lambdas/api/routes.budgets.test.ts",
      "test/lambdas/api/chain/text.test.ts",
      "test/lambdas/api/routes/generations/create.test.ts",
      "test/lambdas/api/chain/multipart.limits.test.ts",
      "test/lambdas/api/chain/multipart.fields.test.ts",
      "test/lambdas/api/routes.reads.test.ts",
      "test/lambdas/api/chain/multipart.file.test.ts",
      "test/lambdas/api/routes/generations/create.fields.test.ts",
      "test/lambdas/api/routes/generations/regenerate.test.ts",
      "test/lambdas/api/chain/authenticate.test.ts",
      "test/lambdas/api/routes/uploads/create.test.ts",
      "test/lambdas/api/routes.errors.test.ts",
      "test/lambdas/api/routes/billing-events/list.filters.test.ts",
      "test/lambdas/api/chain/rate-limit.test.ts",
      "test/lambdas/api/routes/generations/list.test.ts",
    ],
  },
  "storage-billing": {
    mutate: ["lambdas/storage/billing/**/*.ts"],
    tests: [
      "test/lambdas/api/routes/billing-events/list.budgets.test.ts",
      "test/lambdas/storage/billing/plans.test.ts",
      "test/lambdas/storage/billing/usage.test.ts",
      "test/lambdas/storage/billing/ledger-pages.test.ts",
      "test/lambdas/storage/billing/statements.test.ts",
      "test/lambdas/storage/generation/finish.test.ts",
      "test/lambdas/api/routes.budgets.test.ts",
      "test/lambdas/api/routes.reads.test.ts",
      "test/bin/admin/restore/restore.test.ts",
      "test/bin/admin/generation/disclosures.test.ts",
      "test/lambdas/api/routes/usage/get-summary.test.ts",
      "test/lambdas/api/routes/billing-events/list.filters.test.ts",
      "test/lambdas/pipeline/webhook/announce-thresholds.test.ts",
      "test/lambdas/api/routes/generations/create.spend-cap.test.ts",
      "test/docs/billing.test.ts",
      "test/bin/admin/billing/ledger.test.ts",
      "test/lambdas/storage/billing/usage.contention.test.ts",
      "test/lambdas/api/routes/generations/create.entitlement.test.ts",
      "test/lambdas/api/routes/billing-events/list.paging.test.ts",
      "test/lambdas/api/routes/statements/get.test.ts",
    ],
  },
  "storage-jobs": {
    mutate: ["lambdas/storage/generation/**/*.ts", "lambdas/storage/source-asset/**/*.ts"],
    tests: [
      "test/lambdas/storage/generation/finish.test.ts",
      "test/lambdas/storage/generation/lists.test.ts",
      "test/lambdas/storage/source-asset/ingests.test.ts",
      "test/lambdas/api/routes.budgets.test.ts",
      "test/lambdas/api/routes/generations/create.test.ts",
      "test/lambdas/api/routes/generations/create.sandbox.test.ts",
      "test/bin/admin/generation/jobs.test.ts",
      "test/bin/admin/generation/disclosures.test.ts",
      "test/bin/admin/organization/organizations.test.ts",
      "test/lambdas/storage/generation/generations.clocks.test.ts",
      ...tasks,
      "test/lambdas/api/creation/idempotency.test.ts",
      "test/lambdas/api/routes/generations/regenerate.test.ts",
      "test/lambdas/api/routes/uploads/create.test.ts",
      "test/lambdas/api/disclosure-page/show.test.ts",
      "test/lambdas/api/routes/generations/cancel.test.ts",
      "test/lambdas/pipeline/sweep.test.ts",
      "test/lambdas/pipeline/webhook/announce-thresholds.test.ts",
      "test/lambdas/storage/billing/usage.contention.test.ts",
      "test/lambdas/api/routes/generations/create.spend-cap.test.ts",
      "test/lambdas/api/routes/generations/create.entitlement.test.ts",
      "test/lambdas/api/chain/rate-limit.test.ts",
      "test/lambdas/api/routes/generations/list.test.ts",
      "test/lambdas/api/routes/generations/create.contention.test.ts",
    ],
  },
  "storage-accounts": {
    mutate: ["lambdas/storage/organization/**/*.ts", "lambdas/storage/webhook/**/*.ts"],
    tests: [
      "test/lambdas/api/routes.budgets.test.ts",
      "test/bin/admin/audit/audit.test.ts",
      "test/bin/admin/organization/organizations.test.ts",
      "test/lambdas/storage/organization/organizations.test.ts",
      ...deliveries,
      ...tasks,
      "test/lambdas/api/chain/authenticate.test.ts",
      "test/bin/admin/organization/organizations.erase.test.ts",
      "test/bin/admin/webhook/webhooks.test.ts",
      "test/lambdas/pipeline/sweep.test.ts",
      "test/lambdas/api/routes/usage/get-summary.test.ts",
      "test/lambdas/pipeline/webhook/announce-thresholds.test.ts",
      "test/lambdas/api/chain/rate-limit.test.ts",
    ],
  },
  "storage-base": {
    mutate: ["lambdas/storage/*.ts", "lambdas/orchestration/*.ts"],
    tests: [
      "test/lambdas/storage/contention.test.ts",
      "test/lambdas/orchestration/executions.test.ts",
      "test/lambdas/storage/objects.test.ts",
      "test/lambdas/storage/table.test.ts",
      "test/lambdas/storage/table-settings.test.ts",
      "test/lambdas/storage/billing/statements.test.ts",
      "test/lambdas/storage/generation/finish.test.ts",
      "test/lambdas/storage/organization/organizations.test.ts",
      "test/lambdas/api/routes.budgets.test.ts",
      "test/lambdas/api/routes/generations/create.test.ts",
      "test/lambdas/api/routes.reads.test.ts",
      "test/bin/admin/restore/restore.test.ts",
      "test/lambdas/storage/generation/generations.clocks.test.ts",
      ...tasks,
      "test/lambdas/api/creation/idempotency.test.ts",
      "test/lambdas/api/routes/uploads/create.test.ts",
      "test/lambdas/api/disclosure-page/show.test.ts",
      "test/lambdas/api/routes/generations/cancel.test.ts",
      "test/bin/admin/organization/organizations.erase.test.ts",
      "test/bin/admin/webhook/webhooks.test.ts",
      "test/lambdas/pipeline/sweep.test.ts",
      "test/lambdas/storage.faults.test.ts",
      "test/lambdas/storage/billing/usage.contention.test.ts",
      "test/lambdas/api/routes/billing-events/list.paging.test.ts",
      "test/lambdas/api/routes/generations/create.contention.test.ts",
    ],
  },
  "pipeline-webhook": {
    mutate: ["lambdas/pipeline/webhook/**/*.ts", "lambdas/pipeline/deliver-webhook.ts"],
    tests: [...deliveries, "test/lambdas/pipeline/webhook/announce-thresholds.test.ts"],
  },
  "pipeline-jobs": {
    mutate: [
      "lambdas/pipeline/{complete-inference,finish-generation,job,start-inference,sweep}.ts",
      "lambdas/pipeline/billing/*.ts",
    ],
    tests: [
      "test/lambdas/pipeline/complete-inference.test.ts",
      "test/lambdas/pipeline/sweep.test.ts",
      "test/lambdas/pipeline/billing/close-periods.test.ts",
      ...tasks,
      "test/lambdas/api/routes/generations/cancel.test.ts",
      "test/lambdas/api/routes/generations/create.sandbox.test.ts",
    ],
  },
  "pipeline-pictures": {
    mutate: [
      "lambdas/pipeline/{approve-candidates,ingest-source}.ts",
      "lambdas/{approval/candidate,pipeline/{approval,disclosure,source}/*}.ts",
    ],
    tests: [
      "test/lambdas/pipeline/source/fetch-original.test.ts",
      ...tasks,
      "test/lambdas/approval/candidate.test.ts",
      "test/lambdas/pipeline/approve-candidates.drift.test.ts",
      "test/lambdas/pipeline/approve-candidates.test.ts",
      "test/lambdas/pipeline/approve-candidates.credentials.test.ts",
    ],
  },
  monitoring: {
    mutate: ["lib/monitoring/*.ts"],
    tests: [
      "test/lib/monitoring/metrics.test.ts",
      "test/lib/monitoring/alarms.test.ts",
      "test/lib/monitoring/monitoring.test.ts",
    ],
    isLoaded: true,
  },
  stack: {
    mutate: [
      "lib/{dead-letters,function,pipeline,state-machine,sweeper,table,webhooks}.ts",
      "lib/inference/{backends,inference,model-scaling}.ts",
    ],
    tests: [
      "test/lib/{function,pipeline,sweeper,webhooks}.test.ts",
      "test/lib/staging-stack.*.test.ts",
      "test/lib/inference/*.test.ts",
      "test/lib/monitoring/alarms.test.ts",
      "test/lib/removal.test.ts",
      "test/lib/cdk-nag.test.ts",
    ],
    isLoaded: true,
  },
};

/** The parts that a name means: one of them, or all that begin with it. */
export const partsNamed = (name: string): string[] =>
  Object.keys(parts).filter((part) => part === name || part.startsWith(`${name}-`));
