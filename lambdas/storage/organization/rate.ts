import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as v from "valibot";
import { rateWindow } from "../../domain/organization/limits.ts";
import { keys } from "../keys.ts";
import { table, tableName } from "../table.ts";

export type Quota = { name: string; limit: number };
/** Whether the request was within every quota, and how much is left of the smallest, for the response's headers. */
export type RateDecision = { granted: boolean; remaining: number; secondsLeft: number };

const Counts = v.record(v.string(), v.unknown());
const Count = v.optional(v.number(), 0);

/**
 * Counts one request of `subject` against all quotas of the current minute, or none if one is used up:
 * one UpdateItem, one condition.
 */
export async function countInWindow(
  subject: string,
  quotas: [Quota, ...Quota[]],
  now: Date,
): Promise<RateDecision> {
  const window = rateWindow(now);
  const indexed = quotas.map((quota, index) => ({ ...quota, attribute: `#q${index}`, bound: `:l${index}` }));
  try {
    const { Attributes } = await table.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: keys.rateWindow(subject, window.start),
        UpdateExpression: `ADD ${indexed.map((q) => `${q.attribute} :one`).join(", ")} SET expires_at = :expires`,
        ConditionExpression: indexed
          .map((q) => `(attribute_not_exists(${q.attribute}) OR ${q.attribute} < ${q.bound})`)
          .join(" AND "),
        ExpressionAttributeNames: Object.fromEntries(indexed.map((q) => [q.attribute, q.name])),
        ExpressionAttributeValues: {
          ":one": 1,
          ":expires": Math.floor(now.getTime() / 1000) + 3600,
          ...Object.fromEntries(indexed.map((q) => [q.bound, q.limit])),
        },
        ReturnValues: "ALL_NEW",
      }),
    );
    const counts = v.parse(Counts, Attributes);
    const left = quotas.map(({ name, limit }) => limit - v.parse(Count, counts[name]));
    return { granted: true, remaining: Math.max(0, Math.min(...left)), secondsLeft: window.secondsLeft };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return { granted: false, remaining: 0, secondsLeft: window.secondsLeft };
  }
}
