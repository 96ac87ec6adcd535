import { afterAll, describe, expect, test } from "vitest";
import {
  type IngestJob,
  newIngestJob,
  sourceAssetId,
} from "../../../../lambdas/domain/source-asset/ingest.ts";
import { generationItem } from "../../../../lambdas/storage/generation/generations.ts";
import { completeIngest, putIngest } from "../../../../lambdas/storage/source-asset/ingests.ts";
import { transact } from "../../../../lambdas/storage/table.ts";
import { newJob } from "../../../support/new-job.ts";
import { day, put, sinceJanuary } from "../../../support/since-january.ts";
import { startTable } from "../../../support/table.ts";
import { transactionsOf } from "../../../support/transactions.ts";

const database = await startTable();
afterAll(() => database.stop());

describe("the end of an ingest", () => {
  /** Stores an ingest for a job of this status, or for none, and returns what ends it. */
  async function storedIngest(jobStatus: "ingesting" | "failed" | null, status: IngestJob["status"]) {
    const { organization_id } = await sinceJanuary();
    const job = newJob(organization_id, { status: jobStatus ?? "ingesting", source_asset_id: null });
    if (jobStatus) await put(generationItem(job));
    const source = { kind: "url" as const, url: "https://example.com/a.jpg" };
    const named = { organization_id, ingest_id: "src_1", job_id: jobStatus && job.job_id };
    const ingest = { ...newIngestJob({ ...named, capture_type: "photo", source }, day("03-05")), status };
    await transact({ guards: {}, writes: [putIngest(ingest)] });
    return () => completeIngest(ingest, sourceAssetId(organization_id, "a"), day("03-06"));
  }
  /** How many transactions the end of an ingest is, and its repetition. */
  async function transactionsFor(jobStatus: "ingesting" | "failed" | null): Promise<number[]> {
    const end = await storedIngest(jobStatus, "ingesting");
    return [await transactionsOf(end), await transactionsOf(end)];
  }

  test("is one transaction, also for the job that waits for it", async () => {
    expect(await transactionsFor(null)).toEqual([1, 1]);
    expect(await transactionsFor("ingesting")).toEqual([1, 1]);
  });

  test("is another one if the job has ended meanwhile", async () => {
    expect(await transactionsFor("failed")).toEqual([2, 1]);
  });

  test("fails if it has not begun", async () => {
    const end = await storedIngest(null, "queued");
    await expect(end()).rejects.toThrow("could not be ended");
  });
});
