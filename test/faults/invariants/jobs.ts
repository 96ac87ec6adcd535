import type { History } from "../world/history.ts";
import { type Item, isTerminal, type Records } from "./records.ts";

const minutes = 60_000;
const deadline = 60 * minutes;
/** A sweep and the execution that it starts; if a fault hit those, the next hour's. */
const slack = { usual: 6 * minutes, afterFault: 70 * minutes };

/** Every accepted job is there, has ended, in time, and is on no list of work; nothing is in flight. */
export function* checkJobs(history: History, records: Records): Generator<string> {
  const { jobs, items, inFlight } = records;
  yield* findLeft(records, history);
  const known = new Set(jobs.map(({ job_id }) => job_id));
  for (const { reply, operationId } of history.requests.exchanges)
    if (
      reply?.status === 200 &&
      /^(create|regenerate)Generation$/.test(operationId) &&
      !known.has(reply.body.job_id)
    )
      yield `${reply.body.job_id} was accepted and is gone`;
  for (const job of jobs) {
    if (!isTerminal(job)) yield `${job.job_id} never ends: it is ${job.status}`;
    else if (Date.parse(job.completed_at) > latestEnd(job, history))
      yield `${job.job_id} of ${job.created_at} ends late: ${job.completed_at}`;
    if (isTerminal(job) && job.completed_at < job.created_at)
      yield `${job.job_id} of ${job.created_at} ends before it begins: ${job.completed_at}`;
    if ((job.failure === null) !== (job.status === "succeeded"))
      yield `${job.job_id} is ${job.status} with ${job.failure}`;
    if (job.outputs.length > 0 !== (job.status === "succeeded"))
      yield `${job.job_id} is ${job.status} with ${job.outputs.length} outputs`;
  }
  for (const { pk, sk } of items.filter(({ gsi1pk, pk }) => gsi1pk !== undefined && pk !== "ORGS"))
    yield `${pk} ${sk} stays on the sweeper's list`;
  for (const ingest of items.filter(({ sk }) => sk === "INGEST"))
    if (ingest.status !== "ready" && ingest.status !== "failed")
      yield `${ingest.ingest_id} never ends: it is ${ingest.status}`;
  for (const [organization, count] of inFlight)
    if (count !== 0) yield `${organization} has ${count} jobs in flight after all have ended`;
  for (const { machine, name, status } of history.pipeline.executions.values())
    if (status === "RUNNING") yield `The execution ${machine}/${name} never ends`;
}

/**
 * Whether a job, or an ingest, was failed at its deadline without ever having been started: the sweeper, which comes every
 * minute, starts what was not started.
 */
function* findLeft({ items, jobs }: Records, { pipeline }: History): Generator<string> {
  const { executions } = pipeline;
  const overdue = [...executions.values()].filter(({ name }) => name.includes("-overdue-"));
  for (const { job_id, ingest_id } of jobs)
    if (
      ingest_id === null &&
      !executions.has(`generation/${job_id}`) &&
      overdue.some(({ name }) => name.startsWith(job_id))
    )
      yield `${job_id} was never started, and failed at its deadline`;
  for (const { ingest_id, created_at, completed_at } of items.filter(({ sk }) => sk === "INGEST"))
    if (
      !executions.has(`source-ingest/${ingest_id}`) &&
      Date.parse(completed_at) > Date.parse(created_at) + 10 * minutes
    )
      yield `${ingest_id} was never started, and failed at its deadline`;
}

/** A fault near the deadline leaves a job to a later sweep, and a fault near that one to the next. */
function latestEnd({ created_at }: Item, { faultTimes }: History): number {
  const due = Date.parse(created_at) + deadline;
  let latest = due + slack.usual;
  for (const at of faultTimes)
    if (at > due - 10 * minutes && at <= latest) latest = Math.max(latest, at + slack.afterFault);
  return latest;
}
