import { createHash, timingSafeEqual } from "node:crypto";
import type { APIGatewayProxyEvent, Context } from "aws-lambda";
import { Refusal, rateLimited } from "../../domain/errors.ts";
import {
  failedAuthenticationsPerMinute,
  type Limits,
  limitsInForce,
} from "../../domain/organization/limits.ts";
import {
  type ApiKey,
  includesScope,
  isAccessEnabled,
  isKeyInForce,
  type KeyScope,
  keyEndOf,
  keyPrefixOf,
  type Organization,
} from "../../domain/organization/organization.ts";
import { errorForLog, logFor } from "../../runtime/log.ts";
import { findApiKey } from "../../storage/organization/api-keys.ts";
import { keyUseEveryMs, recordKeyUse } from "../../storage/organization/key-use.ts";
import { findOrganization } from "../../storage/organization/organizations.ts";
import { countInWindow } from "../../storage/organization/rate.ts";
import type { Operation } from "../contract/operation.ts";
import { type HttpMiddleware, header } from "./http.ts";

/** The caller of a request, and the limits in force for the organization and for this key of it. */
export type Caller = { organization: Organization; keyId: string; limits: Limits; keyLimits: Limits };

const bearer = /^bearer +(\S+) *$/i;
const apiKey = /^(stg_live|stg_test)_([A-Za-z0-9]{1,64})\.([A-Za-z0-9_-]{1,128})$/;

type Identity = { key: ApiKey; organization: Organization };
const cacheMs = 30_000;
const cacheSize = 1000;
/**
 * By the digest of the whole key: only a valid key finds its entry, so a wrong secret takes as long as an unknown key.
 */
const cache = new Map<string, Identity & { until: number }>();
/** When this container recorded the last use of a key, by its public id. */
const usesRecorded = new Map<string, number>();

/**
 * Finds the caller (contract, authentication.*): 401 for an invalid key, 403 if the organization has no access to the
 * API or the key's scope does not include the one that is needed, 429 for too many invalid keys from one address. Valid keys are cached for 30 seconds and no longer, so that a
 * revocation takes effect within that time; a key that expires is refused from that moment, and an operation that
 * rereads its caller refuses a revoked one at once.
 */
export const authenticate = ({
  scope,
  rereadsCaller,
}: Pick<Operation, "scope" | "rereadsCaller">): HttpMiddleware<{ caller: Caller }> => ({
  before: async ({ event, context }) => {
    const now = new Date();
    const presented = presentedKeyOf(event);
    if (rereadsCaller) cache.delete(digestOf(presented));
    const identity = await identifyAndNoteUse(presented, now, context);
    if (!identity) {
      await countFailure(event.requestContext.identity.sourceIp, now);
      throw unauthorized();
    }
    const { key, organization } = identity;
    if (!isAccessEnabled(organization)) throw forbidden(organization);
    if (!includesScope(key.scope, scope)) throw tooNarrow(key.scope, scope);
    context.caller = {
      organization,
      keyId: key.public_key_id,
      limits: limitsInForce(organization.limits),
      keyLimits: limitsInForce({ ...organization.limits, ...key.limits }),
    };
  },
});

/** The whole key that a request presents, or an empty text. */
export const presentedKeyOf = (event: APIGatewayProxyEvent): string =>
  bearer.exec(header(event, "authorization") ?? "")?.[1] ?? "";

/** Who presents a valid key, or null. A key that is not in the cache is read, and its use is noted. */
async function identifyAndNoteUse(presented: string, now: Date, context: Context): Promise<Identity | null> {
  const [, prefix, keyId, secret] = apiKey.exec(presented) ?? [];
  if (!keyId || !secret) return null;
  const digest = digestOf(presented);
  const remembered = cache.get(digest);
  if (remembered && remembered.until > now.getTime()) return remembered;
  cache.delete(digest);
  const key = await findApiKey(keyId);
  if (!isSecretOf(key, secret) || !isKeyInForce(key, now)) return null;
  const [organization] = await Promise.all([
    findOrganization(key.organization_id),
    noteUse(key, now, context),
  ]);
  if (!organization || keyPrefixOf(organization) !== prefix) return null;
  remember(digest, { key, organization }, now);
  return { key, organization };
}

function remember(digest: string, identity: Identity, now: Date): void {
  if (cache.size >= cacheSize) cache.clear();
  cache.set(digest, { ...identity, until: Math.min(now.getTime() + cacheMs, keyEndOf(identity.key)) });
}

/**
 * Records the use of a key once an hour, in parallel with the read of its organization: no request waits longer. A use
 * that can't be recorded is no reason to refuse the request.
 */
async function noteUse(key: ApiKey, now: Date, context: Context): Promise<void> {
  const last = usesRecorded.get(key.public_key_id) ?? Number.NEGATIVE_INFINITY;
  if (now.getTime() - last < keyUseEveryMs) return;
  if (usesRecorded.size >= cacheSize) usesRecorded.clear();
  usesRecorded.set(key.public_key_id, now.getTime());
  await recordKeyUse(key, now).catch((error) =>
    logFor(context).warn("The use of a key could not be recorded", { error: errorForLog(error) }),
  );
}

const digestOf = (presented: string) => sha256(presented).toString("base64");
const sha256 = (text: string) => createHash("sha256").update(text).digest();
const noDigest = Buffer.alloc(32);

/** Compares in constant time, for an unknown key too: the time taken does not reveal how much was right. */
function isSecretOf(key: ApiKey | null, secret: string): key is ApiKey {
  const expected = key ? Buffer.from(key.secret_sha256, "hex") : noDigest;
  return timingSafeEqual(expected, sha256(secret)) && key !== null;
}

async function countFailure(sourceIp: string, now: Date): Promise<void> {
  const [name, quota] = ["failed_authentication", failedAuthenticationsPerMinute];
  const { granted, secondsLeft } = await countInWindow(`IP#${sourceIp}`, [{ name, limit: quota }], now);
  if (!granted)
    throw rateLimited(
      "Too many requests with a wrong API key from this address. Check the key.",
      secondsLeft,
      { name, quota, secondsLeft },
    );
}

/** The refusal of a key that is not valid, or is not any more. */
export const unauthorized = () =>
  new Refusal(
    "unauthorized",
    "Send a valid API key in the header Authorization: Bearer stg_live_<public_key_id>.<secret>, or stg_test_ of a sandbox.",
  );

function forbidden({ approved, access_status }: Organization): Refusal {
  const state = approved ? `its access is ${access_status}` : "it is not approved";
  return new Refusal("forbidden", `API access is not enabled for this organization: ${state}.`);
}

const tooNarrow = (held: KeyScope, needed: KeyScope): Refusal =>
  new Refusal(
    "forbidden",
    `This key has the scope ${held}, and the request needs ${needed}. Use a key with a scope that includes it.`,
  );
