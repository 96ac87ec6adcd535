import type { SigningSecret, WebhookSettings } from "../resources/webhook-settings.ts";

export const settings: WebhookSettings = {
  default_url: "https://crm.example.com/hooks/staging",
  receivers: [
    {
      url: "https://crm.example.com/hooks/old",
      failing_since: "2026-11-15T09:00:00.000Z",
      disabled_at: "2026-11-20T09:12:00.000Z",
      disabled_because: "failing",
    },
  ],
};

export const secret: SigningSecret = {
  signing_secret: "whsec_c2VjcmV0IG9mIHRoZSBleGFtcGxlLCAzMiBieXRlcyE=",
  created_at: "2026-11-21T09:00:00.000Z",
  previous_expires_at: "2026-11-22T09:00:00.000Z",
};
