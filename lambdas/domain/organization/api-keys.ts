import { createHmac } from "node:crypto";
import { type ApiKey, isKeyInForce } from "./organization.ts";

/** How many keys in force an organization may have. */
export const mostKeys = 100;

/** A key as its organization sees it: neither its secret nor the hash of it. `last_used_at` is known to the hour. */
export const keyView = (key: ApiKey, lastUsedAt: string | null) => ({
  key_id: key.public_key_id,
  name: key.name,
  scope: key.scope,
  created_at: key.created_at,
  last_used_at: lastUsedAt,
  expires_at: key.valid_until,
  revoked_at: key.revoked_at,
});

/**
 * The secret of a key that a caller issues, in base64url: an HMAC of the salt under the caller's own key. The salt is kept
 * for a day with the request's answer, so that a repeat shows the same secret. The table alone does not tell it, nor does
 * the caller's key alone.
 */
export const issuedSecret = (presentedKey: string, salt: string): string =>
  createHmac("sha256", presentedKey).update(`issued key\n${salt}`).digest("base64url");

/** Another key with the scope full that is in force, or null: the last one must not be revoked. */
export const otherFullKey = (all: readonly ApiKey[], revoked: ApiKey, now: Date): ApiKey | null =>
  all.find(
    (key) => key.public_key_id !== revoked.public_key_id && key.scope === "full" && isKeyInForce(key, now),
  ) ?? null;
