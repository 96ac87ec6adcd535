import { BatchGetCommand } from "@aws-sdk/lib-dynamodb";
import * as v from "valibot";
import { type BillingPeriod, UsageTotals } from "../domain/billing.ts";
import { keys } from "./keys.ts";
import { table, tableName } from "./table.ts";

const Slots = v.object({ jobs: v.optional(v.set(v.string()), new Set()) });

export type Usage = { totals: UsageTotals; jobsInFlight: number };

/** The totals of a billing period and the number of jobs in flight, in one read. */
export async function findUsage(organizationId: string, period: BillingPeriod): Promise<Usage> {
  const usageKey = keys.usage(organizationId, period.start.toISOString());
  const slotsKey = keys.inFlight(organizationId);
  const wanted = { Keys: [usageKey, slotsKey], ConsistentRead: true };
  const { Responses } = await table.send(new BatchGetCommand({ RequestItems: { [tableName()]: wanted } }));
  const items = Responses?.[tableName()] ?? [];
  const under = (sk: string) => items.find((item) => item.sk === sk) ?? {};
  return {
    totals: v.parse(UsageTotals, under(usageKey.sk)),
    jobsInFlight: v.parse(Slots, under(slotsKey.sk)).jobs.size,
  };
}
