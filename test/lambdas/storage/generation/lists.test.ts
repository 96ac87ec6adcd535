import { BatchGetCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, expect, test } from "vitest";
import type { Generation } from "../../../../lambdas/domain/generation/generation.ts";
import { listGenerations, positionOf } from "../../../../lambdas/storage/generation/lists.ts";
import { tableName } from "../../../../lambdas/storage/table.ts";
import { commandsOf, unitsOf } from "../../../support/capacity.ts";
import { storeJobs } from "../../../support/listed-jobs.ts";
import { addOrganization } from "../../../support/partner.ts";
import { startTable } from "../../../support/table.ts";

const database = await startTable();
afterAll(() => database.stop());

/** An organization with so many jobs, newest first. */
async function organizationWith(count: number, of: (index: number) => Partial<Generation>) {
  const { organizationId } = await addOrganization();
  const jobs = await storeJobs(organizationId, count, (index) => ({
    created_at: new Date(Date.UTC(2026, 0, 1) - index * 1000).toISOString(),
    ...of(index),
  }));
  const all = { status: null, reference: null, listing: null, from: null, to: null };

  /** A page, as indexes of its jobs, with how many entries its queries ask for and how many jobs its batches read. */
  async function page(limit: number, status: Generation["status"] | null = null) {
    let read: Awaited<ReturnType<typeof listGenerations>> = { jobs: [], last: null, readUnits: 0 };
    const commands = await commandsOf(async () => {
      read = await listGenerations(organizationId, { ...all, status }, { after: null, limit });
    });
    const { jobs: found, last } = read;
    return {
      found: found.map(({ job_id }) => jobs.findIndex((job) => job.job_id === job_id)),
      last: last && jobs.findIndex((job) => positionOf(job) === last),
      queried: commands.flatMap((one) => (one instanceof QueryCommand ? [one.input.Limit] : [])),
      read: commands.flatMap((one) =>
        one instanceof BatchGetCommand ? [one.input.RequestItems?.[tableName()]?.Keys?.length] : [],
      ),
    };
  }
  return { organizationId, page, all };
}

/** The indexes below `end` from `start` on, `step` apart. */
const steps = (start: number, end: number, step: number) =>
  Array.from({ length: Math.ceil((end - start) / step) }, (_, index) => start + index * step);

test("a page of any jobs is one query, for one more than it holds, and one batch", async () => {
  const { page } = await organizationWith(10, () => ({}));
  expect(await page(4)).toEqual({ found: [0, 1, 2, 3], last: 3, queried: [5], read: [4] });
  expect(await page(10)).toMatchObject({ found: steps(0, 10, 1), last: null, queried: [11] });
  expect(await page(11)).toMatchObject({ found: steps(0, 10, 1), last: null, queried: [12] });
});

test("a page of jobs of one status examines as many as those found so far make likely", async () => {
  const isWanted = (index: number) => (index < 25 ? index % 5 === 0 : index % 25 === 0);
  const { page } = await organizationWith(400, (index) => ({
    status: isWanted(index) ? "failed" : "succeeded",
  }));
  expect(await page(20, "failed")).toEqual({
    found: [...steps(0, 25, 5), ...steps(25, 376, 25)],
    last: 375,
    queried: [26, 76, 151, 109, 26],
    // A batch has at most 100 keys.
    read: [25, 75, 100, 50, 100, 8, 25],
  });
});

test("a page of a status that no job has examines 200 at once, and ends with the list", async () => {
  const { page } = await organizationWith(300, () => ({}));
  expect(await page(20, "failed")).toMatchObject({ found: [], last: null, queried: [26, 201, 201] });
  const exact = await organizationWith(25, () => ({}));
  expect(await exact.page(20, "failed")).toMatchObject({ found: [], last: null, queried: [26] });
});

test("a page ends once it has cost a thousand read units, and says what it cost", async () => {
  const metadata = { text: "x".repeat(20_000) };
  const { organizationId, all } = await organizationWith(400, () => ({ metadata }));
  let read = { readUnits: 0, last: "" as string | null };
  const units = await unitsOf(async () => {
    read = await listGenerations(organizationId, { ...all, status: "failed" }, { after: null, limit: 20 });
  });
  expect(read).toMatchObject({ readUnits: units, last: expect.any(String) });
  expect(read.readUnits).toBeGreaterThanOrEqual(1000);
});
