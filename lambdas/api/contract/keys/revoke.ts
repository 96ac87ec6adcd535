import { answers, type Operation } from "../operation.ts";
import type { ApiKey } from "../published/resources/api-key.ts";

export const RevokeKey = {
  operationId: "revokeKey",
  method: "DELETE",
  path: "/api/v1/keys/{key_id}",
  scope: "full",
  counter: { name: "revoke_key", limit: "create_generation_per_minute" },
  rereadsCaller: true,
  answer: answers<ApiKey>(),
} as const satisfies Operation;
