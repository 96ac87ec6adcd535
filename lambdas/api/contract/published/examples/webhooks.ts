import type { Redelivery, WebhookDeliveriesPage, WebhookTest } from "../resources/webhook-delivery.ts";
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

const delivery = {
  webhook_id: "msg_8Q2X5B7M4K1T9V6N3C0Z2R4D8F",
  type: "generation.succeeded",
  job_id: "job_01JD6M4B7N9P2R5S8T0V3W6X9Z",
  url: "https://crm.example.com/hooks/staging",
} as const;

export const deliveriesPage: WebhookDeliveriesPage = {
  items: [
    {
      ...delivery,
      state: "waiting",
      created_at: "2026-11-21T09:01:00.000Z",
      next_attempt_at: "2026-11-21T09:01:06.120Z",
      attempts: [
        {
          number: 1,
          redelivery_id: null,
          started_at: "2026-11-21T09:01:00.410Z",
          outcome: "http_error",
          status: 503,
          duration_ms: 212,
          answer: "Service Unavailable",
        },
      ],
    },
  ],
  next_cursor: null,
};

export const redelivery: Redelivery = {
  ...delivery,
  redelivery_id: "01JD6M5Q2K8T4V7X1Z3B6N9R0C",
  created_at: "2026-11-21T10:30:00.000Z",
};

export const webhookTest: WebhookTest = {
  webhook_id: "msg_3F7K9P2T5V8X1Z4B6M0N2R5S8W",
  test_id: "test_01JD6M6T4V7X9Z2B5N8R0C3F6H",
  url: "https://crm.example.com/hooks/staging",
  created_at: "2026-11-21T10:00:00.000Z",
};
