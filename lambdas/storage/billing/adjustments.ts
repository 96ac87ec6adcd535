import * as v from "valibot";
import { Adjustment } from "../../domain/billing/adjustment.ts";
import { LedgerEvent } from "../../domain/billing/ledger.ts";
import { billingPeriod } from "../../domain/billing/period.ts";
import type { Organization } from "../../domain/organization/organization.ts";
import { keys } from "../keys.ts";
import { listUnder, readItem, tableName, transact } from "../table.ts";
import { appendToLedger } from "./ledger.ts";
import { addUsage } from "./usage.ts";

/** The adjustments of a job. */
export const listAdjustments = (organizationId: string, jobId: string): Promise<Adjustment[]> =>
  listUnder(Adjustment, keys.adjustment(organizationId, jobId, ""));

/**
 * Records an adjustment with its ledger event and the period's amount, all or nothing. If the job was adjusted under
 * this reference before, that adjustment is returned and nothing changes.
 */
export async function recordAdjustment(
  { organization_id, anchors, plan }: Organization,
  adjustment: Adjustment,
): Promise<Adjustment> {
  const period = billingPeriod(anchors, new Date(adjustment.occurred_at));
  const key = keys.adjustment(organization_id, adjustment.job_id, adjustment.event_id);
  const { committed } = await transact({
    guards: {
      recorded_before: {
        Put: {
          TableName: tableName(),
          Item: { ...key, ...adjustment },
          ConditionExpression: "attribute_not_exists(pk)",
        },
      },
    },
    writes: [
      addUsage(
        organization_id,
        period.start.toISOString(),
        { amount_micro_usd: adjustment.amount_micro_usd },
        { plan },
      ),
      appendToLedger(organization_id, v.parse(LedgerEvent, adjustment)),
    ],
  });
  const recorded = committed ? adjustment : await readItem(Adjustment, key);
  if (!recorded) throw new Error(`Adjustment ${adjustment.event_id} could not be recorded.`);
  return recorded;
}
