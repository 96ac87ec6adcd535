import { deliveriesPage, redelivery, secret, settings, webhookTest } from "../examples/webhooks.ts";
import { always, type Publications, takesBody, writes } from "../operation.ts";
import { Redelivery, WebhookDeliveriesPage, WebhookTest } from "../resources/webhook-delivery.ts";
import { SigningSecret, WebhookSettings } from "../resources/webhook-settings.ts";

export const webhooks = {
  getWebhookSettings: {
    tag: "Webhooks",
    since: "1.2.0",
    summary: "Get the webhook settings",
    description: "Your organization's default URL, and the URLs that are disabled or failing.",
    response: { schema: WebhookSettings, description: "The settings.", examples: { one_disabled: settings } },
    errors: always,
  },
  putWebhookSettings: {
    tag: "Webhooks",
    since: "1.2.0",
    summary: "Change the webhook settings",
    description:
      "Sets the default URL, and enables URLs that were disabled. A repeat changes nothing more. What was missed meanwhile is not sent by itself: deliver it again.",
    request: {
      required: true,
      examples: {
        default_url: { default_url: "https://crm.example.com/hooks/staging" },
        enable: {
          enable: ["https://crm.example.com/hooks/staging"],
        },
        none: { default_url: null },
      },
    },
    response: {
      schema: WebhookSettings,
      description: "The settings from then on.",
      examples: { in_order: { ...settings, receivers: [] } },
    },
    errors: [...always, ...takesBody, "refused_default_url", "unknown_receiver"],
  },
  createSigningSecret: {
    tag: "Webhooks",
    since: "1.2.0",
    summary: "Make a new signing secret",
    description:
      "Gives your organization a new signing secret. Only this answer shows it, and so does a repeat under the same Idempotency-Key by the same key. For 24 hours messages are signed with the one before it, too; an older one ends at once.",
    request: { required: false, examples: { new: {} } },
    response: { schema: SigningSecret, description: "The new secret.", examples: { rotated: secret } },
    errors: [...writes, "unknown_field"],
  },
  testWebhook: {
    tag: "Webhooks",
    since: "1.2.0",
    summary: "Send a test event",
    description:
      "Sends a `webhook.test` to the default URL or to the one you name, signed and repeated like every other message.",
    request: { required: false, examples: { default_url: {}, named: { url: webhookTest.url } } },
    response: { schema: WebhookTest, description: "The test.", examples: { sent: webhookTest } },
    errors: [...writes, "no_url", "disabled_url"],
  },
  listWebhookDeliveries: {
    tag: "Webhooks",
    since: "1.2.0",
    summary: "List webhook deliveries",
    description:
      "What was sent to your receivers in the last 30 days, newest event first, page by page: each message with its attempts and what you answered. A page may hold fewer than `limit` and still be followed by another. A cursor continues only the list of its own filters.",
    response: {
      schema: WebhookDeliveriesPage,
      description: "One page.",
      examples: { one_waiting: deliveriesPage },
    },
    errors: [...always, "cursor_of_other_deliveries", "limit_out_of_range", "times_out_of_order"],
  },
  redeliverWebhook: {
    tag: "Webhooks",
    since: "1.2.0",
    summary: "Deliver a message again",
    description:
      "Starts a new round of attempts for a message of the last 30 days, under the same `webhook-id`: to its job's URL, or else to the default URL as it is now.",
    request: { required: false, examples: { again: {} } },
    response: { schema: Redelivery, description: "The redelivery.", examples: { started: redelivery } },
    errors: [...writes, "delivery_not_found", "no_url", "disabled_url"],
  },
} satisfies Partial<Publications>;
