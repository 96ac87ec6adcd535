import { spawnSync } from "node:child_process";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");

/** What needs minutes or programs that a machine may lack, and lists that are printed and not kept, by the name under which `npm run test:long` runs it. */
const programs: Record<string, { tests: string; program: string }> = {
  faults: { tests: "whole histories with faults at every call of AWS", program: "test/faults/main.ts" },
  load: { tests: "500 jobs on a service that is killed three times", program: "test/service/load/main.ts" },
  stops: { tests: "500 stops of the local service under load", program: "packages/laptop/test/stops.ts" },
  mutants: {
    tests: "that each seeded defect and each changed expression is noticed",
    program: "test/support/mutants/main.ts",
  },
  runtimes: { tests: "the TypeScript client elsewhere", program: "test/service/runtimes/main.ts" },
  generators: { tests: "clients that others generate", program: "test/service/generators/main.ts" },
  "python-ready": {
    tests: "whether Python and PyPI are there for the next five",
    program: "test/service/emulated-aws/python/ready.ts",
  },
  credentials: {
    tests: "a thousand signed outputs of all workflows, by a validator that shares no code with the signer",
    program: "test/service/credentials/main.ts",
  },
  templates: {
    tests: "the templates, by cfn-lint",
    program: "test/service/emulated-aws/python/lint-templates.ts",
  },
  schemathesis: {
    tests: "the API by its document, by schemathesis",
    program: "test/service/emulated-aws/python/schemathesis.ts",
  },
  ministack: { tests: "HTTP on MiniStack's table", program: "test/service/emulated-aws/http-tests.ts" },
  deploy: { tests: "the stack deployed into MiniStack", program: "test/service/emulated-aws/main.ts" },
  operator: {
    tests:
      "an empty account by the guides' commands, word for word, to a first partner and a restore, in MiniStack",
    program: "test/service/emulated-aws/operator/main.ts",
  },
  coverage: {
    tests: "prints which tests check each line of the specification",
    program: "test/support/specification/main.ts",
  },
  drill: {
    tests:
      "that a table is destroyed, restored to a second, and has the same sums when names are swapped (--items)",
    program: "test/service/drill/main.ts",
  },
  "supply-chain": {
    tests: "that Lambda runs what the lock file pins, and writes its bill of materials",
    program: "test/support/supply-chain/main.ts",
  },
  "third-party": {
    tests: "prints the version and the licence of each package that npm installs",
    program: "test/support/third-party/main.ts",
  },
};

/** Tests of which `npm test` runs a fraction, by the arguments with which vitest finds them. */
const fractions: Record<string, string[]> = {
  alarms: ["test/lib/monitoring"],
  bundles: ["test/lib/bundling.models.test.ts"],
  clients: ["packages/clients", "test/service/clients"],
  crowds: [
    ...["test/lambdas/api/chain/rate-limit", "test/lambdas/api/creation/idempotency"],
    ...["test/lambdas/api/routes/webhooks", "test/lambdas/api/routes/keys", "test/lambdas/pipeline/sweep"],
    ...["test/lambdas/api/routes/statements/get.closing", "test/lambdas/storage/billing/usage.contention"],
    ...["contention", "entitlement", "spend-cap"].map(
      (name) => `test/lambdas/api/routes/generations/create.${name}`,
    ),
  ],
  fuzz: ["--project=shared-service", "test/service/shared/fuzz.test.ts"],
  guides: ["--project=shared-service", "test/service/shared/guides.test.ts"],
  ledger: ["test/lambdas/storage/billing", "test/lambdas/api/routes", "test/docs/billing.test.ts"],
  listings: ["test/lambdas/storage/listing"],
  pages: ["test/service/pages", "packages/laptop/test/front.other-sites.test.ts", "--maxWorkers=2"],
  pictures: [
    ...["packages/models", "packages/inference-contract", "packages/picture", "packages/tracer"],
    ...["packages/furniture", "packages/generated", "test/lambdas/approval", "test/lambdas/api/verify"],
    ...["test/lambdas/runtime/picture", "packages/bench/test/drift", "packages/laptop/test/contact-sheet"],
    "test/lambdas/pipeline/approve-candidates.drift",
  ],
  pipeline: ["test/lambdas/pipeline", "test/service/pipeline"],
  services: ["--project=service"],
  shared: ["--project=shared-service", "--exclude=**/fuzz.test.ts"],
  webhooks: ["test/service/webhooks"],
};

const [name = "", ...args] = process.argv.slice(2);
const program = programs[name]?.program;
const fraction = fractions[name];
if (program === undefined && fraction === undefined) {
  const lines = Object.entries(programs).map(([known, { tests }]) => `  ${known.padEnd(14)} ${tests}`);
  console.error(`Usage: npm run test:long -- NAME [arguments]\n\n${lines.join("\n")}
\nAt full size, what npm test runs a fraction of: ${Object.keys(fractions).join(", ")}.`);
  process.exit(2);
}
const command = program
  ? [program, ...args]
  : ["node_modules/vitest/vitest.mjs", "run", ...(fraction ?? []), ...args];
const env = program ? process.env : { FUZZ_REQUESTS: "10000", ...process.env, FULL_RUN: "1" };
const { status } = spawnSync(process.execPath, command, { cwd: root, env, stdio: "inherit" });
process.exitCode = status ?? 1;
