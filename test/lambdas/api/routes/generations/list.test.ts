import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { Context } from "aws-lambda";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Generation } from "../../../../../lambdas/domain/generation/generation.ts";
import { handler as finish } from "../../../../../lambdas/pipeline/finish-generation.ts";
import { keys } from "../../../../../lambdas/storage/keys.ts";
import { table, tableName } from "../../../../../lambdas/storage/table.ts";
import { startApi } from "../../../../support/api.ts";
import { listReadUnitsOf, unitsOf } from "../../../../support/capacity.ts";
import { isFullRun } from "../../../../support/full-run.ts";
import { storeJobs } from "../../../../support/listed-jobs.ts";
import { newOutput } from "../../../../support/new-job.ts";
import type { Partner } from "../../../../support/partner.ts";
import { refurnish } from "../../../../support/requests.ts";

const api = await startApi();
afterAll(() => api.stop());

type Page = { items: Generation[]; next_cursor: string | null };
const list = async (partner: Partner, query: Record<string, string> = {}): Promise<Page> =>
  partner.sendOk("listGenerations", { query });

/** Every page of a list, with the read units that each cost; `between` runs after each. */
async function readPages(partner: Partner, query: Record<string, string>, between = async () => {}) {
  const pages: { items: Generation[]; reads: number }[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    let page: Page = { items: [], next_cursor: null };
    const reads = await listReadUnitsOf(async () => {
      page = await list(partner, { ...query, ...(cursor && { cursor }) });
    });
    pages.push({ items: page.items, reads });
    cursor = page.next_cursor;
    await between();
  }
  return { pages, ids: pages.flatMap(({ items }) => items.map(({ job_id }) => job_id)) };
}

const newestFirst = (jobs: Generation[]) =>
  jobs
    .toSorted((a, b) => (`${a.created_at}#${a.job_id}` < `${b.created_at}#${b.job_id}` ? 1 : -1))
    .map(({ job_id }) => job_id);

const count = isFullRun ? 10_000 : 400;
const begin = Date.UTC(2026, 0, 1);
/** Three jobs a second: ties are ordered by job id. Of a hundred jobs one is running and nine have failed. */
const jobAt = (index: number): Partial<Generation> => ({
  created_at: new Date(begin + Math.floor(index / 3) * 1000).toISOString(),
  status: index % 100 === 0 ? "running" : index % 10 === 1 ? "failed" : "succeeded",
  reference: `listing ${index % 40}`,
});

describe(`of ${count} jobs, while others are created and end`, () => {
  let partner: Partner;
  let stored: Generation[] = [];
  let asset = "";
  beforeAll(async () => {
    partner = await api.newPartner();
    asset = await partner.addAsset();
    stored = await storeJobs(partner.organizationId, count, jobAt);
  }, 120_000);

  const createAndEnd = async () => {
    const body = refurnish(asset, { reference: "listing 7" });
    await partner.sendOk("createGeneration", { body });
    const { job_id } = await partner.sendOk("createGeneration", { body });
    const reference = { organization_id: partner.organizationId, job_id };
    await finish({ ...reference, error: { Error: "inference_failed" } }, { awsRequestId: "test" } as Context);
  };

  const day = { created_from: "2026-01-01T00:01:00Z", created_to: "2026-01-01T00:02:00Z" };
  const inDay = ({ created_at }: Generation) =>
    created_at >= "2026-01-01T00:01:00.000Z" && created_at < "2026-01-01T00:02:00.000Z";
  // @contract added.18
  test.each<[string, Record<string, string>, (job: Generation) => boolean]>([
    ["by time", {}, () => true],
    ["of one minute", day, inDay],
    ["that have failed", { status: "failed" }, ({ status }) => status === "failed"],
    ["that are running", { status: "running" }, ({ status }) => status === "running"],
    ["of one reference", { reference: "listing 7" }, ({ reference }) => reference === "listing 7"],
    [
      "of one reference that have failed, of one minute",
      { reference: "listing 11", status: "failed", ...day },
      (job) => job.reference === "listing 11" && job.status === "failed" && inDay(job),
    ],
  ])(
    "pages of 200 jobs %s hold each job once, newest first",
    async (what, query, fits) => {
      const known = new Set(stored.map(({ job_id }) => job_id));
      const { pages, ids } = await readPages(partner, { ...query, limit: "200" }, createAndEnd);
      expect(ids.filter((id) => known.has(id))).toEqual(newestFirst(stored.filter(fits)));
      expect(new Set(ids).size).toBe(ids.length);
      const reads = pages.map((page) => page.reads);
      console.log(
        `${ids.length} jobs ${what} in ${pages.length} pages; read units a page: ` +
          `${Math.min(...reads)} to ${Math.max(...reads)}, ${reads.reduce((sum, units) => sum + units, 0)} together`,
      );
      expect(Math.max(...reads)).toBeLessThan(1300);
    },
    600_000,
  );

  // @contract added.18
  test("pages of 7 hold the same jobs as pages of 200", async () => {
    const query = { created_to: "2026-01-01T00:00:40Z" };
    const [short, long] = [
      await readPages(partner, { ...query, limit: "7" }),
      await readPages(partner, { ...query, limit: "200" }),
    ];
    expect(short.ids).toEqual(long.ids);
    expect(short.pages).toHaveLength(Math.ceil(short.ids.length / 7));
  });

  // @contract added.18
  test("a page without a limit has 50 jobs", async () => {
    expect((await list(partner)).items).toHaveLength(50);
  });
});

// @contract added.20
test("a status that no job has ends a page after a bounded number of jobs, and the next one continues", async () => {
  const partner = await api.newPartner();
  await storeJobs(partner.organizationId, 1100, jobAt);
  const { pages } = await readPages(partner, { status: "queued" });
  expect(pages.map(({ items }) => items.length)).toEqual([0, 0]);
  expect(pages[0]?.reads).toBeGreaterThan(900);
  expect(pages[0]?.reads).toBeLessThan(1300);
}, 60_000);

describe("a listed job", () => {
  // @contract added.19
  test("is the job as GET returns it", async () => {
    const partner = await api.newPartner();
    await storeJobs(partner.organizationId, 3, jobAt);
    const [stored] = await storeJobs(partner.organizationId, 1, () => ({
      ...jobOf(partner),
      metadata: { floor: 2 },
    }));
    const [job] = (await list(partner)).items;
    const read = await partner.sendOk("getGeneration", { id: stored?.job_id ?? "" });
    const unsigned = (text: string) =>
      text.replaceAll(/X-Amz-[^&"]+/g, "").replaceAll(/"expires_at":"[^"]+"/g, "");
    expect(unsigned(JSON.stringify(job))).toBe(unsigned(JSON.stringify(read)));
    expect(JSON.stringify(job)).toMatch(/X-Amz-Signature=[0-9a-f]{64}/);
  });

  // @contract added.19
  test("is there at once when its create is answered, also under its reference, and nowhere else", async () => {
    const [partner, other] = [await api.newPartner(), await api.newPartner()];
    const reference = "Straße 1 # ünïts \u{1f3e0}";
    const body = refurnish(await partner.addAsset(), { reference });
    const { job_id } = await partner.sendOk("createGeneration", { body });
    const child = await partner.sendOk("regenerateGeneration", { id: job_id });
    for (const query of [{}, { reference }, { reference, status: "queued" }])
      expect((await list(partner, query)).items.map((job) => job.job_id)).toEqual([child.job_id, job_id]);
    for (const query of [{ reference: "Straße 1" }, { reference: "" }, { status: "running" }])
      expect((await list(partner, query)).items).toEqual([]);
    expect(await list(other)).toEqual({ items: [], next_cursor: null });
    expect(await list(other, { reference })).toEqual({ items: [], next_cursor: null });
  });

  // @contract added.20
  test("is found by its state now", async () => {
    const partner = await api.newPartner();
    const [job] = await storeJobs(partner.organizationId, 1, () => ({ status: "queued" }));
    await table.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: keys.generation(partner.organizationId, job?.job_id ?? ""),
        UpdateExpression: "SET #status = :running",
        ExpressionAttributeNames: { "#status": "status" },
        ExpressionAttributeValues: { ":running": "running" },
      }),
    );
    expect((await list(partner, { status: "queued" })).items).toEqual([]);
    expect((await list(partner, { status: "running" })).items).toHaveLength(1);
  });
});

const jobOf = (partner: Partner): Partial<Generation> => ({
  status: "succeeded",
  include_alternates: true,
  outputs: [1, 2].map((rank) =>
    newOutput(rank, {
      object_key: `outputs/${partner.organizationId}/job/${rank}.jpg`,
      created_at: new Date(begin).toISOString(),
    }),
  ),
});

// @contract added.21
test("times count with their zone, the first one included and the last one not", async () => {
  const partner = await api.newPartner();
  const jobs = await storeJobs(partner.organizationId, 3, (index) => ({
    created_at: new Date(begin + index * 1000).toISOString(),
  }));
  const found = async (query: Record<string, string>) =>
    (await list(partner, query)).items.map(({ job_id }) => jobs.findIndex((job) => job.job_id === job_id));
  expect(await found({ created_from: "2026-01-01T00:00:01Z" })).toEqual([2, 1]);
  expect(await found({ created_to: "2026-01-01T01:00:01+01:00" })).toEqual([0]);
  const both = { created_from: "2026-01-01T00:00:01.000Z", created_to: "2026-01-01T00:00:01.001Z" };
  expect(await found(both)).toEqual([1]);
});

test("times are compared as they are given, beyond the milliseconds that a job has too", async () => {
  const partner = await api.newPartner();
  const created_at = "2026-01-01T00:00:00.456Z";
  await storeJobs(partner.organizationId, 1, () => ({ created_at }));
  const count = async (query: Record<string, string>) => (await list(partner, query)).items.length;
  expect(await count({ created_to: "2026-01-01T00:00:00.4561Z" })).toBe(1);
  expect(await count({ created_to: "2026-01-01T00:00:00.456000000Z" })).toBe(0);
  expect(await count({ created_from: "2026-01-01T00:00:00.456000001Z" })).toBe(0);
  expect(await count({ created_from: "2026-01-01T00:00:00.4560Z" })).toBe(1);
});

test("a date-time is RFC 3339's, and its letters may be small", async () => {
  const partner = await api.newPartner();
  await storeJobs(partner.organizationId, 1, () => ({ created_at: "2024-02-29T09:00:00.000Z" }));
  expect((await list(partner, { created_from: "2024-02-29t08:59:59z" })).items).toHaveLength(1);
  expect((await list(partner, { created_to: "2024-02-29t10:00:00.0+01:00" })).items).toHaveLength(0);
});

// @contract added.21
test.each<[Record<string, string>, string]>([
  ...[
    "2026-02-30T00:00:00Z",
    "2026-11-22T24:00:00Z",
    "2026-02-29T00:00:00Z",
    "2026-11-31T23:59:59+02:00",
    "2026-11-21 09:00:00Z",
  ].map((created_from): [Record<string, string>, string] => [
    { created_from },
    "created_from must be a date-time such as 2026-11-21T09:00:00Z.",
  ]),
  [{ status: "ended" }, "status must be one of ingesting, queued, running, succeeded, failed."],
  [{ status: "" }, "status must be one of ingesting, queued, running, succeeded, failed."],
  [{ created_from: "2026-11-21" }, "created_from must be a date-time such as 2026-11-21T09:00:00Z."],
  [{ created_to: "" }, "created_to must be a date-time such as 2026-11-21T09:00:00Z."],
  [
    { created_to: "9999-12-31T23:59:59-01:00" },
    "created_to must be a date-time such as 2026-11-21T09:00:00Z.",
  ],
  [{ reference: "x".repeat(201) }, "reference must have at most 200 characters."],
  [{ limit: "201" }, "limit must be at most 200."],
  [
    { created_from: "2026-11-21T09:00:00Z", created_to: "2026-11-21T09:00:00Z" },
    "created_to must be later than created_from.",
  ],
  [{ state: "failed" }, "state is not a query parameter of this request."],
])("the query %j is refused", async (query, message) => {
  const partner = await api.newPartner();
  expect(await partner.send("listGenerations", { query })).toMatchObject({
    status: 422,
    body: { error: { code: "validation_error", message } },
  });
});

// @contract added.22
test("a cursor continues only its own list: not another organization's, nor one of other filters", async () => {
  const [partner, other] = [await api.newPartner(), await api.newPartner()];
  for (const { organizationId } of [partner, other]) await storeJobs(organizationId, 12, jobAt);
  const query = { status: "succeeded" };
  const { next_cursor: cursor } = await list(partner, { ...query, limit: "1" });
  const theirs = await list(other, { ...query, limit: "1" });
  expect((await list(partner, { ...query, cursor: cursor ?? "", limit: "200" })).items).toHaveLength(8);
  for (const refused of [
    { cursor: cursor ?? "" },
    { ...query, reference: "listing 1", cursor: cursor ?? "" },
    { ...query, created_from: "2026-01-01T00:00:00Z", cursor: cursor ?? "" },
    { ...query, cursor: theirs.next_cursor ?? "" },
    { ...query, cursor: `${cursor}x` },
  ])
    expect(await partner.send("listGenerations", { query: refused })).toMatchObject({
      status: 400,
      body: { error: { code: "bad_request" } },
    });
  expect((await partner.send("listBillingEvents", { query: { cursor: cursor ?? "" } })).status).toBe(400);
});

/** Each quote of a text is two bytes of JSON, and four of an answer. */
const longest = [
  ["quotes", '"'],
  ["letters", "m"],
] as const;
// @contract added.23
test.each(isFullRun ? longest : longest.slice(0, 1))(
  "a page of 200 jobs with the longest metadata, of %s, stays below the 6 MB that Lambda answers, and none is lost",
  async (_what, character) => {
    const partner = await api.newPartner();
    const value = character.repeat(character === '"' ? 810 : 1620);
    const metadata = Object.fromEntries(
      Array.from({ length: 20 }, (_, index) => [`property ${index}`, value]),
    );
    await storeJobs(partner.organizationId, 200, (index) => ({
      ...jobOf(partner),
      ...jobAt(index),
      status: "succeeded",
      metadata,
    }));
    const ids: string[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const started = performance.now();
      const reply = await partner.send("listGenerations", {
        query: { limit: "200", ...(cursor && { cursor }) },
      });
      const bytes = Buffer.byteLength(JSON.stringify({ statusCode: 200, body: reply.text }));
      console.log(
        `${reply.body.items.length} jobs with metadata of ${JSON.stringify(metadata).length} bytes: ` +
          `an answer of ${bytes} bytes in ${Math.round(performance.now() - started)} ms`,
      );
      expect(bytes).toBeLessThan(6_000_000);
      ids.push(...reply.body.items.map(({ job_id }: Generation) => job_id));
      cursor = reply.body.next_cursor;
    }
    expect(new Set(ids).size).toBe(200);
    expect(ids).toHaveLength(200);
  },
  60_000,
);

test("a job is written into its lists once, when it is created: two write units for each, and none later", async () => {
  const partner = await api.newPartner();
  const asset = await partner.addAsset();
  const written: string[] = [];
  const send = table.send.bind(table);
  const spy = vi.spyOn(table, "send").mockImplementation(async (command: { input: object }) => {
    const lists = JSON.stringify(command.input).match(/#(JOBS"|REFERENCE#)/g) ?? [];
    written.push(...lists.map(() => command.constructor.name));
    return send(command as never);
  });
  const create = async (changes: object) =>
    (await partner.sendOk("createGeneration", { body: refurnish(asset, changes) })).job_id;
  await create({});
  const without = await unitsOf(() => create({}));
  written.length = 0;
  let job_id = "";
  const listed = await unitsOf(async () => {
    job_id = await create({ reference: "listing 1" });
  });
  expect(written).toEqual(["TransactWriteCommand", "TransactWriteCommand"]);
  const reference = { organization_id: partner.organizationId, job_id };
  await api.startInference(reference);
  await finish({ ...reference, outputs: jobOf(partner).outputs }, { awsRequestId: "test" } as Context);
  spy.mockRestore();
  expect(written).toHaveLength(2);
  expect((await partner.sendOk("getGeneration", { id: job_id })).status).toBe("succeeded");
  expect(listed - without).toBe(2);
  console.log("Write units of a create without and with a reference:", without, listed);
});
