import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { handedOver } from "service/lib/outputs.ts";
import { amountMicroUsd, firstEventAt, pricedEvery, startLedgerEngine } from "./ledger-engine.ts";
import { residentMb } from "./process-tree.ts";

const organizations = 20;
const events = 1_000_000;
const budgetMb = 100;
const reportAfter = [10_000, 100_000, 500_000, 1_000_000];
const eventsOfEach = events / organizations;
const expectedMicroUsd = organizations * Math.ceil(eventsOfEach / pricedEvery) * amountMicroUsd;
const amountColumn = 13;

/** Memory and speed of `ledger export --all` over 1,000,000 events of 20 organizations; its amounts must add up. */
export async function ledgerExport(): Promise<void> {
  const engine = await startLedgerEngine(organizations, eventsOfEach);
  const environment = {
    ...process.env,
    ...handedOver,
    TABLE_NAME: "bench",
    AWS_REGION: "eu-central-1",
    AWS_ACCESS_KEY_ID: "bench",
    AWS_SECRET_ACCESS_KEY: "bench",
    AWS_ENDPOINT_URL_DYNAMODB: engine.url,
    NODE_COMPILE_CACHE: "node_modules/.cache/node",
  };
  const admin = (...args: string[]) =>
    spawn(process.execPath, ["bin/admin.ts", ...args], {
      env: environment,
      stdio: ["ignore", "pipe", "inherit"],
    });
  try {
    // An export of nothing: the next one finds the program compiled.
    await once(admin("ledger", "export", "--all", "--from", "2000-01-01", "--to", "2000-01-02"), "exit");
    const started = performance.now();
    const day = (time: number) => new Date(time).toISOString().slice(0, 10);
    const child = admin(
      "ledger",
      "export",
      "--all",
      "--from",
      day(firstEventAt),
      "--to",
      day(firstEventAt + events + 86_400_000),
    );
    const read = await readCsv(child);
    const seconds = (performance.now() - started) / 1000;
    console.log(`memory at most              ${read.peakMb} MB, budget ${budgetMb} MB`);
    console.log(
      `${read.lines} events          ${seconds.toFixed(0)} s, ${Math.round(read.lines / seconds)} a second`,
    );
    console.log(
      `amounts add up              ${read.microUsd === expectedMicroUsd && read.lines === events ? "yes" : "NO"}`,
    );
  } finally {
    engine.stop();
  }
}

async function readCsv(child: ChildProcess) {
  const read = { lines: 0, microUsd: 0, peakMb: 0 };
  const measure = () => {
    const mb = residentMb(child.pid ?? 0);
    read.peakMb = Math.max(read.peakMb, mb);
    return mb;
  };
  const timer = setInterval(measure, 250);
  if (!child.stdout) throw new Error("The export has no output.");
  for await (const line of createInterface({ input: child.stdout })) {
    const amount = Number(line.split(",")[amountColumn]);
    if (Number.isNaN(amount)) continue;
    read.lines++;
    read.microUsd += Math.round(amount * 1_000_000);
    if (reportAfter.includes(read.lines))
      console.log(`after ${String(read.lines).padEnd(8)} events       ${measure()} MB`);
  }
  clearInterval(timer);
  return read;
}
