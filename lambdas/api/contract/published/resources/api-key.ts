import * as v from "valibot";
import { KeyId } from "../../../../domain/ids.ts";
import type { keyView } from "../../../../domain/organization/api-keys.ts";
import { keyScopes } from "../../../../domain/organization/organization.ts";
import { DateTime, type FieldsOf, nextCursor, resource } from "../field.ts";

type View = ReturnType<typeof keyView>;

const fields = {
  key_id: { schema: KeyId, meaning: "The public part of the key, between its prefix and the dot." },
  name: { schema: v.nullable(v.string()), meaning: "What the key is for, in your words; null without one." },
  scope: {
    schema: v.picklist(keyScopes),
    meaning:
      "`full` does everything, `read` every GET; `billing` reads usage, billing events and statements.",
  },
  created_at: { schema: DateTime },
  last_used_at: { schema: v.nullable(DateTime), meaning: "To the hour; null if it was never used." },
  expires_at: { schema: v.nullable(DateTime), meaning: "From then on its requests get 401; null if never." },
  revoked_at: { schema: v.nullable(DateTime), meaning: "Since when it is revoked; null if it is not." },
} satisfies FieldsOf<View>;

export const ApiKey = resource(fields);
export type ApiKey = v.InferOutput<typeof ApiKey>;

export const IssuedApiKey = resource({
  ...fields,
  api_key: { schema: v.string(), meaning: "The key itself. Only this answer and its repeats show it." },
});
export type IssuedApiKey = v.InferOutput<typeof IssuedApiKey>;

export const ApiKeys = resource({
  items: {
    schema: v.array(ApiKey),
    meaning: "Oldest first, with those that were revoked or have expired in the last 90 days.",
  },
  next_cursor: { ...nextCursor, since: "1.3.0" },
});
export type ApiKeys = v.InferOutput<typeof ApiKeys>;
