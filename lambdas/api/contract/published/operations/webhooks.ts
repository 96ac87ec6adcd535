import { secret, settings } from "../examples/webhooks.ts";
import { always, type Publications, takesBody, writes } from "../operation.ts";
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
          default_url: "https://crm.example.com/hooks/staging",
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
    errors: [...always, ...takesBody, "refused_default_url"],
  },
  createSigningSecret: {
    tag: "Webhooks",
    since: "1.2.0",
    summary: "Make a new signing secret",
    description:
      "Gives your organization a new signing secret. Only this answer shows it, and so does a repeat under the same Idempotency-Key by the same key. For 24 hours messages are signed with the one before it, too; an older one ends at once.",
    request: { required: false, examples: { new: {} } },
    response: { schema: SigningSecret, description: "The new secret.", examples: { rotated: secret } },
    errors: writes,
  },
} satisfies Partial<Publications>;
