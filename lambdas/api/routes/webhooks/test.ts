import * as v from "valibot";
import { changeByKey } from "../../../domain/organization/audit.ts";
import { newTest, type TestEvent, testMessage } from "../../../domain/webhook/delivery.ts";
import { webhookEvents } from "../../../domain/webhook/events.ts";
import { startTestDelivery } from "../../../orchestration/executions.ts";
import { systemRandom } from "../../../runtime/random.ts";
import { findAccepted } from "../../../storage/idempotency.ts";
import { recordSentMessage } from "../../../storage/webhook/deliveries.ts";
import { acceptDelivery } from "../../../storage/webhook/requested-deliveries.ts";
import { readOptionalJson } from "../../chain/body.ts";
import { type Answer, answer, jsonOf } from "../../chain/http.ts";
import { parseInput } from "../../chain/parse-input.ts";
import { type ApiRequest, type ReceivedRequest, route } from "../../chain/route.ts";
import type { WebhookTest } from "../../contract/published/resources/webhook-delivery.ts";
import { TestWebhook } from "../../contract/webhooks/test.ts";
import { requireReceiver } from "../../creation/delivery.ts";
import { idempotencyClaimOf, replay, replayWinner } from "../../creation/idempotency.ts";

/** POST /api/v1/webhooks/test */
export const handler = route(TestWebhook, {
  readBody: readOptionalJson,
  parse: ({ event, caller, body }: ReceivedRequest) => ({
    url: parseInput(TestWebhook.body, body.fields).url ?? null,
    claim: idempotencyClaimOf(event, caller, body),
  }),
  read: ({ input, now }) => findAccepted(input.claim, now),
  answer: async (accepted, request) => {
    const kept = accepted ? replay(accepted, request.input.claim) : await accept(request);
    await startTestDelivery(eventOf(kept, request));
    return kept;
  },
});

type TestRequest = ApiRequest<{ url: string | null; claim: Parameters<typeof replay>[1] }>;

async function accept({ caller, input, now }: TestRequest): Promise<Answer<WebhookTest>> {
  const { organization_id: organizationId } = caller.organization;
  const url = await requireReceiver(caller.organization, input.url);
  const test = newTest(organizationId, { url: input.url, key_id: caller.keyId }, systemRandom.id(), now);
  const { test_id, occurred_at: created_at } = test;
  const message = testMessage(test);
  const response = jsonOf({ webhook_id: message.message_id, test_id, url, created_at });
  const change = changeByKey(
    { keyId: caller.keyId, organizationId },
    TestWebhook,
    [`send a test event to ${url}`],
    { id: systemRandom.id(), now },
  );
  const sent = recordSentMessage(
    { ...message, own_url: input.url, own_url_key_id: caller.keyId, event: test },
    now,
  );
  const isFirst = await acceptDelivery(input.claim, response.text, change, now, [sent]);
  return isFirst ? answer(200, response) : replayWinner(input.claim, now);
}

const Kept = v.object({ test_id: v.string(), created_at: v.string() });

/** The event of an accepted request. A repeat starts the same delivery, in case the first start was lost. */
function eventOf({ body }: Answer<unknown>, { caller, input }: TestRequest): TestEvent {
  const { test_id, created_at: occurred_at } = v.parse(Kept, JSON.parse(body));
  const { organization_id } = caller.organization;
  return {
    type: webhookEvents.test,
    organization_id,
    test_id,
    occurred_at,
    url: input.url,
    key_id: caller.keyId,
  };
}
