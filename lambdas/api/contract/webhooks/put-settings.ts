import * as v from "valibot";
import { optional } from "../../../domain/optional.ts";
import { answers, type Operation } from "../operation.ts";
import type { WebhookSettings } from "../published/resources/webhook-settings.ts";
import { RemoteUrl } from "../remote-url.ts";

const mostEnabled = 10;

export const PutWebhookSettings = {
  operationId: "putWebhookSettings",
  method: "PUT",
  path: "/api/v1/webhooks/settings",
  scope: "full",
  counter: { name: "put_webhook_settings", limit: "create_generation_per_minute" },
  rereadsCaller: true,
  body: v.strictObject({
    default_url: v.optional(v.nullable(RemoteUrl)),
    enable: optional(
      v.pipe(v.array(RemoteUrl), v.maxLength(mostEnabled, `must have at most ${mostEnabled} URLs`)),
    ),
  }),
  answer: answers<WebhookSettings>(),
} as const satisfies Operation;
