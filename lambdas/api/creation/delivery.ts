import { unprocessable } from "../../domain/errors.ts";
import type { Organization } from "../../domain/organization/organization.ts";
import { findReceiver } from "../../storage/webhook/receivers.ts";

/**
 * The URL that a message goes to: its own, or the organization's default one. Throws a validation_error if there is none, or
 * nothing is sent there.
 */
export async function requireReceiver(
  { organization_id, default_webhook_url }: Organization,
  own: string | null,
): Promise<string> {
  const url = own ?? default_webhook_url;
  if (url === null)
    throw unprocessable("There is no URL to deliver to: set a default_url in the webhook settings.");
  const { disabled_at } = await findReceiver(organization_id, url);
  if (disabled_at !== null)
    throw unprocessable(`The URL has been disabled since ${disabled_at}: enable it in the webhook settings.`);
  return url;
}
