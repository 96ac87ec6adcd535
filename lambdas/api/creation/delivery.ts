import { unprocessable } from "../../domain/errors.ts";
import type { Organization } from "../../domain/organization/organization.ts";
import { findOrganization } from "../../storage/organization/organizations.ts";
import { findReceiver } from "../../storage/webhook/receivers.ts";

/** The URL that a message goes to: its own, or the organization's default one as it is now; null if it has none. */
export async function findUrl(organization: Organization, own: string | null): Promise<string | null> {
  if (own !== null) return own;
  return (await findOrganization(organization.organization_id))?.default_webhook_url ?? null;
}

/** Throws a validation_error if nothing can be sent to the URL. */
export async function requireReceiver(organizationId: string, url: string | null): Promise<string> {
  if (url === null)
    throw unprocessable("There is no URL to deliver to: set a default_url in the webhook settings.");
  const { disabled_at } = await findReceiver(organizationId, url);
  if (disabled_at !== null)
    throw unprocessable(`The URL has been disabled since ${disabled_at}: enable it in the webhook settings.`);
  return url;
}
