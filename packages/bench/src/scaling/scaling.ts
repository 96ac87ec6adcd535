import { drawRoom } from "@image-staging/inference-contract/sample-pictures";
import { startCountedService } from "../cost/counted-service.ts";
import {
  generation,
  ingestedAsset,
  job,
  jsonType,
  measuring,
  repetitions,
  type Used,
} from "../cost/measured-jobs.ts";
import { printTable } from "../peers/table.ts";
import { breakingRate, firstLimits } from "./first-limits.ts";
import { kinds } from "./kinds.ts";
import { type Limit, limits, type PerJob } from "./quotas.ts";

const jobsPerMinute = [100, 1000, 10_000];
/** As docs/performance.md assumes: how long an instance of the model works on a job. */
const modelSeconds = 15;
/** A created job is read once: its webhook says when. */
const requests = 2;
/** The executions of a job from an asset, its own and the delivery; the answer of its one waiting task; its one event. */
const fixed = { startedExecutions: 2, taskAnswers: 1, events: 1 };
/** How much longer a call to another AWS service takes than one to this machine, in seconds (packages/bench/src/cost/bill.ts). */
const callSeconds = 0.005;

/**
 * What breaks first at 100, 1,000 and 10,000 jobs a minute, by what a measured job uses and by quotas; of `part` "paper", at 1,
 * 100 and 1,000 jobs a second, by kinds of jobs, without measuring.
 */
export async function scaling(part?: string): Promise<void> {
  if (part === "paper") return onPaper();
  const used = await measuredJob();
  console.log("\nOne job from an asset uses:");
  for (const [name, value] of Object.entries(used)) console.log(`  ${name.padEnd(24)} ${round(value)}`);
  console.log(
    `\n${row(["limit", "of", "there is", ...jobsPerMinute.map((rate) => `at ${rate}`), "breaks at"])}`,
  );
  const ordered = limits.map((limit) => ({ limit, breaksAt: breakingRate(limit, used) * 60 }));
  for (const { limit, breaksAt } of ordered.toSorted((a, b) => a.breaksAt - b.breaksAt)) {
    const shares = jobsPerMinute.map((rate) => share((limit.used(used) * rate) / 60 / limit.value));
    const whose = limit.ofOneOrganization ? `${limit.of}, one organization` : limit.of;
    console.log(
      row([
        limit.name,
        whose,
        `${round(limit.value)} ${limit.unit}`,
        ...shares,
        Math.round(breaksAt).toLocaleString("en"),
      ]),
    );
  }
  console.log(
    "\nShares of each limit, by jobs a minute of all organizations, or of one if it says so. Sources:",
  );
  for (const { name, source } of limits) console.log(`- ${name}: ${source}`);
}

const jobsPerSecond = [1, 100, 1000];

/** Of each kind of job and each rate, the limits that break, in their order, and what moves each. */
function onPaper(): void {
  for (const [kind, job] of Object.entries(kinds)) {
    console.log(`\nJobs ${kind}: ${job.startedExecutions} starts, ${job.transitions} transitions`);
    const rows = limits
      .map((limit) => ({ limit, rate: breakingRate(limit, job) }))
      .filter(({ rate }) => rate < Number.POSITIVE_INFINITY)
      .toSorted((a, b) => a.rate - b.rate)
      .map(({ limit, rate }) => [
        limit.ofOneOrganization ? `${limit.name} (one)` : limit.name,
        round(rate),
        ...jobsPerSecond.map((perSecond) => place(firstLimits(limits, job, perSecond), limit)),
        limit.moves,
      ]);
    printTable(
      ["limit", "breaks at jobs a second", ...jobsPerSecond.map((rate) => `at ${rate}`), "moved by"],
      rows,
    );
  }
}

const place = (broken: readonly Limit[], limit: Limit): string =>
  broken.includes(limit) ? `${broken.indexOf(limit) + 1}.` : "";

const round = (value: number): string => value.toLocaleString("en", { maximumSignificantDigits: 3 });
const share = (value: number): string =>
  value > 1
    ? `${round(value)} ×`
    : value.toLocaleString("en", { style: "percent", maximumFractionDigits: 1 });
const row = (cells: string[]): string => `| ${cells.join(" | ")} |`;

/** The items of its organization that each job writes. */
const counters = ["INFLIGHT", "USAGE"];

async function measuredJob(): Promise<PerJob> {
  // Drawn beforehand: the functions run in this process too and stop sharp from reading SVG.
  const picture = await drawRoom(1600, 1200);
  const running = await startCountedService();
  try {
    const asset = await ingestedAsset(running.service, picture);
    const [itemsBefore, indexBefore] = [running.writesByItem(), running.indexWriteUnits()];
    const used = await measuring(running)((nth) =>
      job(running.service, JSON.stringify(generation(nth, asset)), jsonType),
    );
    const writes = running.writesByItem();
    const hotItemUnits = Math.max(
      ...counters.map((item) => ((writes.get(item) ?? 0) - (itemsBefore.get(item) ?? 0)) / repetitions),
    );
    return perJobOf(used, hotItemUnits, (running.indexWriteUnits() - indexBefore) / repetitions);
  } finally {
    await running.stop();
  }
}

function perJobOf(used: Used, hotItemUnits: number, openIndexUnits: number): PerJob {
  const functions = Object.values(used.functions);
  const calls = used.table.calls / functions.reduce((sum, { invocations }) => sum + invocations, 0);
  const seconds = functions.map(({ invocations, milliseconds }) =>
    invocations === 0 ? 0 : milliseconds / 1000 + invocations * calls * callSeconds,
  );
  return {
    requests,
    ...fixed,
    transitions: used.transitions,
    functionSeconds: seconds.reduce((sum, value) => sum + value, 0),
    longestFunctionSeconds: Math.max(...seconds),
    readUnits: used.table.readUnits,
    writeUnits: used.table.writeUnits,
    hotItemUnits,
    // A transaction counts its items twice.
    hotItemTransactions: hotItemUnits / 2,
    openIndexUnits,
    ...used.objects,
    modelSeconds,
    renderSeconds: 0,
  };
}
