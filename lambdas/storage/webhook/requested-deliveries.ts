import type { AuditRecord } from "../../domain/organization/audit.ts";
import { type IdempotencyClaim, recordAccepted } from "../idempotency.ts";
import { recordChange } from "../organization/audit.ts";
import { transact, type Write } from "../table.ts";

/** Records a caller's request for a delivery, with its answer and `writes`. False if the request was accepted before. */
export async function acceptDelivery(
  claim: IdempotencyClaim,
  response: string,
  change: AuditRecord,
  now: Date,
  writes: Write[] = [],
): Promise<boolean> {
  const { committed } = await transact({
    guards: { accepted_before: recordAccepted(claim, response, now) },
    writes: [recordChange(change), ...writes],
  });
  return committed;
}
