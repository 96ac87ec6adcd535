import * as v from "valibot";
import { notFound } from "../../../domain/errors.ts";
import { changeByKey } from "../../../domain/organization/audit.ts";
import { trustedUrl } from "../../../domain/organization/leak.ts";
import type { SentMessage } from "../../../domain/webhook/delivery.ts";
import { startRedelivery } from "../../../orchestration/executions.ts";
import { systemRandom } from "../../../runtime/random.ts";
import { findAccepted, type IdempotencyClaim } from "../../../storage/idempotency.ts";
import { findSentMessage } from "../../../storage/webhook/deliveries.ts";
import { acceptDelivery } from "../../../storage/webhook/requested-deliveries.ts";
import { readOptionalJson } from "../../chain/body.ts";
import { type Answer, answer, jsonOf } from "../../chain/http.ts";
import { parseInput } from "../../chain/parse-input.ts";
import { messageIdOf } from "../../chain/path-parameters.ts";
import { type ApiRequest, type ReceivedRequest, route } from "../../chain/route.ts";
import type { Redelivery } from "../../contract/published/resources/webhook-delivery.ts";
import { RedeliverWebhook } from "../../contract/webhooks/redeliver.ts";
import { requireReceiver } from "../../creation/delivery.ts";
import { idempotencyClaimOf, replay, replayWinner } from "../../creation/idempotency.ts";

/** POST /api/v1/webhooks/deliveries/{webhook_id}/redeliver */
export const handler = route(RedeliverWebhook, {
  readBody: readOptionalJson,
  parse: parseRedeliver,
  read: ({ caller, input, now }) =>
    Promise.all([
      findAccepted(input.claim, now),
      findSentMessage(caller.organization.organization_id, input.messageId),
    ]),
  answer: async ([accepted, sent], request) => {
    if (!sent) throw notFound("webhook delivery");
    const kept = accepted ? replay(accepted, request.input.claim) : await accept(sent, request);
    await startRedelivery(sent.message_id, sent.event, redeliveryOf(kept));
    return kept;
  },
});

function parseRedeliver({ event, caller, body }: ReceivedRequest) {
  const messageId = messageIdOf(event);
  parseInput(RedeliverWebhook.body, body.fields);
  return { messageId, claim: idempotencyClaimOf(event, caller, body) };
}

type RedeliverRequest = ApiRequest<{ messageId: string; claim: IdempotencyClaim }>;

async function accept(
  { message_id, type, job_id, own_url, own_url_key_id }: SentMessage,
  { caller, input: { claim }, now }: RedeliverRequest,
): Promise<Answer<Redelivery>> {
  const { organization_id: organizationId } = caller.organization;
  const url = await requireReceiver(
    caller.organization,
    trustedUrl(own_url, own_url_key_id, caller.organization),
  );
  const redelivery_id = systemRandom.id();
  const created_at = now.toISOString();
  const response = jsonOf({ webhook_id: message_id, type, job_id, url, redelivery_id, created_at });
  const change = changeByKey(
    { keyId: caller.keyId, organizationId },
    RedeliverWebhook,
    [`deliver ${message_id} of ${job_id ?? type} again to ${url}`],
    { id: systemRandom.id(), now },
  );
  const isFirst = await acceptDelivery(claim, response.text, change, now);
  return isFirst ? answer(200, response) : replayWinner(claim, now);
}

const Kept = v.object({ redelivery_id: v.string() });

/** The round of an accepted request. A repeat starts the same one, in case the first start was lost. */
const redeliveryOf = ({ body }: Answer<unknown>): string => v.parse(Kept, JSON.parse(body)).redelivery_id;
