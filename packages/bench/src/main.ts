import { spawnSync } from "node:child_process";
import { bundles } from "./bundles.ts";
import { burst } from "./burst/burst.ts";
import { clientSize } from "./client-size.ts";
import { cost } from "./cost/cost.ts";
import { overhead } from "./cost/overhead.ts";
import { growth } from "./growth/growth.ts";
import { ledgerExport } from "./ledger-export.ts";
import { localService } from "./local-service.ts";
import { peers } from "./peers/main.ts";
import { requests } from "./requests.ts";
import { scaling } from "./scaling/scaling.ts";
import { webhooks } from "./webhooks.ts";

/**
 * Every bench by its name. `npm run bench` runs all of them, `npm run bench -- NAME …` the named ones, and
 * `NAME:PART` a part of one that has parts.
 */
const benches: Record<string, { measures: string; run: (part?: string) => Promise<void> }> = {
  bundles: { measures: "size and import time of the API functions' bundles", run: bundles },
  "client-size": { measures: "size of the TypeScript client and of others", run: clientSize },
  "local-service": { measures: "start, memory and throughput of the local service", run: localService },
  requests: { measures: "processor time of warm requests, p50 and p99", run: requests },
  webhooks: { measures: "throughput of signing and sending webhooks", run: webhooks },
  "ledger-export": { measures: "memory and speed of ledger export", run: ledgerExport },
  peers: { measures: "the service and libraries and tools that do the same work", run: peers },
  overhead: { measures: "calls and processor time from create to webhook, the model apart", run: overhead },
  growth: { measures: "whether a job costs more among 1,000 times as many", run: growth },
  burst: {
    measures: "what a burst does to the rendered model as a function: failures, waits, cost",
    run: burst,
  },
  scaling: {
    measures: "which quota breaks first (scaling:paper, at 1 to 1,000 jobs a second by kinds of jobs)",
    run: scaling,
  },
  drift: {
    measures: "how much drift approval finds, and what it refuses wrongly (drift:ROOMS, drift:FOLDER)",
    // Loaded when it runs: it loads what stops sharp from reading SVG, with which other benches draw.
    run: async (part) => (await import("./drift/drift.ts")).drift(part),
  },
  cost: { measures: "cost of 1,000 jobs and of a month without a job (cost:signed, cost:judged)", run: cost },
};

const list = Object.entries(benches)
  .map(([name, { measures }]) => `  ${name.padEnd(16)} ${measures}`)
  .join("\n");

const asked = process.argv.slice(2).map((argument) => argument.split(":"));
const names = asked.map(([name = ""]) => name);
if (names.includes("--help")) {
  console.log(`npm run bench -- [NAME …] runs the named benches, or all:\n${list}`);
  process.exit();
}
const unknown = names.filter((name) => !Object.hasOwn(benches, name));
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(", ")}. Choose from:\n${list}`);
  process.exit(2);
}
const chosen = Object.keys(benches).filter((name) => names.length === 0 || names.includes(name));
for (const name of chosen) {
  const part = asked.find(([given]) => given === name)?.[1];
  if (chosen.length > 1) inProcess(part === undefined ? name : `${name}:${part}`);
  else {
    console.log(`\n# ${name}`);
    await benches[name]?.run(part);
  }
}

/** Each in a process for itself: a service that one starts reads no SVG from then on, with which the next draws its pictures. */
function inProcess(bench: string): void {
  const { status } = spawnSync(process.execPath, [import.meta.filename, bench], { stdio: "inherit" });
  if (status !== 0) process.exitCode = 1;
}
