import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as v from "valibot";
import { periodStartingAt } from "../../domain/billing/period.ts";
import { Reached, reachedThresholds, type ThresholdEvent } from "../../domain/billing/thresholds.ts";
import type { Organization } from "../../domain/organization/organization.ts";
import { retryOnContention } from "../contention.ts";
import { keys } from "../keys.ts";
import { listUnder, table, tableName, unlessRefused } from "../table.ts";

/**
 * Remembers how a threshold was reached in the totals of its period, under a name. Returns what is remembered: what was
 * found first, also by an earlier try of this write if its answer was lost.
 */
export async function rememberReached(
  organizationId: string,
  periodStart: string,
  name: string,
  reached: Reached,
): Promise<Reached> {
  const { Attributes } = await retryOnContention(() =>
    table.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: keys.usage(organizationId, periodStart),
        UpdateExpression: "SET #name = if_not_exists(#name, :reached)",
        ExpressionAttributeNames: { "#name": name },
        ExpressionAttributeValues: { ":reached": reached },
        ReturnValues: "UPDATED_NEW",
      }),
    ),
  );
  return v.parse(Reached, Attributes?.[name]);
}

/** Remembers in the totals of a period, under a name, when a threshold was announced; false if that is known already. */
export const rememberAnnounced = (
  organizationId: string,
  periodStart: string,
  name: string,
  at: string,
): Promise<boolean> =>
  unlessRefused(() =>
    table.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: keys.usage(organizationId, periodStart),
        UpdateExpression: "SET #name = :at",
        ConditionExpression: "attribute_not_exists(#name)",
        ExpressionAttributeNames: { "#name": name },
        ExpressionAttributeValues: { ":at": at },
      }),
    ),
  );

const Period = v.looseObject({ sk: v.string() });

/** The events of every threshold that an organization has reached, oldest period first. For operators. */
export async function listReachedThresholds({
  organization_id,
  anchors,
}: Pick<Organization, "organization_id" | "anchors">): Promise<ThresholdEvent[]> {
  const start = keys.usage(organization_id, "");
  const items = await listUnder(Period, start);
  return items.flatMap(({ sk, ...remembered }) => {
    const period = periodStartingAt(anchors, new Date(sk.slice(start.sk.length)));
    return period ? reachedThresholds(organization_id, period, remembered) : [];
  });
}
