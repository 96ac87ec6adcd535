import { paginateScan, type ScanCommandInput, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as v from "valibot";
import { jobStatusesBefore } from "../../domain/generation/generation.ts";
import { InFlight } from "../billing/usage.ts";
import { keys } from "../keys.ts";
import { table, tableName, unlessRefused } from "../table.ts";

/** An organization that counts other jobs in flight than are open; `counted` is null if its number is gone. */
type Miscount = { organizationId: string; counted: number | null; open: number };

const Counted = v.object({ ...InFlight.entries, pk: v.string() });
const OpenJob = v.object({ organization_id: v.string() });
const openStatuses = Object.fromEntries(
  jobStatusesBefore("failed").map((status, index) => [`:open${index}`, status]),
);

/** Whether an organization, or which of all (null), counts other jobs in flight than are open. Scans the table twice. */
export async function findMiscounts(of: string | null): Promise<Miscount[]> {
  // The numbers first: if a job ends meanwhile its number has changed, and its correction is refused.
  const counted = new Map<string, number>();
  const numbers = {
    FilterExpression: "sk = :sk",
    ExpressionAttributeValues: { ":sk": keys.inFlight("").sk },
  };
  for await (const { pk, jobs_in_flight } of scan(Counted, numbers))
    counted.set(pk.slice(keys.inFlight("").pk.length), jobs_in_flight);
  const open = new Map<string, number>();
  const jobs = {
    FilterExpression: `sk = :sk AND #status IN (${Object.keys(openStatuses).join(", ")})`,
    ExpressionAttributeNames: { "#status": "status" },
    ExpressionAttributeValues: { ":sk": keys.generation("", "").sk, ...openStatuses },
  };
  for await (const { organization_id } of scan(OpenJob, jobs))
    open.set(organization_id, (open.get(organization_id) ?? 0) + 1);
  return [...new Set([...counted.keys(), ...open.keys()])]
    .map((id) => ({ organizationId: id, counted: counted.get(id) ?? null, open: open.get(id) ?? 0 }))
    .filter((one) => (one.counted ?? 0) !== one.open && (of === null || one.organizationId === of));
}

/**
 * Counts the open jobs of an organization, or of all (null), as in flight, and no others; false if jobs begin and end all the
 * while. Jobs that are copied afterwards take a slot each: however far a copy gets, the count is right.
 */
export async function recountInFlight(of: string | null): Promise<boolean> {
  for (let tries = 0; tries < 5; tries++) {
    const miscounts = await findMiscounts(of);
    if (miscounts.length === 0) return true;
    for (const miscount of miscounts) await correctCount(miscount);
  }
  return false;
}

/** Sets an organization's number to its open jobs, unless the number has changed since it was read. */
const correctCount = ({ organizationId, counted, open }: Miscount): Promise<boolean> =>
  unlessRefused(() =>
    table.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: keys.inFlight(organizationId),
        UpdateExpression: "SET jobs_in_flight = :open",
        ConditionExpression:
          counted === null ? "attribute_not_exists(jobs_in_flight)" : "jobs_in_flight = :counted",
        ExpressionAttributeValues: { ":open": open, ...(counted !== null && { ":counted": counted }) },
      }),
    ),
  );

async function* scan<const S extends v.GenericSchema>(
  schema: S,
  filter: Partial<ScanCommandInput>,
): AsyncGenerator<v.InferOutput<S>> {
  const pages = paginateScan({ client: table }, { TableName: tableName(), ConsistentRead: true, ...filter });
  for await (const { Items } of pages) yield* v.parse(v.array(schema), Items ?? []);
}
