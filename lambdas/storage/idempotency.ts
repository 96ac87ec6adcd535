import * as v from "valibot";
import { keys } from "./keys.ts";
import { readItem, tableName, transact, type Write } from "./table.ts";

/** Idempotency records are kept 24 hours (contract, limits.2). */
const retentionSeconds = 24 * 3600;

/** A caller's claim on one write, by its Idempotency-Key. */
export type IdempotencyClaim = {
  organizationId: string;
  route: string;
  idempotencyKey: string;
  requestHash: string;
};

export const IdempotencyRecord = v.object({
  request_hash: v.string(),
  response: v.string(),
  expires_at: v.number(),
});
export type IdempotencyRecord = v.InferOutput<typeof IdempotencyRecord>;

export const recordKeyOf = (claim: IdempotencyClaim) =>
  keys.idempotency(claim.organizationId, claim.route, claim.idempotencyKey);
const seconds = (now: Date) => Math.floor(now.getTime() / 1000);
/** An expired record counts as none: DynamoDB deletes expired items only later. */
export const unexpired = (record: IdempotencyRecord | null, now: Date) =>
  record !== null && record.expires_at > seconds(now) ? record : null;

/** The accepted request under this claim's key, if any, of the last 24 hours. */
export const findAccepted = async (claim: IdempotencyClaim, now: Date): Promise<IdempotencyRecord | null> =>
  unexpired(await readItem(IdempotencyRecord, recordKeyOf(claim)), now);

/** The write that records an accepted request and its response; refused if the claim is taken. */
export const recordAccepted = (claim: IdempotencyClaim, response: string, now: Date): Write => ({
  Put: {
    TableName: tableName(),
    Item: {
      ...recordKeyOf(claim),
      request_hash: claim.requestHash,
      response,
      expires_at: seconds(now) + retentionSeconds,
    },
    ConditionExpression: "attribute_not_exists(pk) OR expires_at <= :now",
    ExpressionAttributeValues: { ":now": seconds(now) },
  },
});

/** Records a request whose effect has happened, and may happen twice, with its response; false if the claim is taken. */
export async function keepResponse(claim: IdempotencyClaim, response: string, now: Date): Promise<boolean> {
  const { committed } = await transact({ guards: { accepted_before: recordAccepted(claim, response, now) } });
  return committed;
}
