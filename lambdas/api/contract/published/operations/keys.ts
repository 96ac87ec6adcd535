import { issuedKey, key } from "../examples/keys.ts";
import { always, type Publications, writes } from "../operation.ts";
import { ApiKey, ApiKeys, IssuedApiKey } from "../resources/api-key.ts";

export const apiKeys = {
  listKeys: {
    tag: "Keys",
    since: "1.2.0",
    summary: "List API keys",
    description:
      "The keys of your organization, without their secrets, oldest first, page by page. A key is listed until 90 days after its end.",
    response: {
      schema: ApiKeys,
      description: "One page.",
      examples: { one: { items: [key], next_cursor: null } },
    },
    errors: [...always, "foreign_keys_cursor", "limit_out_of_range"],
  },
  createKey: {
    tag: "Keys",
    since: "1.2.0",
    summary: "Issue an API key",
    description:
      "Gives your organization another key. Only this answer shows it, and so does a repeat under the same Idempotency-Key by the same key. An organization has at most 100 keys in force.",
    request: {
      required: true,
      examples: { finance: { scope: "billing", name: "finance", expires_at: "2027-11-21T00:00:00Z" } },
    },
    response: { schema: IssuedApiKey, description: "The new key.", examples: { issued: issuedKey } },
    errors: [...writes, "expiry_in_the_past", "too_many_keys"],
  },
  revokeKey: {
    tag: "Keys",
    since: "1.2.0",
    summary: "Revoke an API key",
    description:
      "Ends a key for good: at once for what changes keys, secrets, webhook settings and deliveries, and within 30 seconds for all else, its requests get 401. The last key with the scope `full` that lasts a week can't be revoked. A key that was revoked before is returned as it is.",
    response: {
      schema: ApiKey,
      description: "The revoked key.",
      examples: { revoked: { ...key, revoked_at: "2026-11-22T09:00:00.000Z" } },
    },
    errors: [...always, "key_not_found", "last_full_key"],
  },
} satisfies Partial<Publications>;
