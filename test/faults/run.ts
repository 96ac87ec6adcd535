import { parseArgs } from "node:util";
import { startTable } from "../support/table.ts";
import { makeRetriesFree, replaceNetwork } from "./aws/clients.ts";
import { emptyTable, setEngine } from "./aws/table.ts";
import { findViolations } from "./check.ts";
import { commandOf, optionsOf, parametersOf } from "./command.ts";
import { printCoverage } from "./coverage.ts";
import { newCoverage } from "./faults.ts";
import { shrink } from "./shrink.ts";
import { replaceGlobals } from "./simulation/globals.ts";
import { type History, type Plan, runHistory } from "./world/history.ts";
import { drawSources } from "./world/sources.ts";

const arn = (machine: string) => `arn:aws:states:eu-central-1:000000000000:stateMachine:${machine}`;
const environment = {
  BUCKET_NAME: "pictures",
  AWS_ENDPOINT_URL_S3: "http://127.0.0.1:9",
  GENERATION_STATE_MACHINE_ARN: arn("generation"),
  SOURCE_INGEST_STATE_MACHINE_ARN: arn("source-ingest"),
  SIMULATOR_STATE_MACHINE_ARN: arn("function-inference"),
  PLANS_STATE_MACHINE_ARN: arn("function-inference"),
  WEBHOOK_STATE_MACHINE_ARN: arn("webhook-delivery"),
  EVENT_BUS_NAME: "completions",
  INFERENCE_ENDPOINT_NAME: "model",
  MODEL_VERSION: "model-1",
  MODEL_DECLINES: "{}",
  PLANS_MODEL_VERSION: "plans-1",
  APPROVAL: "balanced",
  REQUIRE_MASK: "false",
  JUDGE_DRIFT: "true",
  SIMULATED_MODEL_VERSION: "simulated-3",
  CREDENTIALS_KEY: "arn:aws:kms:eu-central-1:000000000000:key/signing",
  CREDENTIALS_CERTIFICATES: "none",
  OUTPUTS_ARE_SIGNED: "true",
  PUBLIC_BASE_URL: "https://api.example.com",
};

/** Of so many jobs some succeed: a third does. */
const enoughJobs = 20;

/** Runs histories and returns whether all have held, and jobs have succeeded in them. */
export async function main(given: string[]): Promise<boolean> {
  const parameters = parametersOf(parseArgs({ args: given, options: optionsOf }).values);
  const pictures = await drawSources();
  const { url, name: tableName, stop } = await startTable();
  Object.assign(process.env, environment);
  setEngine(url);
  replaceNetwork();
  await makeRetriesFree();
  replaceGlobals();
  const coverage = newCoverage();
  const started = performance.now();

  async function run(
    plan: Plan,
    counted = newCoverage(),
  ): Promise<{ history: History; violations: string[] }> {
    const history = await runHistory(plan, { coverage: counted, pictures, tableName });
    const violations = await findViolations(history, tableName);
    await emptyTable(tableName);
    return { history, violations };
  }

  let failed = 0;
  let histories = 0;
  const totals = { jobs: 0, succeeded: 0, faults: 0, events: 0 };
  const sum = () =>
    `${histories} histories with ${totals.jobs} jobs, ${totals.faults} faults and ${totals.events} events`;
  for (const plan of parameters.plans) {
    if (performance.now() - started > parameters.mostMs || (failed > 0 && parameters.stopsEarly)) break;
    const { history, violations } = await run(plan, coverage);
    histories++;
    totals.jobs += history.watch.jobs.size;
    totals.succeeded += countOf(history, "succeeded");
    totals.faults += history.injected.length;
    totals.events += history.events;
    if (parameters.isVerbose) console.log(describe(plan, history));
    if (histories % 50 === 0) console.log(`Until seed ${plan.seed}: ${sum()}, ${failed} failed.`);
    if (violations.length === 0) continue;
    failed++;
    console.log(`Seed ${plan.seed} breaks ${violations.length} invariants:`);
    for (const violation of violations.slice(0, 6)) console.log(`  ${violation.slice(0, 500)}`);
    if (plan.actions === null && parameters.isShrinking) {
      const shortest = await shrink(plan, history, violations, async (one) => (await run(one)).violations);
      console.log(
        shortest.actions === null
          ? "It holds with these actions and faults by itself: all of it, after the seeds before it, is"
          : `The shortest history found that still fails has ${shortest.actions.length} actions and ${shortest.faults?.length} faults:`,
      );
      console.log(`  ${commandOf(shortest)}`);
    }
  }
  if (totals.jobs >= enoughJobs && totals.succeeded === 0) {
    failed++;
    console.log(
      `None of ${totals.jobs} jobs has succeeded: what outputs, charges and caches must hold is not tested.`,
    );
  }
  console.log(`${sum()} in ${((performance.now() - started) / 1000).toFixed(0)} s: ${failed} failed.`);
  if (parameters.showsCoverage) printCoverage(coverage);
  await stop();
  return failed === 0;
}

const countOf = ({ watch }: History, status: string): number =>
  [...watch.jobs.values()].filter((job) => job.status === status).length;

const describe = ({ seed }: Plan, history: History): string => {
  const { events, injected, deliveries, requests } = history;
  return `${seed}: ${events} events, ${injected.length} faults, ${requests.exchanges.length} requests, ${countOf(history, "succeeded")} succeeded, ${countOf(history, "failed")} failed, ${deliveries.length} deliveries`;
};
