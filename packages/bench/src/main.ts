import { bundles } from "./bundles.ts";
import { clientSize } from "./client-size.ts";
import { cost } from "./cost/cost.ts";
import { drift } from "./drift/drift.ts";
import { growth } from "./growth/growth.ts";
import { ledgerExport } from "./ledger-export.ts";
import { localService } from "./local-service.ts";
import { peers } from "./peers/main.ts";
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
  webhooks: { measures: "throughput of signing and sending webhooks", run: webhooks },
  "ledger-export": { measures: "memory and speed of ledger export", run: ledgerExport },
  peers: { measures: "the service and libraries and tools that do the same work", run: peers },
  growth: { measures: "whether a job costs more among 1,000 times as many", run: growth },
  scaling: { measures: "which quota breaks first at 100, 1,000 and 10,000 jobs a minute", run: scaling },
  drift: {
    measures: "how much drift approval finds, and what it refuses wrongly (drift:ROOMS, drift:FOLDER)",
    run: drift,
  },
  cost: { measures: "cost of 1,000 jobs and of a month without a job", run: cost },
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
for (const [name, { run }] of Object.entries(benches)) {
  if (names.length > 0 && !names.includes(name)) continue;
  console.log(`\n# ${name}`);
  await run(asked.find(([given]) => given === name)?.[1]);
}
