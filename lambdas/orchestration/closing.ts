import { closedEvent } from "../domain/billing/closing.ts";
import type { BillingPeriod } from "../domain/billing/period.ts";
import type { AuditRecord } from "../domain/organization/audit.ts";
import { type DrawnStatement, keepStatement, noteAnnounced } from "../storage/billing/statements.ts";
import { publishStatementClosed } from "./events.ts";

/**
 * Stores what was drawn up of a statement, and announces a period that closes with it. Returns the text that the statement
 * has from then on. A closing that could not be announced is announced by the next reading of the statement.
 */
export async function closeStatement(
  organizationId: string,
  period: BillingPeriod,
  drawn: DrawnStatement,
  { record, now }: { record: AuditRecord | null; now: Date },
): Promise<string> {
  const { text, unannounced } = await keepStatement(organizationId, period, drawn, now, record);
  if (unannounced) {
    await publishStatementClosed(closedEvent(organizationId, text));
    await noteAnnounced(organizationId, period);
  }
  return text;
}
