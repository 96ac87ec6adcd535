import { createHash, timingSafeEqual } from "node:crypto";
import type { APIGatewayProxyEvent } from "aws-lambda";
import { Refusal, rateLimited } from "../domain/errors.ts";
import { failedAuthenticationsPerMinute, type Limits, limitsInForce } from "../domain/limits.ts";
import { type ApiKey, isAccessEnabled, type Organization } from "../domain/organization.ts";
import { type HttpMiddleware, header } from "../runtime/http.ts";
import { findApiKey, findOrganization } from "../storage/organizations.ts";
import { countRequest } from "../storage/rate.ts";

/** Who calls, and the limits in force for the organization and for this key of it. */
export type Caller = { organization: Organization; keyId: string; limits: Limits; keyLimits: Limits };

const bearer = /^Bearer +[a-z]+_live_([A-Za-z0-9]+)\.([A-Za-z0-9_-]+) *$/i;
const cacheMs = 30_000;
const cacheSize = 1000;
type Known = { key: ApiKey; organization: Organization; until: number };
const known = new Map<string, Known>();

const callers = new WeakMap<object, Caller>();
const unauthorized = () =>
  new Refusal(
    "unauthorized",
    "Send a valid API key as: Authorization: Bearer <prefix>_live_<public_key_id>.<secret>.",
  );

/** The caller of an authenticated request. */
export function callerOf(event: APIGatewayProxyEvent): Caller {
  const caller = callers.get(event);
  if (!caller) throw new Error("The request was not authenticated.");
  return caller;
}

/**
 * Establishes who calls (SPEC "Authentication"): 401 for any key that is not good, 403 where the organization may not
 * use the API, 429 for too many bad keys from one address. Good keys are remembered for 30 seconds, no longer, so
 * that a revocation takes effect within that time.
 */
export const authenticate = (): HttpMiddleware => ({
  before: async ({ event }) => {
    const now = new Date();
    const found = await identify(header(event, "authorization") ?? "", now);
    if (!found) {
      await countFailure(event.requestContext.identity.sourceIp, now);
      throw unauthorized();
    }
    const { key, organization } = found;
    if (!isAccessEnabled(organization))
      throw new Refusal(
        "forbidden",
        `API access is not enabled for this organization (${organization.access_status}).`,
      );
    callers.set(event, {
      organization,
      keyId: key.public_key_id,
      limits: limitsInForce(organization.limits),
      keyLimits: limitsInForce({ ...organization.limits, ...key.limits }),
    });
  },
});

async function identify(authorization: string, now: Date): Promise<Known | null> {
  const [, keyId, secret] = bearer.exec(authorization) ?? [];
  if (!keyId || !secret) return null;
  const cached = known.get(keyId);
  const entry = cached && cached.until > now.getTime() ? cached : await lookUp(keyId, now);
  return entry && entry.key.revoked_at === null && isSecretOf(entry.key, secret) ? entry : null;
}

async function lookUp(keyId: string, now: Date): Promise<Known | null> {
  known.delete(keyId);
  const key = await findApiKey(keyId);
  const organization = key && (await findOrganization(key.organization_id));
  if (!key || !organization) return null;
  if (known.size >= cacheSize) known.clear();
  const entry = { key, organization, until: now.getTime() + cacheMs };
  known.set(keyId, entry);
  return entry;
}

/** Compared in constant time: the time taken says nothing of how much of a secret was right. */
const isSecretOf = (key: ApiKey, secret: string) =>
  timingSafeEqual(Buffer.from(key.secret_sha256, "hex"), createHash("sha256").update(secret).digest());

async function countFailure(sourceIp: string, now: Date): Promise<void> {
  const quota = { name: "failed_authentication", limit: failedAuthenticationsPerMinute };
  const { granted, secondsLeft } = await countRequest(`IP#${sourceIp}`, [quota], now);
  if (!granted)
    throw rateLimited(
      "Too many requests with a wrong API key from this address. Check the key.",
      secondsLeft,
    );
}
