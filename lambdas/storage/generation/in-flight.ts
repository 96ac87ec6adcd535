import { paginateScan, type ScanCommandInput, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as v from "valibot";
import { jobStatusesBefore } from "../../domain/generation/generation.ts";
import { InFlight } from "../billing/usage.ts";
import { keys } from "../keys.ts";
import { table, tableName, unlessRefused } from "../table.ts";

/** An organization that counts other jobs in flight than are open; `counted` is null if its number is gone. */
export type Miscount = { organizationId: string; counted: number | null; open: number };

const Counted = v.object({ ...InFlight.entries, pk: v.string() });
const OpenJob = v.object({ organization_id: v.string() });
const openStatuses = Object.fromEntries(
  jobStatusesBefore("failed").map((status, index) => [`:open${index}`, status]),
);

/** Which organizations count other jobs in flight than are open. Scans the table twice. */
export async function findMiscounts(): Promise<Miscount[]> {
  // The numbers first: if a job ends meanwhile its number has changed, and `correctCount` is refused.
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
    .filter((one) => (one.counted ?? 0) !== one.open);
}

/** Counts an organization's open jobs as in flight, and no others; false if its number has changed since it was read. */
export const correctCount = ({ organizationId, counted, open }: Miscount): Promise<boolean> =>
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
