import { rateLimited } from "../../domain/errors.ts";
import { type RateCounter, rateCounters } from "../../domain/organization/limits.ts";
import { countInWindow, type Quota, type RateDecision } from "../../storage/organization/rate.ts";
import type { Caller } from "./authenticate.ts";
import type { HttpMiddleware } from "./http.ts";

/** The count of a request, which runs in parallel with the route's first read. */
export type Rate = Promise<RateDecision>;

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
  const decision = await rate;
  if (!decision.granted) throw tooMany(decision);
}

/** Counts one fetch of a source URL, which has a limit of its own besides that of the request. */
export const countSourceFetch = (caller: Caller, now: Date): Promise<void> =>
  withinLimits(count("source_url_fetch", caller, now));

/**
 * The headers that state the limit for this key and what is left of it (RateLimit and RateLimit-Policy,
 * draft-ietf-httpapi-ratelimit-headers): the smaller of the key's own and the organization's. None if the request was
 * not counted.
 */
export async function rateLimitHeaders(
  counter: RateCounter,
  { caller, rate }: { caller?: Caller; rate?: Rate },
): Promise<Record<string, string>> {
  const decision = await rate?.catch(() => undefined);
  if (!caller || !decision) return {};
  const limit = Math.min(...quotasOf(counter, caller).map((quota) => quota.limit));
  return {
    "RateLimit-Policy": `"${counter}";q=${limit};w=60`,
    RateLimit: `"${counter}";r=${decision.remaining};t=${decision.secondsLeft}`,
  };
}

const count = (counter: RateCounter, caller: Caller, now: Date): Rate =>
  countInWindow(caller.organization.organization_id, quotasOf(counter, caller), now);

function quotasOf(counter: RateCounter, { limits, keyLimits, keyId }: Caller): [Quota, Quota] {
  const limit = rateCounters[counter];
  return [
    { name: counter, limit: limits[limit] },
    { name: `${counter}:${keyId}`, limit: keyLimits[limit] },
  ];
}

const tooMany = ({ secondsLeft }: RateDecision) =>
  rateLimited(
    `The limit of requests per minute is reached. Try again in ${secondsLeft} seconds.`,
    secondsLeft,
  );
