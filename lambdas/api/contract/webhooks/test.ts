import * as v from "valibot";
import { optional } from "../../../domain/optional.ts";
import { answers, type Operation } from "../operation.ts";
import type { WebhookTest } from "../published/resources/webhook-delivery.ts";
import { RemoteUrl } from "../remote-url.ts";

export const TestWebhook = {
  operationId: "testWebhook",
  method: "POST",
  path: "/api/v1/webhooks/test",
  scope: "full",
  counter: { name: "test_webhook", limit: "create_generation_per_minute" },
  rereadsCaller: true,
  body: v.strictObject({ url: optional(RemoteUrl) }),
  answer: answers<WebhookTest>(),
} as const satisfies Operation;
