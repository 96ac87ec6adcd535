import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { imageStaging, JobFailedError } from "@image-staging/client";
import { startReader } from "../../../lambdas/runtime/credentials/c2pa.ts";
import { openSigner } from "../../../lambdas/runtime/credentials/sign-picture.ts";
import { type Trust, verifyPicture } from "../../../lambdas/runtime/credentials/verify-picture.ts";
import type { Log } from "../../../lambdas/runtime/log.ts";
import { newSigningSettings, refurnished } from "../../support/credentials.ts";
import { addOrganization } from "../../support/partner.ts";
import { serviceProcess } from "../../support/service-process.ts";
import { flipEveryByte } from "./every-byte.ts";
import { type Kind, kindOf, kinds, pictureOf, requestOf } from "./kinds.ts";
import { measureLarge } from "./large.ts";
import { validateTimestamped } from "./timestamped.ts";
import { type Bit, startValidator } from "./validator.ts";

/**
 * `npm run test:long -- credentials [SIMULATED RENDERED]`: jobs of all workflows through the local service, by both models that draw.
 * Every third original was signed by somebody else. Each output is checked by a validator that shares no code with the signer, in
 * a process apart, and by `/verify`'s rules; so are copies with one flipped bit each. The rendered model declines some jobs.
 * At the end, one picture with a timestamp, three pictures with each byte flipped once, and the cost of a large one.
 */
const [simulated = 970, rendered = 60] = process.argv.slice(2).map(Number);
const flipsEach = 5;
const inFlight = 4;

const zero = {
  ...{ outputs: 0, valid: 0, madeHere: 0, chains: 0, kept: 0, declined: 0 },
  ...{ flips: 0, found: 0, foundByVerify: 0 },
};
type Tally = typeof zero;
const tallies = Object.fromEntries(kinds.map((kind) => [kind, { ...zero }])) as Record<Kind, Tally>;

const { settings } = await newSigningSettings();
const signElsewhere = openSigner(settings);
const source = { contentHash: "ab".repeat(32), credentials: null };

const folder = mkdtempSync(join(tmpdir(), "credentials-"));
const host = serviceProcess({ TMPDIR: folder });
const description = await host.start();
Object.assign(process.env, description.environment);
const { apiKey } = await addOrganization();
const client = imageStaging({ baseUrl: description.base_url, apiKey, maxRetries: 10 });
const page = await (await fetch(`${description.base_url}/verify`)).text();
const data = /<script type="application\/json" id="data">(.+?)<\/script>/.exec(page)?.[1] ?? "{}";
const { trust }: { trust: Trust } = JSON.parse(data);
writeFileSync(join(folder, "trusted.pem"), trust.authority ?? "");
const validator = await startValidator(join(folder, "trusted.pem"));
const began = performance.now();
/** The validator checks one picture at a time. */
let turn: Promise<unknown> = Promise.resolve();

let next = 0;
await runTo(simulated);
await host.stop();
await host.start(Number(new URL(description.base_url).port), "rendered");
await runTo(simulated + rendered);
await validator.stop();
await host.discard();
rmSync(folder, { recursive: true });

console.table(tallies);
const total = Object.values(tallies).reduce((sum, one) => added(sum, one), zero);
console.log(total);
const timestamped = await validateTimestamped();
console.log("With a timestamp:", timestamped.codes.join(", "));
const flipped = await flipEveryByte();
console.table(flipped);
await measureLarge();
const { outputs, valid, madeHere, chains, kept, flips, foundByVerify } = total;
const holds = valid === outputs && madeHere === outputs && kept === chains && foundByVerify === flips;
const isStamped = timestamped.valid && timestamped.codes.includes("timeStamp.trusted");
const isEachFound =
  flipped.every(({ verdict, missed }) => verdict === "made_here" && missed === "") &&
  flipped.map(({ signers }) => signers).join() === "0,1,0";
// The library that signs may keep the process alive.
process.exit(holds && isStamped && isEachFound && outputs >= simulated ? 0 : 1);

async function runTo(end: number): Promise<void> {
  const worker = async () => {
    while (next < end) await runJob(next++);
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
}

async function runJob(number: number): Promise<void> {
  const isChained = Math.floor(number / kinds.length) % 3 === 0;
  const drawn = await pictureOf(number);
  const original = isChained ? await signElsewhere(drawn, refurnished, source, {} as Log) : drawn;
  const tally = tallies[kindOf(number)];
  try {
    const job = await client.generations.create(requestOf(number, original)).wait({ pollMs: 500 });
    const picture = Buffer.from(await (await client.download(job)).arrayBuffer());
    await check(picture, number, isChained, tally);
  } catch (error) {
    if (!(error instanceof JobFailedError)) throw error;
    tally.declined++;
    console.log(`job ${number}, ${kindOf(number)}: ${error.message}`);
  }
  if (number % 50 === 49)
    console.log(`${((performance.now() - began) / 1000).toFixed(0)} s  ${number + 1} jobs`);
}

async function check(picture: Buffer, number: number, isChained: boolean, tally: Tally): Promise<void> {
  const file = join(folder, `${number}.jpg`);
  writeFileSync(file, picture);
  const flips = Array.from({ length: flipsEach }, (_, nth): Bit => {
    const place = (number * 7919 + nth * 104_729) % picture.length;
    return [place, place % 8];
  });
  const checked = turn.then(() => validator.validate(file, flips));
  turn = checked.catch(() => undefined);
  const { valid, manifests, missed } = await checked;
  rmSync(file);
  tally.outputs++;
  tally.valid += Number(valid);
  tally.chains += Number(isChained);
  tally.kept += Number(isChained && manifests > 1);
  tally.flips += flips.length;
  tally.found += flips.length - missed.length;
  const verdictOf = async (of: Buffer) => (await verifyPicture(of, trust, startReader))?.verdict;
  tally.madeHere += Number((await verdictOf(picture)) === "made_here");
  for (const [place, bit] of flips) {
    const tampered = Buffer.from(picture);
    tampered[place] = (tampered[place] ?? 0) ^ (1 << bit);
    tally.foundByVerify += Number((await verdictOf(tampered)) !== "made_here");
  }
}

function added(one: Tally, other: Tally): Tally {
  const names = Object.keys(one) as (keyof Tally)[];
  return Object.fromEntries(names.map((name) => [name, one[name] + other[name]])) as Tally;
}
