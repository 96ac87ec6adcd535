import { setTimeout as pause } from "node:timers/promises";
import { generationView, noPictures } from "service/lambdas/domain/generation/view.ts";
import { SourceAsset } from "service/lambdas/domain/source-asset/ingest.ts";
import { addInFlight } from "service/lambdas/storage/billing/usage.ts";
import { generationItem } from "service/lambdas/storage/generation/generations.ts";
import { listGeneration } from "service/lambdas/storage/generation/lists.ts";
import { keys, openIndex } from "service/lambdas/storage/keys.ts";
import { countOpenWork } from "service/lambdas/storage/organization/erasure.ts";
import { readItem, tableName, transact } from "service/lambdas/storage/table.ts";
import { type Api, startApi } from "service/test/support/api.ts";
import { newJob } from "service/test/support/new-job.ts";
import { refurnish } from "service/test/support/requests.ts";
import * as v from "valibot";
import { type Asked, startCountingProxy } from "./counting-proxy.ts";
import { printTable } from "./table.ts";

/**
 * An idempotent, limited create: ours and the libraries' as their documentation shows it, on one engine. Both read the
 * source asset and save the same items of a job: the job, its entries in the lists, its in-flight slot. All is counted.
 */
const perMinute = 10;
const atOnce = 64;
/** How long the function of a lost answer has left, by which Powertools knows when another may try. */
const remainingMs = 300;

const isFunction = (input: unknown) => typeof input === "function";

type Outcome = "created" | "refused";
/** A new organization of one side, and its creates. */
type Side = {
  organizationId: string;
  create: (idempotencyKey: string) => Promise<Outcome>;
};
type Open = (limit: number) => Promise<Side>;

/** What any create must save and read besides what makes it idempotent and limited. */
async function createJob(organizationId: string, assetId: string) {
  const asset = await readItem(SourceAsset, keys.asset(organizationId, assetId));
  if (!asset) throw new Error("The asset is missing.");
  const job = newJob(organizationId, {
    source_asset_id: assetId,
    workflow: "staging",
    mode: "refurnish",
    room_types: ["Living Room"],
  });
  const Item = { ...generationItem(job), ...openIndex.attributes(job.job_id, new Date(job.created_at)) };
  await transact({
    guards: { in_flight_cap_reached: addInFlight(organizationId, 1, 1_000_000) },
    writes: [{ Put: { TableName: tableName(), Item } }, ...listGeneration(job)],
  });
  return generationView(job, noPictures);
}

const openOurs =
  (api: Api): Open =>
  async (limit) => {
    const partner = await api.newPartner({
      limits: { create_generation_per_minute: limit, max_concurrent_jobs: 1_000_000 },
    });
    const body = refurnish(await partner.addAsset());
    await partner.send("getGeneration", { id: "job_none" }); // the key is known from here on
    return {
      organizationId: partner.organizationId,
      create: async (idempotencyKey) => {
        const headers = { "Idempotency-Key": idempotencyKey };
        const { status } = await partner.send("createGeneration", { body, headers });
        return status === 200 ? "created" : "refused";
      },
    };
  };

type Create = (event: object, context: object) => Promise<unknown>;
const Libraries = v.object({ openCreate: v.custom<(options: object) => Promise<Create>>(isFunction) });

async function librariesOf(api: Api): Promise<Open> {
  const file = new URL("./libraries/create.mjs", import.meta.url).href;
  const { openCreate } = v.parse(Libraries, await import(file));
  const opened = new Map<number, Promise<Create>>();
  let assetOf = "";
  const open = (limit: number) =>
    openCreate({
      perMinute: limit,
      createJob: ({ organizationId }: { organizationId: string }) => createJob(organizationId, assetOf),
    });
  return async (limit) => {
    const { organizationId, addAsset } = await api.newPartner();
    assetOf = await addAsset();
    const known = opened.get(limit) ?? open(limit);
    opened.set(limit, known);
    const create = await known;
    return {
      organizationId,
      create: (idempotencyKey) => {
        const body = { organizationId, ...refurnish(assetOf) };
        const event = { organizationId, keyId: organizationId, idempotencyKey, body };
        const context = { awsRequestId: "bench", getRemainingTimeInMillis: () => remainingMs };
        return create(event, context).then(
          () => "created" as const,
          () => "refused" as const,
        );
      },
    };
  };
}

const unlimited = 1_000_000;
const times = (count: number, work: (nth: number) => Promise<Outcome>) =>
  Promise.all(Array.from({ length: count }, (_, nth) => work(nth)));
const answered = (outcomes: Outcome[]) => outcomes.filter((outcome) => outcome === "created").length;

type Proxy = Awaited<ReturnType<typeof startCountingProxy>>;

async function measure(open: Open, proxy: Proxy) {
  const side = await open(unlimited);
  await side.create("first"); // the window's first request differs from the others
  const create = await proxy.during(() => side.create("second"));
  const replay = await proxy.during(() => side.create("second"));

  const same = await open(unlimited);
  const ofSame = answered(await times(atOnce, () => same.create("same")));
  const limited = await open(perMinute);
  const ofLimited = answered(await times(atOnce, (nth) => limited.create(`key-${nth}`)));

  const lost = await open(unlimited);
  await lost.create("first");
  proxy.loseAnswers(true);
  void lost.create("lost");
  while ((await countOpenWork(lost.organizationId)) < 2) await pause(10);
  proxy.loseAnswers(false);
  await pause(2 * remainingMs);
  await lost.create("lost");
  return {
    create,
    replay,
    ofSame,
    createdOfSame: await countOpenWork(same.organizationId),
    ofLimited,
    createdAfterLoss: (await countOpenWork(lost.organizationId)) - 1,
  };
}
type Measured = Awaited<ReturnType<typeof measure>>;

/** A window that ended meanwhile would admit twice as many. */
const secondsLeft = () => 60 - (Math.floor(Date.now() / 1000) % 60);

async function main(): Promise<void> {
  const api = await startApi();
  const proxy = await startCountingProxy(process.env.AWS_ENDPOINT_URL_DYNAMODB ?? "");
  process.env.AWS_ENDPOINT_URL_DYNAMODB = proxy.url;
  const sides: Measured[] = [];
  for (const open of [openOurs(api), await librariesOf(api)]) {
    if (secondsLeft() < 20) await pause(secondsLeft() * 1000);
    sides.push(await measure(open, proxy));
  }
  const row = (what: string, of: (side: Measured) => string | number) => [what, ...sides.map(of)];
  const asked = (title: string, of: (side: Measured) => Asked) => [
    row(`${title}: calls of the table one after another`, (side) => of(side).sequential),
    row(`${title}: calls of the table`, (side) => of(side).calls),
    row(`${title}: write units`, (side) => of(side).writeUnits),
    row(`${title}: read units`, (side) => of(side).readUnits),
  ];
  printTable(
    ["", "ours", "Powertools + rate-limiter-flexible"],
    [
      ...asked("a create", ({ create }) => create),
      ...asked("its repetition", ({ replay }) => replay),
      row(`${atOnce} at once under one key: jobs created`, ({ createdOfSame }) => createdOfSame),
      row(`${atOnce} at once under one key: answered with the job`, ({ ofSame }) => ofSame),
      row(`${atOnce} at once, ${perMinute} a minute allowed: jobs created`, ({ ofLimited }) => ofLimited),
      row(
        "function out of time after its write, then repeated: jobs created",
        ({ createdAfterLoss }) => createdAfterLoss,
      ),
    ],
  );
  process.exit(); // what waits for a lost answer would wait on
}
await main();
