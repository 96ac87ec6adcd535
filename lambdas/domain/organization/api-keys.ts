import { createHmac } from "node:crypto";
import { type ApiKey, isKeyInForce, keyEndOf } from "./organization.ts";

const dayMs = 24 * 3600 * 1000;

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

/** A key that lasts as long as this leaves time to issue another. */
const lastsMs = 7 * dayMs;

/**
 * Another key with the scope full that is in force and not about to end before the revoked one, or null: the last one
 * must not be revoked.
 */
export function otherFullKey(all: readonly ApiKey[], revoked: ApiKey, now: Date): ApiKey | null {
  const longEnough = Math.min(now.getTime() + lastsMs, keyEndOf(revoked));
  const isOther = (key: ApiKey) => key.public_key_id !== revoked.public_key_id && key.scope === "full";
  return all.find((key) => isOther(key) && isKeyInForce(key, now) && keyEndOf(key) >= longEnough) ?? null;
}

const keptMs = 90 * dayMs;

/** Until when a key is listed, in milliseconds: 90 days after it was revoked or has expired. */
export function keyKeptUntil(key: ApiKey): number {
  const revoked = key.revoked_at === null ? Number.POSITIVE_INFINITY : Date.parse(key.revoked_at);
  return Math.min(revoked, keyEndOf(key)) + keptMs;
}

/** When what is stored of a key may be deleted, in seconds; nothing as long as the key has no end. */
export function expiryOfKey(key: ApiKey): { expires_at?: number } {
  const until = keyKeptUntil(key);
  return Number.isFinite(until) ? { expires_at: Math.floor(until / 1000) } : {};
}
