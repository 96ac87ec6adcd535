import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import * as v from "valibot";
import { serviceProcess } from "../../support/service-process.ts";
import { checkAll, missingWebhooks } from "./checks.ts";
import { slopeOf, watchMemory } from "./memory.ts";
import { type LoadPartner, newPartner } from "./partners.ts";
import { startPictures } from "./requests.ts";
import { receiveWebhooks } from "./webhooks.ts";

/**
 * `npm run test:long -- load`: an hour of load compressed into minutes. Jobs of every kind for many organizations at once, while
 * the service is killed and started again on what it left. At the end nothing is lost, and memory is flat. With
 * `--model rendered` a job in ten is rendered, and takes seconds of processor time.
 */
const Whole = v.pipe(v.string(), v.digits(), v.transform(Number));
const Model = v.picklist(["simulated", "rendered"]);
const Options = v.object({
  jobs: Whole,
  organizations: Whole,
  kills: Whole,
  "in-flight": Whole,
  model: Model,
});
const { values } = parseArgs({
  options: {
    jobs: { type: "string", default: "500" },
    organizations: { type: "string", default: "20" },
    kills: { type: "string", default: "3" },
    "in-flight": { type: "string", default: "12" },
    model: { type: "string", default: "simulated" },
  },
});
const { jobs, organizations, kills, "in-flight": inFlight, model } = v.parse(Options, values);

/** In MB per 100 jobs, once warm. A job's pictures alone are some 10 MB while it runs. */
const flat = 15;
const webhookLimitMs = 5 * 60_000;

const temporary = mkdtempSync(join(tmpdir(), "load-"));
const service = serviceProcess({ TMPDIR: temporary });
const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(0)} s`;

async function main(): Promise<boolean> {
  const began = performance.now();
  let running = await service.start(0, model);
  Object.assign(process.env, running.environment);
  const port = Number(new URL(running.base_url).port);
  const pictures = await startPictures(model === "rendered");
  const secrets = new Map<string, string>();
  const webhooks = await receiveWebhooks(secrets);
  const partners: LoadPartner[] = [];
  for (let number = 0; number < organizations; number++) {
    const partner = await newPartner(number, model, running.base_url, webhooks.at(`/${number}`));
    secrets.set(`/${number}`, partner.secret);
    partners.push(partner);
  }

  let [next, ended, killed] = [0, 0, 0];
  let memory = watchMemory(running.pid, () => ended);
  const restart = async () => {
    const before = memory.stop();
    await service.kill();
    running = await service.start(port, model);
    memory = watchMemory(running.pid, () => ended);
    const last = before.at(-1)?.megabytes ?? 0;
    console.log(
      `${seconds(began).padStart(6)}  killed after ${ended} jobs, at ${last} MB, and started again`,
    );
  };
  /** The kills fall into the first half, so that the last life is long enough to see its memory. */
  const isTimeToKill = () => killed < kills && ended >= ((killed + 1) * jobs) / (2 * (kills + 1));
  const worker = async () => {
    while (next < jobs) {
      const number = next++;
      const partner = partners[number % partners.length];
      await partner?.runJob(pictures, Math.floor(number / partners.length) + (number % partners.length));
      ended++;
      if (ended % 50 === 0) console.log(`${seconds(began).padStart(6)}  ${ended} jobs have ended`);
      if (!isTimeToKill()) continue;
      killed++;
      await restart();
    }
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
  console.log(`${seconds(began).padStart(6)}  all ${jobs} jobs of ${organizations} organizations have ended`);
  const samples = memory.stop();
  await missingWebhooks(partners, webhooks, webhookLimitMs);
  const checks = await checkAll(partners, running.environment, webhooks);
  console.log(
    `${seconds(began).padStart(6)}  ${webhooks.attempts.size} messages in at least as many attempts`,
  );
  await service.stop();
  await Promise.all([pictures.close(), webhooks.close()]);

  const left = readdirSync(temporary);
  checks.push({ what: "files left in the temporary folder", found: left.length, expected: 0 });
  if (left.length > 0) console.log(`Left: ${left.join(", ")}`);
  for (const { what, found, expected } of checks)
    console.log(
      `${found === expected ? "  ✓" : "  ✗"} ${what}: ${found}${expected ? ` of ${expected}` : ""}`,
    );
  const slope = slopeOf(samples);
  const quarter = (share: number) => samples[Math.floor((samples.length - 1) * share)]?.megabytes ?? 0;
  const course = [0.25, 0.5, 0.75, 1].map(quarter).join(", ");
  const isFlat = slope === undefined || slope <= flat;
  const growth = slope === undefined ? "too few jobs to see it grow" : `${slope.toFixed(1)} MB per 100 jobs`;
  console.log(
    `${isFlat ? "  ✓" : "  ✗"} memory of the last life at each quarter: ${course} MB; once warm: ${growth} (≤ ${flat})`,
  );
  return isFlat && checks.every(({ found, expected }) => found === expected);
}

try {
  if (!(await main())) process.exitCode = 1;
} finally {
  await service.discard();
  rmSync(temporary, { recursive: true, force: true });
}
