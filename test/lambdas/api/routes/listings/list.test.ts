import { afterAll, expect, test } from "vitest";
import { startApi } from "../../../../support/api.ts";
import type { Partner } from "../../../../support/partner.ts";
import { proCapture, refurnish } from "../../../../support/requests.ts";

const api = await startApi();
afterAll(() => api.stop());

async function createIn(partner: Partner, asset: string, listing: string, reference?: string) {
  const body = proCapture(asset, { listing, reference });
  return (await partner.sendOk("createGeneration", { body })).job_id as string;
}

/** What a field of every page has, page by page. */
async function pages(partner: Partner, limit: string, call: { id?: string } = {}) {
  const found: string[][] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const query = { limit, ...(cursor && { cursor }) };
    const page: { items: { listing: string; job_id: string }[]; next_cursor: string | null } =
      await partner.sendOk(call.id === undefined ? "listListings" : "getListing", { ...call, query });
    found.push(page.items.map(({ listing, job_id }) => job_id ?? listing));
    cursor = page.next_cursor;
  }
  return found;
}

// @contract added.61
test("the listing of a job is echoed, filters the list of jobs, and is a regenerate's, too", async () => {
  const partner = await api.newPartner();
  const asset = await partner.addAsset();
  const body = refurnish(asset, { listing: "elm-street-5", reference: "a", style_preset: "scandi" });
  const job = await partner.sendOk("createGeneration", { body });
  expect(job).toMatchObject({ listing: "elm-street-5" });
  const again = await partner.sendOk("regenerateGeneration", { id: job.job_id, body: { reference: "b" } });
  expect(again).toMatchObject({ listing: "elm-street-5", parent_job_id: job.job_id });
  const none = await partner.sendOk("createGeneration", { body: refurnish(asset) });
  expect(none.listing).toBeNull();

  const list = async (query: Record<string, string>) =>
    (await partner.sendOk("listGenerations", { query })).items.map(({ job_id }: typeof job) => job_id);
  expect(await list({ listing: "elm-street-5" })).toEqual([again.job_id, job.job_id]);
  expect(await list({ listing: "elm-street-5", reference: "a" })).toEqual([job.job_id]);
  expect(await list({ listing: "elm-street-5", status: "failed" })).toEqual([]);
  expect(await list({ listing: "elm-street-6" })).toEqual([]);
  expect(
    await partner.send("regenerateGeneration", { id: job.job_id, body: { listing: "elm-street-6" } }),
  ).toMatchObject({ status: 400, body: { error: { code: "bad_request" } } });
});

test.each([
  ["A.b_c-1", 200],
  ["x".repeat(100), 200],
  ["x".repeat(101), 422],
  ["", 422],
  ["Elm Street 5", 422],
  ["Straße", 422],
  [".", 422],
  ["..", 422],
  ["...", 200],
  [null, 200],
])("a listing named %j is answered %i", async (listing, status) => {
  const partner = await api.newPartner();
  const body = proCapture(await partner.addAsset(), { listing });
  expect(await partner.send("createGeneration", { body })).toMatchObject({ status });
});

test("the same key with another listing is another request", async () => {
  const partner = await api.newPartner();
  const asset = await partner.addAsset();
  const headers = { "Idempotency-Key": "one" };
  await partner.sendOk("createGeneration", { body: proCapture(asset, { listing: "a" }), headers });
  expect(
    await partner.send("createGeneration", { body: proCapture(asset, { listing: "b" }), headers }),
  ).toMatchObject({ status: 409, body: { error: { code: "idempotency_conflict" } } });
});

// @contract added.64
test("listings are paged by their names, and a listing's jobs from the newest on", async () => {
  const [partner, other] = [await api.newPartner(), await api.newPartner()];
  const asset = await partner.addAsset();
  const jobs: string[] = [];
  for (const listing of ["b", "a", "B", "b", "b"]) jobs.push(await createIn(partner, asset, listing));
  expect(await pages(partner, "2")).toEqual([["B", "a"], ["b"]]);
  expect(await pages(partner, "3")).toEqual([["B", "a", "b"]]);
  expect(await pages(other, "3")).toEqual([[]]);
  expect(await pages(partner, "2", { id: "b" })).toEqual([[jobs[4], jobs[3]], [jobs[0]]]);
  expect(await partner.sendOk("getListing", { id: "b" })).toMatchObject({
    listing: "b",
    counts: { total: 3, in_progress: 3, succeeded: 0, failed: 0 },
    partially_completed: null,
    first_job: { job_id: jobs[0] },
    last_job: { job_id: jobs[4] },
    closed_at: null,
    completed_at: null,
  });
});

test("a cursor of one listing is none of another", async () => {
  const partner = await api.newPartner();
  const asset = await partner.addAsset();
  for (const listing of ["a", "a", "b"]) await createIn(partner, asset, listing);
  const { next_cursor } = await partner.sendOk("getListing", { id: "a", query: { limit: "1" } });
  const query = { cursor: next_cursor };
  expect(await partner.send("getListing", { id: "b", query })).toMatchObject({ status: 400 });
  expect(await partner.send("getListing", { id: "a", query })).toMatchObject({ status: 200 });
});
