import canonicalize from "canonicalize";
import { keys } from "../../../lambdas/storage/keys.ts";
import { ask } from "../aws/table.ts";
import type { WireAnswer, WireRequest } from "../simulation/activity.ts";
import { watchIndex } from "./index-watch.ts";

type Item = Record<string, { S?: string; N?: string; L?: unknown[]; M?: unknown; NULL?: boolean }>;
export type SeenJob = {
  organizationId: string;
  jobId: string;
  status: string;
  ended: string | null | undefined;
};
type Parts = {
  tableName: string;
  report: (violation: string) => void;
  /** The largest cap that a create at this moment may know of. */
  capOf: (organizationId: string) => number;
};
export type TableWatch = ReturnType<typeof watchTable>;

const follows: Record<string, readonly string[]> = {
  ingesting: ["queued", "failed"],
  queued: ["running", "failed"],
  running: ["succeeded", "failed"],
  succeeded: [],
  failed: [],
};
const isTerminal = (status: string) => follows[status]?.length === 0;
const writes = new Set(["TransactWriteItems", "PutItem", "UpdateItem", "DeleteItem", "BatchWriteItem"]);

/**
 * Looks at the table after each write that may have changed a job or a number in flight, and reports at once what must
 * never be: a job that ends twice or goes back, a cap exceeded, a number in flight that is not the number of jobs.
 */
export function watchTable({ tableName, report, capOf }: Parts) {
  const jobs = new Map<string, SeenJob>();
  const inFlight = new Map<string, number>();
  /** Organizations that have lost jobs, until these are restored: how many are open says nothing then. */
  const damaged = new Set<string>();
  const index = watchIndex(tableName);

  async function note(request: WireRequest, { status }: WireAnswer): Promise<void> {
    const operation = (request.headers["x-amz-target"] ?? "").split(".")[1] ?? "";
    if (status !== 200 || !writes.has(operation)) return;
    index.hasChanged();
    const written = keysOf(JSON.parse(request.body.toString())).filter(
      ({ sk }) => sk === "JOB" || sk === "INFLIGHT",
    );
    if (written.length === 0) return;
    const Keys = written.map(({ pk, sk }) => ({ pk: { S: pk }, sk: { S: sk } }));
    const { Responses } = await ask("BatchGetItem", {
      RequestItems: { [tableName]: { Keys, ConsistentRead: true } },
    });
    const items: Item[] = Responses[tableName];
    for (const item of items) if (item.sk?.S === "JOB") noteJob(item);
    for (const item of items) if (item.sk?.S === "INFLIGHT") noteInFlight(item);
  }

  function noteJob(item: Item): void {
    const [organizationId = "", jobId = ""] = [item.organization_id?.S, item.job_id?.S];
    const status = item.status?.S ?? "";
    const ended = isTerminal(status) ? canonicalize([item.completed_at, item.outputs, item.failure]) : null;
    const before = jobs.get(jobId);
    jobs.set(jobId, { organizationId, jobId, status, ended });
    if (!before) {
      if (status !== "queued" && status !== "ingesting") report(`${jobId} begins as ${status}`);
    } else if (before.ended !== null && (before.ended !== ended || before.status !== status))
      report(`${jobId} changes after its end: ${before.status} ${before.ended} becomes ${status} ${ended}`);
    else if (before.status !== status && !follows[before.status]?.includes(status))
      report(`${jobId} goes from ${before.status} to ${status}`);
  }

  const openJobs = (organizationId: string): number =>
    [...jobs.values()].filter((job) => job.organizationId === organizationId && job.ended === null).length;

  function noteInFlight(item: Item): void {
    const organizationId = (item.pk?.S ?? "").slice("ORG#".length);
    const count = Number(item.jobs_in_flight?.N);
    const open = openJobs(organizationId);
    if (damaged.has(organizationId)) return void inFlight.set(organizationId, count);
    if (count !== open) report(`${organizationId} has ${open} jobs in flight, and ${count} are counted`);
    if (count > (inFlight.get(organizationId) ?? 0) && count > capOf(organizationId))
      report(`${organizationId} has ${count} jobs in flight, and its cap is ${capOf(organizationId)}`);
    inFlight.set(organizationId, count);
  }

  return {
    jobs,
    openJobs,
    note,
    /** Jobs of an organization are lost, which does not count until `restored`: then each open one has its slot again. */
    lost: (organizationId: string): void => void damaged.add(organizationId),
    restored: async (organizationId: string): Promise<void> => {
      damaged.delete(organizationId);
      const { pk, sk } = keys.inFlight(organizationId);
      const { Item } = await ask("GetItem", {
        TableName: tableName,
        Key: { pk: { S: pk }, sk: { S: sk } },
        ConsistentRead: true,
      });
      noteInFlight(Item ?? { pk: { S: pk }, jobs_in_flight: { N: "0" } });
    },
    nextSweep: index.nextSweep,
    asBefore: index.asBefore,
  };
}

type Keyed = { pk?: { S: string }; sk?: { S: string } };

function keysOf(input: ReturnType<JSON["parse"]>): { pk: string; sk: string }[] {
  const found: { pk: string; sk: string }[] = [];
  const add = ({ pk, sk }: Keyed) => found.push({ pk: pk?.S ?? "", sk: sk?.S ?? "" });
  for (const { Put, Update } of input.TransactItems ?? []) add(Put?.Item ?? Update?.Key ?? {});
  if (input.Key) add(input.Key);
  if (input.Item) add(input.Item);
  return found;
}
