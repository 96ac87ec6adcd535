import { BatchWriteCommand } from "@aws-sdk/lib-dynamodb";
import { ledgerEvent } from "../../../lambdas/domain/billing/ledger.ts";
import { keys } from "../../../lambdas/storage/keys.ts";
import { table, tableName } from "../../../lambdas/storage/table.ts";
import { newJob } from "../new-job.ts";

/** The number-th event of an organization, at a time: every third is priced. */
function eventAt(organizationId: string, number: number, time: number) {
  const job = newJob(organizationId, {
    job_id: `job_N${number}`,
    source_asset_id: "src_P0",
    workflow: "staging",
    mode: "refurnish",
    room_types: ["Living Room", "Children's Room"],
    style_preset: "modern",
    config_fingerprint: `cfg_${number % 100}`,
  });
  return ledgerEvent(job, {
    occurred_at: new Date(time).toISOString(),
    usage_type: "generation",
    billable: true,
    unit_price_micro_usd: 333_333,
    amount_micro_usd: number % 3 === 0 ? 333_333 : 0,
  });
}

/** Appends events number `first` to `last`, 25 a request; `timeOf` says when each occurred. */
export async function fillLedger(
  organizationId: string,
  [first, last]: [number, number],
  timeOf: (number: number) => number,
): Promise<void> {
  for (let start = first; start <= last; start += 25) {
    const numbers = Array.from({ length: Math.min(25, last - start + 1) }, (_, index) => start + index);
    const requests = numbers.map((number) => {
      const event = eventAt(organizationId, number, timeOf(number));
      const Item = { ...keys.ledger(organizationId, event.occurred_at, event.event_id), ...event };
      return { PutRequest: { Item } };
    });
    await table.send(new BatchWriteCommand({ RequestItems: { [tableName()]: requests } }));
  }
}
