import canonicalize from "canonicalize";
import { json } from "../aws/answers.ts";
import { ask } from "../aws/table.ts";
import type { WireAnswer, WireRequest } from "../simulation/activity.ts";

type Item = Record<string, { S?: string; N?: string; L?: unknown[]; M?: unknown; NULL?: boolean }>;
type Entry = { pk: string; sk: string; gsi1pk: string; gsi1sk: string };
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
  let snapshot: Entry[] = [];
  let isStale = true;

  async function note(request: WireRequest, { status }: WireAnswer): Promise<void> {
    const operation = (request.headers["x-amz-target"] ?? "").split(".")[1] ?? "";
    if (status !== 200 || !writes.has(operation)) return;
    isStale = true;
    const keys = keysOf(JSON.parse(request.body.toString())).filter(
      ({ sk }) => sk === "JOB" || sk === "INFLIGHT",
    );
    if (keys.length === 0) return;
    const Keys = keys.map(({ pk, sk }) => ({ pk: { S: pk }, sk: { S: sk } }));
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

  function noteInFlight(item: Item): void {
    const organizationId = (item.pk?.S ?? "").slice("ORG#".length);
    const count = Number(item.jobs_in_flight?.N);
    const open = [...jobs.values()].filter(
      (job) => job.organizationId === organizationId && job.ended === null,
    ).length;
    if (count !== open) report(`${organizationId} has ${open} jobs in flight, and ${count} are counted`);
    if (count > (inFlight.get(organizationId) ?? 0) && count > capOf(organizationId))
      report(`${organizationId} has ${count} jobs in flight, and its cap is ${capOf(organizationId)}`);
    inFlight.set(organizationId, count);
  }

  async function readIndex(): Promise<Entry[]> {
    const { Items } = await ask("Scan", { TableName: tableName, IndexName: "open-work" });
    return Items.map((item: Item) => ({
      pk: item.pk?.S ?? "",
      sk: item.sk?.S ?? "",
      gsi1pk: item.gsi1pk?.S ?? "",
      gsi1sk: item.gsi1sk?.S ?? "",
    }));
  }

  return {
    jobs,
    note,
    /**
     * When the sweeper has something to do next, in milliseconds, null if never; and whether that is more than to close the
     * billing periods to come. Keeps the index for stale reads.
     */
    nextSweep: async () => {
      if (isStale) snapshot = await readIndex();
      isStale = false;
      const times = snapshot.map(({ gsi1sk }) => Date.parse(gsi1sk.split("#")[0] ?? ""));
      const isWorkLeft = snapshot.some(({ pk }) => pk !== "ORGS");
      return { due: times.length > 0 ? Math.min(...times) : null, isWorkLeft };
    },
    /** A query of the index, answered as the index was when the sweeper was last due. */
    asBefore: ({ ExpressionAttributeValues: values }: ReturnType<JSON["parse"]>): WireAnswer => {
      const found = snapshot
        .filter(({ gsi1pk, gsi1sk }) => gsi1pk === values[":shard"].S && gsi1sk <= values[":now"].S)
        .sort((a, b) => (a.gsi1sk < b.gsi1sk ? -1 : 1));
      const Items = found.map((entry) =>
        Object.fromEntries(Object.entries(entry).map(([name, S]) => [name, { S }])),
      );
      return json({ Items, Count: Items.length, ScannedCount: Items.length });
    },
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
