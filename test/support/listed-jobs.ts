import { BatchWriteCommand } from "@aws-sdk/lib-dynamodb";
import { ulid } from "ulid";
import type { Generation } from "../../lambdas/domain/generation/generation.ts";
import { generationItem } from "../../lambdas/storage/generation/generations.ts";
import { listKeysOf } from "../../lambdas/storage/generation/lists.ts";
import { table, tableName } from "../../lambdas/storage/table.ts";
import { newJob } from "./new-job.ts";

/** Stores jobs with their entries in the lists, as creates do, but in bulk. `of` gives what is special of each. */
export async function storeJobs(
  organizationId: string,
  count: number,
  of: (index: number) => Partial<Generation>,
): Promise<Generation[]> {
  const jobs = Array.from({ length: count }, (_, index) =>
    newJob(organizationId, { job_id: `job_${ulid()}`, ...of(index) }),
  );
  const items = jobs.flatMap((job) => [generationItem(job), ...listKeysOf(job)]);
  const starts = Array.from({ length: Math.ceil(items.length / 25) }, (_, batch) => batch * 25);
  await Promise.all(
    starts.map((start) => {
      const requests = items.slice(start, start + 25).map((Item) => ({ PutRequest: { Item } }));
      return table.send(new BatchWriteCommand({ RequestItems: { [tableName()]: requests } }));
    }),
  );
  return jobs;
}
