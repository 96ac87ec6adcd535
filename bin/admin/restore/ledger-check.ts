import { billingPeriod } from "../../../lambdas/domain/billing/period.ts";
import type { Organization } from "../../../lambdas/domain/organization/organization.ts";
import { readLedger } from "../../../lambdas/storage/billing/ledger.ts";
import { listUsage } from "../../../lambdas/storage/billing/usage.ts";

export type LedgerDifference = {
  organization_id: string;
  period_start: string;
  in_ledger_micro_usd: number;
  in_usage_micro_usd: number;
};

const lastTime = new Date("9999-12-31T23:59:59.999Z");

/** The billing periods of an organization in which the amounts of the ledger do not add up to those of the usage. */
export async function findDifferences({
  organization_id,
  anchors,
}: Organization): Promise<LedgerDifference[]> {
  const inLedger = new Map<string, number>();
  for await (const page of readLedger(organization_id, new Date(0), lastTime))
    for (const { occurred_at, amount_micro_usd } of page) {
      const start = billingPeriod(anchors, new Date(occurred_at)).start.toISOString();
      inLedger.set(start, (inLedger.get(start) ?? 0) + amount_micro_usd);
    }
  const inUsage = await listUsage(organization_id);
  const starts = new Set([...inLedger.keys(), ...inUsage.keys()]);
  return [...starts].sort().flatMap((period_start) => {
    const in_ledger_micro_usd = inLedger.get(period_start) ?? 0;
    const in_usage_micro_usd = inUsage.get(period_start)?.amount_micro_usd ?? 0;
    return in_ledger_micro_usd === in_usage_micro_usd
      ? []
      : [{ organization_id, period_start, in_ledger_micro_usd, in_usage_micro_usd }];
  });
}
