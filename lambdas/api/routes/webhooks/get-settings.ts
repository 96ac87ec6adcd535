import { settingsView } from "../../../domain/webhook/settings.ts";
import { findOrganization } from "../../../storage/organization/organizations.ts";
import { listReceivers } from "../../../storage/webhook/receivers.ts";
import { json } from "../../chain/http.ts";
import { route } from "../../chain/route.ts";
import { GetWebhookSettings } from "../../contract/webhooks/get-settings.ts";

/** GET /api/v1/webhooks/settings. The caller's organization may be half a minute old, so it is read. */
export const handler = route(GetWebhookSettings, {
  parse: () => null,
  read: ({ caller: { organization } }) =>
    Promise.all([
      findOrganization(organization.organization_id),
      listReceivers(organization.organization_id),
    ]),
  answer: async ([stored, receivers], { caller }) =>
    json(200, settingsView(stored ?? caller.organization, receivers)),
});
