import * as v from "valibot";
import { optional } from "../../../domain/optional.ts";
import { keyScopes } from "../../../domain/organization/organization.ts";
import { Moment } from "../moment.ts";
import { answers, type Operation } from "../operation.ts";
import type { IssuedApiKey } from "../published/resources/api-key.ts";

export const CreateKey = {
  operationId: "createKey",
  method: "POST",
  path: "/api/v1/keys",
  scope: "full",
  counter: { name: "create_key", limit: "create_generation_per_minute" },
  rereadsCaller: true,
  body: v.strictObject({
    scope: v.picklist(keyScopes, `must be one of ${keyScopes.join(", ")}`),
    name: optional(
      v.pipe(
        v.string(),
        v.minLength(1, "must have at least 1 character"),
        v.maxLength(100, "must have at most 100 characters"),
      ),
    ),
    expires_at: optional(Moment),
  }),
  answer: answers<IssuedApiKey>(),
} as const satisfies Operation;
