import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as v from "valibot";
import { periodStartingAt } from "../../domain/billing/period.ts";
import { type Reached, reachedThresholds, type ThresholdEvent } from "../../domain/billing/thresholds.ts";
import type { Organization } from "../../domain/organization/organization.ts";
import { keys } from "../keys.ts";
import { listUnder, table, tableName, unlessRefused } from "../table.ts";

/** Remembers something in the totals of a period under a name; false if something is remembered already. */
export const rememberInPeriod = (
  organizationId: string,
  periodStart: string,
  name: string,
  what: string | Reached,
): Promise<boolean> =>
  unlessRefused(() =>
    table.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: keys.usage(organizationId, periodStart),
        UpdateExpression: "SET #name = :what",
        ConditionExpression: "attribute_not_exists(#name)",
        ExpressionAttributeNames: { "#name": name },
        ExpressionAttributeValues: { ":what": what },
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
