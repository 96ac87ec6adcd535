import { table } from "service/lambdas/storage/table.ts";
import { type Api, startApi } from "service/test/support/api.ts";
import type { Partner } from "service/test/support/partner.ts";
import { refurnish } from "service/test/support/requests.ts";
import { printTable } from "./peers/table.ts";

const warmUps = 100;
const measured = 300;
/** In milliseconds of processor time. */
const budgets = { p50: 10, p99: 40 };

type Work = (nth: number) => Promise<unknown>;

/** What partners send most, each `nth` time to another job, with another body or page. */
async function workOf(api: Api): Promise<Record<string, Work>> {
  const partner = await api.newPartner();
  const asset = await partner.addAsset();
  const { job_id: id } = await partner.sendOk("createGeneration", { body: refurnish(asset) });
  const { sendOk }: Partner = partner;
  return {
    "POST /generations": (nth) =>
      sendOk("createGeneration", { body: refurnish(asset, { reference: `bench ${nth}` }) }),
    "GET /generations/{job_id}": () => sendOk("getGeneration", { id }),
    "GET /generations, 50 of many": () => sendOk("listGenerations", { query: { limit: "50" } }),
    "GET /usage/summary": () => sendOk("getUsageSummary"),
    "POST /uploads": () => sendOk("createUpload", { body: { content_length: 1_000_000 } }),
  };
}

/**
 * The processor time of warm requests, one after the other, from the event of API Gateway to its answer: handlers and SDK,
 * on the local table, the time of which is another process's. Beside it the calls of the table. The exit code is 1 if a
 * time is over its budget.
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
    for (const [name, work] of Object.entries(await workOf(api))) {
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
      if (p50 > budgets.p50 || p99 > budgets.p99) process.exitCode = 1;
      rows.push([name, p50.toFixed(2), p99.toFixed(2), (calls / measured).toFixed(1)]);
    }
    printTable(["warm request", "p50 ms", "p99 ms", "calls of the table"], rows);
    console.log(`Budgets: p50 ${budgets.p50} ms, p99 ${budgets.p99} ms of processor time.`);
  } finally {
    await api.stop();
  }
}
