import type { AuditRecord } from "../../domain/organization/audit.ts";
import type { SettingsChange } from "../../domain/webhook/settings.ts";
import { recordChange } from "../organization/audit.ts";
import { organizationUpdate } from "../organization/organizations.ts";
import { transact } from "../table.ts";
import { receiverWrite } from "./receivers.ts";

/**
 * Saves the default URL and the receivers that are enabled again, with the record of the change. False if a receiver has
 * changed meanwhile.
 */
export async function changeWebhookSettings(
  organizationId: string,
  { defaultUrl, enabled }: SettingsChange,
  change: AuditRecord,
): Promise<boolean> {
  const update =
    defaultUrl === undefined ? [] : [organizationUpdate(organizationId, { default_webhook_url: defaultUrl })];
  const { committed } = await transact({
    guards: Object.fromEntries(enabled.map((receiver) => [receiver.url, receiverWrite(receiver)])),
    writes: [...update, recordChange(change)],
  });
  return committed;
}
