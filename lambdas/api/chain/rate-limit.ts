import { type Refusal, rateLimited, type SpentLimit } from "../../domain/errors.ts";
import type { RateCounter } from "../../domain/organization/limits.ts";
import { counted } from "../../domain/plain-text.ts";
import { countInWindow, type Quota } from "../../storage/organization/rate.ts";
import type { Caller } from "./authenticate.ts";
import type { HttpMiddleware } from "./http.ts";

/** How a request stands to the limit that binds it: the smaller of the key's own and its organization's. */
type Standing = SpentLimit & { granted: boolean; remaining: number; secondsLeft: number };
/** The count of a request, which runs in parallel with the route's first read. */
export type Rate = Promise<Standing>;

/**
 * Counts the request as soon as its caller is known, before expensive work. The count runs in parallel with the
 * route's first read; `withinLimits` waits for it before anything has an effect.
 */
export const countRequest = (counter: RateCounter): HttpMiddleware<{ caller: Caller; rate: Rate }> => ({
  before: ({ context }) => {
    context.rate = count(counter, context.caller, new Date());
    context.rate.catch(() => undefined); // `withinLimits` throws it
  },
});

/** Resolves when the request is within its limits; throws a rate_limited Refusal when it is not. */
export async function withinLimits(rate: Rate): Promise<void> {
  const standing = await rate;
  if (!standing.granted) throw tooMany(standing);
}

const sourceFetches: RateCounter = { name: "source_url_fetch", limit: "source_url_fetch_per_minute" };

/** Counts one fetch of a source URL: these have their limit besides the one for requests. */
export const countSourceFetch = (caller: Caller, now: Date): Promise<void> =>
  withinLimits(count(sourceFetches, caller, now));

async function count(counter: RateCounter, caller: Caller, now: Date): Rate {
  const quotas = quotasOf(counter, caller);
  const decision = await countInWindow(caller.organization.organization_id, quotas, now);
  return { ...decision, name: counter.name, quota: Math.min(...quotas.map(({ limit }) => limit)) };
}

function quotasOf({ name, limit }: RateCounter, { limits, keyLimits, keyId }: Caller): [Quota, Quota] {
  return [
    { name, limit: limits[limit] },
    { name: `${name}:${keyId}`, limit: keyLimits[limit] },
  ];
}

const tooMany = ({ name, quota, secondsLeft }: Standing) =>
  rateLimited(
    `The limit of requests per minute is reached. Try again in ${counted(secondsLeft, "second")}.`,
    secondsLeft,
    { name, quota, secondsLeft },
  );

/**
 * Says what is left of the limit that binds the request (RateLimit and RateLimit-Policy,
 * draft-ietf-httpapi-ratelimit-headers). Nothing if the request was not counted.
 */
export async function rateLimitHeaders(rate: Rate | undefined): Promise<Record<string, string>> {
  const standing = await rate?.catch(() => undefined);
  return standing ? headersOf(standing, standing.remaining) : {};
}

/** Says which limit refused a request; nothing if none did. */
export const spentLimitHeaders = ({ limit }: Refusal): Record<string, string> =>
  limit === null ? {} : headersOf(limit, 0);

/** A limit without a window has no `w` and no `t`. */
const headersOf = ({ name, quota, secondsLeft }: SpentLimit, remaining: number) => ({
  "RateLimit-Policy": `"${name}";q=${quota}${secondsLeft === null ? "" : ";w=60"}`,
  RateLimit: `"${name}";r=${remaining}${secondsLeft === null ? "" : `;t=${secondsLeft}`}`,
});
