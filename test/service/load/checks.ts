import { execFileSync } from "node:child_process";
import { join } from "node:path";
import type { GenerationJob } from "@image-staging/client";
import * as v from "valibot";
import type { LoadPartner } from "./partners.ts";
import type { Webhooks } from "./webhooks.ts";

const Books = v.array(
  v.object({
    organizationId: v.string(),
    jobsInFlight: v.number(),
    open: v.number(),
    differences: v.number(),
  }),
);

export type Check = { what: string; found: number; expected: number };

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** What an organization's API says of its jobs. */
async function readJobs({ client, accepted, organizationId }: LoadPartner) {
  const jobs = await collect(client.generations.list({ limit: 200 }));
  const events = await collect(client.billing.events({ limit: 200 }));
  const summary = await client.usage.summary();
  const succeeded = new Set(jobs.filter(({ status }) => status === "succeeded").map(({ job_id }) => job_id));
  const charged = new Set(events.map(({ job_id }) => job_id));
  return {
    organizationId,
    jobs,
    summary,
    events,
    lost: accepted.filter((id) => !jobs.some(({ job_id }) => job_id === id)).length,
    unasked: jobs.filter(({ job_id }) => !accepted.includes(job_id)).length,
    wrongEvents: events.length - charged.size + charged.symmetricDifference(succeeded).size,
  };
}

const hasEnded = ({ status }: GenerationJob) => status === "succeeded" || status === "failed";

/** Waits until every job has been announced to its receiver: a service that was killed resumes deliveries. */
export async function missingWebhooks(partners: LoadPartner[], { delivered }: Webhooks, limitMs: number) {
  const missing = () => partners.flatMap(({ accepted }) => accepted).filter((id) => !delivered.has(id));
  for (const deadline = Date.now() + limitMs; Date.now() < deadline && missing().length > 0; )
    await new Promise((resolve) => setTimeout(resolve, 500));
  return missing();
}

/** Whether every accepted job has ended once, was charged once and announced once, and nothing is left open. */
export async function checkAll(
  partners: LoadPartner[],
  environment: Record<string, string>,
  webhooks: Webhooks,
): Promise<Check[]> {
  const all = await Promise.all(partners.map(readJobs));
  const jobs = all.flatMap((one) => one.jobs);
  const program = join(import.meta.dirname, "books.ts");
  const ids = partners.map(({ organizationId }) => organizationId);
  const env = { ...process.env, ...environment };
  const books = v.parse(
    Books,
    JSON.parse(execFileSync(process.execPath, [program, ...ids], { env }).toString()),
  );
  const messages = [...webhooks.delivered.values()];
  const counted = (name: "total" | "succeeded" | "failed") =>
    sum(all.map(({ summary }) => summary.jobs[name]));
  for (const [code, failed] of Map.groupBy(
    jobs.filter(({ status }) => status === "failed"),
    ({ failure }) => `${failure?.code}: ${failure?.message}`,
  ))
    console.log(`  ${failed.length} failed with ${code}`);
  const check = (what: string, found: number, expected = 0): Check => ({ what, found, expected });
  return [
    check("accepted jobs that the list has not", sum(all.map(({ lost }) => lost))),
    check("jobs in the list that nobody asked for", sum(all.map(({ unasked }) => unasked))),
    check("jobs that have not ended", jobs.filter((job) => !hasEnded(job)).length),
    check("jobs that the usage counts", counted("total"), jobs.length),
    check(
      "of them succeeded",
      counted("succeeded"),
      jobs.filter(({ status }) => status === "succeeded").length,
    ),
    check("of them failed", counted("failed"), jobs.filter(({ status }) => status === "failed").length),
    check("ledger events too many or too few", sum(all.map(({ wrongEvents }) => wrongEvents))),
    check("periods in which ledger and usage differ", sum(books.map(({ differences }) => differences))),
    check("jobs in flight", sum(books.map(({ jobsInFlight }) => jobsInFlight))),
    check("jobs and ingests that are left to the sweeper", sum(books.map(({ open }) => open))),
    check(
      "accepted jobs without a webhook",
      jobs.filter(({ job_id }) => !webhooks.delivered.has(job_id)).length,
    ),
    check("jobs announced under several ids", messages.filter((ids) => ids.size > 1).length),
    check("webhooks that did not verify", webhooks.refused.length),
  ];
}
