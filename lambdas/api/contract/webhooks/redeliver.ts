import * as v from "valibot";
import { answers, type Operation } from "../operation.ts";
import type { Redelivery } from "../published/resources/webhook-delivery.ts";

export const RedeliverWebhook = {
  operationId: "redeliverWebhook",
  method: "POST",
  path: "/api/v1/webhooks/deliveries/{webhook_id}/redeliver",
  scope: "full",
  counter: { name: "redeliver_webhook", limit: "create_generation_per_minute" },
  rereadsCaller: true,
  body: v.strictObject({}),
  answer: answers<Redelivery>(),
} as const satisfies Operation;
