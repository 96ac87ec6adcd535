import * as v from "valibot";
import type { receiverView, settingsView } from "../../../../domain/webhook/settings.ts";
import type { signingSecretView } from "../../../../domain/webhook/signing.ts";
import { DateTime, type FieldsOf, resource, Url } from "../field.ts";

export const WebhookReceiver = resource({
  url: { schema: Url, meaning: "Where webhooks go." },
  failing_since: {
    schema: v.nullable(DateTime),
    meaning: "Since when everything sent there has failed; null if its last answer was a success.",
  },
  disabled_at: {
    schema: v.nullable(DateTime),
    meaning: "Since when nothing is sent there; null if it is not disabled.",
  },
  disabled_because: {
    schema: v.nullable(v.picklist(["failing", "gone"])),
    meaning: "`gone`: it answered 410. `failing`: everything has failed for 5 consecutive days.",
  },
} satisfies FieldsOf<ReturnType<typeof receiverView>>);

export const WebhookSettings = resource({
  default_url: {
    schema: v.nullable(Url),
    meaning: "Where webhooks go if a request names no URL; null if nowhere.",
  },
  receivers: {
    schema: v.array(WebhookReceiver),
    meaning: "The URLs that are disabled, then those that are failing: 100 at most. All others are in order.",
  },
} satisfies FieldsOf<ReturnType<typeof settingsView>>);
export type WebhookSettings = v.InferOutput<typeof WebhookSettings>;

export const SigningSecret = resource({
  signing_secret: {
    schema: v.string(),
    meaning: "The secret itself. Only this answer and its repeats show it.",
  },
  created_at: { schema: DateTime },
  previous_expires_at: {
    schema: v.nullable(DateTime),
    meaning: "Until then messages are signed with the secret before it, too; null if there was none.",
  },
} satisfies FieldsOf<ReturnType<typeof signingSecretView>>);
export type SigningSecret = v.InferOutput<typeof SigningSecret>;
