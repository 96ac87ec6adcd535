import { unprocessable } from "../../../domain/errors.ts";
import { changeByKey } from "../../../domain/organization/audit.ts";
import type { Receiver } from "../../../domain/webhook/receiver.ts";
import { settingsChange, settingsView, unknownReceiver } from "../../../domain/webhook/settings.ts";
import { systemRandom } from "../../../runtime/random.ts";
import { listReceivers } from "../../../storage/webhook/receivers.ts";
import { changeWebhookSettings } from "../../../storage/webhook/settings.ts";
import { readJson } from "../../chain/body.ts";
import { json } from "../../chain/http.ts";
import { parseInput } from "../../chain/parse-input.ts";
import { type ApiRequest, type ReceivedRequest, route } from "../../chain/route.ts";
import { PutWebhookSettings } from "../../contract/webhooks/put-settings.ts";

/** PUT /api/v1/webhooks/settings */
export const handler = route(PutWebhookSettings, {
  readBody: readJson,
  parse: parsePut,
  read: ({ caller }) => listReceivers(caller.organization.organization_id),
  answer: async (receivers, request) => json(200, await change(receivers, request)),
});

function parsePut({ body }: ReceivedRequest) {
  const { default_url, enable } = parseInput(PutWebhookSettings.body, body.fields);
  if (default_url === undefined && enable === undefined)
    throw unprocessable("default_url or enable is required.");
  return { defaultUrl: default_url, enable: enable ?? [] };
}

/** Changes what differs, and returns the settings. A receiver that an attempt changes meanwhile is read again. */
async function change(
  receivers: Receiver[],
  request: ApiRequest<ReturnType<typeof parsePut>>,
): Promise<ReturnType<typeof settingsView>> {
  const { caller, input, now } = request;
  const { organization } = caller;
  const { organization_id: organizationId } = organization;
  const unknown = unknownReceiver(organization, receivers, input);
  if (unknown !== null)
    throw unprocessable(
      `enable names ${unknown}, which was never disabled: the settings name those that are.`,
    );
  const wanted = settingsChange(organization, receivers, input);
  if (wanted.changes.length > 0) {
    const by = { keyId: caller.keyId, organizationId };
    const record = changeByKey(by, PutWebhookSettings, wanted.changes, { id: systemRandom.id(), now });
    if (!(await changeWebhookSettings(organizationId, wanted, record)))
      return change(await listReceivers(organizationId), request);
  }
  const enabled = new Map(wanted.enabled.map((receiver) => [receiver.url, receiver]));
  const after = receivers.map((receiver) => enabled.get(receiver.url) ?? receiver);
  const { defaultUrl: default_webhook_url = organization.default_webhook_url } = input;
  return settingsView({ ...organization, default_webhook_url }, after);
}
