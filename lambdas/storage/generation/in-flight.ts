import { paginateScan, type ScanCommandInput, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as v from "valibot";
import { jobStatusesBefore } from "../../domain/generation/generation.ts";
import { InFlight } from "../billing/usage.ts";
import { keys } from "../keys.ts";
import { table, tableName, unlessRefused } from "../table.ts";

const Counted = v.object({ ...InFlight.entries, pk: v.string(), recounts: v.optional(v.number(), 0) });
type Count = Pick<v.InferOutput<typeof Counted>, "jobs_in_flight" | "recounts">;

/** An organization that counts other jobs in flight than are open; `counted` is null if its number is gone. */
type Miscount = { organizationId: string; counted: Count | null; open: number };

const OpenJob = v.object({ organization_id: v.string() });
const openStatuses = Object.fromEntries(
  jobStatusesBefore("failed").map((status, index) => [`:open${index}`, status]),
);

/** Whether an organization, or which of all (null), counts other jobs in flight than are open. Scans the table twice. */
export async function findMiscounts(of: string | null): Promise<Miscount[]> {
  // The numbers first: if a job ends meanwhile its number has changed, and its correction is refused.
  const counted = new Map<string, Count>();
  const numbers = {
    FilterExpression: "sk = :sk",
    ExpressionAttributeValues: { ":sk": keys.inFlight("").sk },
  };
  for await (const { pk, ...count } of scan(Counted, numbers))
    counted.set(pk.slice(keys.inFlight("").pk.length), count);
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
    .filter(
      (one) => (one.counted?.jobs_in_flight ?? 0) !== one.open && (of === null || one.organizationId === of),
    );
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

/**
 * Sets an organization's number to its open jobs, unless the number has changed since it was read. A write that arrives late
 * can find the same number again: jobs were copied meanwhile. So recounts are counted too.
 */
const correctCount = ({ organizationId, counted, open }: Miscount): Promise<boolean> =>
  unlessRefused(() =>
    table.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: keys.inFlight(organizationId),
        UpdateExpression: "SET jobs_in_flight = :open ADD recounts :one",
        ConditionExpression:
          counted === null
            ? "attribute_not_exists(jobs_in_flight)"
            : `jobs_in_flight = :counted AND ${asRead(counted)}`,
        ExpressionAttributeValues: {
          ":open": open,
          ":one": 1,
          ...(counted && { ":counted": counted.jobs_in_flight }),
          ...(counted && counted.recounts > 0 && { ":recounts": counted.recounts }),
        },
      }),
    ),
  );

const asRead = ({ recounts }: Count): string =>
  recounts > 0 ? "recounts = :recounts" : "attribute_not_exists(recounts)";

async function* scan<const S extends v.GenericSchema>(
  schema: S,
  filter: Partial<ScanCommandInput>,
): AsyncGenerator<v.InferOutput<S>> {
  const pages = paginateScan({ client: table }, { TableName: tableName(), ConsistentRead: true, ...filter });
  for await (const { Items } of pages) yield* v.parse(v.array(schema), Items ?? []);
}
