import * as v from "valibot";
import { answers, type Operation } from "../operation.ts";
import type { SigningSecret } from "../published/resources/webhook-settings.ts";

export const CreateSigningSecret = {
  operationId: "createSigningSecret",
  method: "POST",
  path: "/api/v1/webhooks/secrets",
  scope: "full",
  counter: { name: "create_signing_secret", limit: "create_generation_per_minute" },
  rereadsCaller: true,
  body: v.strictObject({}),
  answer: answers<SigningSecret>(),
} as const satisfies Operation;
