import { answers, type Operation } from "../operation.ts";
import type { WebhookSettings } from "../published/resources/webhook-settings.ts";

export const GetWebhookSettings = {
  operationId: "getWebhookSettings",
  method: "GET",
  path: "/api/v1/webhooks/settings",
  scope: "read",
  counter: { name: "get_webhook_settings", limit: "get_generation_per_minute" },
  answer: answers<WebhookSettings>(),
} as const satisfies Operation;
