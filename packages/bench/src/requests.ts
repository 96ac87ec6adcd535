import { table } from "service/lambdas/storage/table.ts";
import { type Api, startApi } from "service/test/support/api.ts";
import type { Partner } from "service/test/support/partner.ts";
import { refurnish } from "service/test/support/requests.ts";
import { printTable } from "./peers/table.ts";

const warmUps = 100;
const measured = 300;
type Work = (nth: number) => Promise<unknown>;
/** `p50` and `p99` are budgets in milliseconds of processor time, about twice what a busy machine measured; `calls` of the table. */
type Measured = { work: Work; p50: number; p99: number; calls: number };

/** What partners send most, each `nth` time to another job, with another body or page. */
async function workOf(api: Api): Promise<Record<string, Measured>> {
  const partner = await api.newPartner();
  const asset = await partner.addAsset();
  const { job_id: id } = await partner.sendOk("createGeneration", { body: refurnish(asset) });
  const { sendOk }: Partner = partner;
  return {
    "POST /generations": {
      work: (nth) => sendOk("createGeneration", { body: refurnish(asset, { reference: `bench ${nth}` }) }),
      ...{ p50: 8, p99: 32, calls: 3 },
    },
    "GET /generations/{job_id}": {
      work: () => sendOk("getGeneration", { id }),
      ...{ p50: 3, p99: 16, calls: 2 },
    },
    "GET /generations, 50 of many": {
      work: () => sendOk("listGenerations", { query: { limit: "50" } }),
      ...{ p50: 15, p99: 100, calls: 3 },
    },
    "GET /usage/summary": {
      work: () => sendOk("getUsageSummary"),
      ...{ p50: 3, p99: 16, calls: 2 },
    },
    "POST /uploads": {
      work: () => sendOk("createUpload", { body: { content_length: 1_000_000 } }),
      ...{ p50: 5, p99: 22, calls: 3 },
    },
  };
}

/**
 * The processor time of warm requests, one after the other, from the event of API Gateway to its answer: handlers and SDK,
 * on the local table, the time of which is another process's. Beside it the calls of the table. The exit code is 1 if one
 * is over its budget.
 */
export async function requests(): Promise<void> {
  process.env.POWERTOOLS_LOG_LEVEL = "SILENT";
  process.env.POWERTOOLS_METRICS_DISABLED = "true";
  const api = await startApi();
  let calls = 0;
  table.middlewareStack.add(
    (next) => (given) => {
      calls++;
      return next(given);
    },
    { step: "initialize" },
  );
  try {
    const rows: string[][] = [];
    for (const [name, { work, ...budget }] of Object.entries(await workOf(api))) {
      for (let nth = 0; nth < warmUps; nth++) await work(nth);
      calls = 0;
      const times: number[] = [];
      for (let nth = warmUps; nth < warmUps + measured; nth++) {
        const before = process.cpuUsage();
        await work(nth);
        const { user, system } = process.cpuUsage(before);
        times.push((user + system) / 1000);
      }
      times.sort((a, b) => a - b);
      const [p50, p99] = [times[measured / 2] ?? 0, times[Math.floor(measured * 0.99)] ?? 0];
      const each = calls / measured;
      if (p50 > budget.p50 || p99 > budget.p99 || each > budget.calls) process.exitCode = 1;
      const figures = [`${p50.toFixed(2)} (${budget.p50})`, `${p99.toFixed(2)} (${budget.p99})`];
      rows.push([name, ...figures, `${each.toFixed(1)} (${budget.calls})`]);
    }
    printTable(["warm request (budget)", "p50 ms", "p99 ms", "calls of the table"], rows);
  } finally {
    await api.stop();
  }
  process.exit(); // what keeps the table ends with this process
}
