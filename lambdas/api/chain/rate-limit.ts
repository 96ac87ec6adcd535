import type { APIGatewayProxyEvent } from "aws-lambda";
import { rateLimited } from "../../domain/errors.ts";
import { type RateCounter, rateCounters } from "../../domain/organization/limits.ts";
import { countRequest, type Quota, type RateDecision } from "../../storage/organization/rate.ts";
import { type Caller, callerOf } from "./authenticate.ts";
import type { HttpMiddleware } from "./responses.ts";

const decisions = new WeakMap<object, Promise<RateDecision>>();

/**
 * Counts the request as soon as its caller is known and answers 429 where a limit is used up, before expensive work.
 * The count runs beside the handler's first read, which `withinLimits` waits for before anything has an effect.
 */
export const rateLimit = (counter: RateCounter): HttpMiddleware => ({
  before: ({ event }) => {
    const counting = count(counter, callerOf(event), new Date());
    counting.catch(() => undefined);
    decisions.set(event, counting);
  },
  onError: async (request) => {
    await withinLimits(request.event).catch((refusal) => {
      request.error = refusal;
    });
  },
});

/**
 * Says on every response which limit binds this key and what is left of it (RateLimit and RateLimit-Policy,
 * draft-ietf-httpapi-ratelimit-headers): the smaller of the key's own and the organization's.
 */
export const rateLimitHeaders = (counter: RateCounter): HttpMiddleware => {
  const tell: NonNullable<HttpMiddleware["after"]> = async ({ event, response }) => {
    const decision = await decisions.get(event)?.catch(() => undefined);
    if (!decision || !response) return;
    const limit = Math.min(...quotasOf(counter, callerOf(event)).map((quota) => quota.limit));
    response.headers = {
      ...response.headers,
      "RateLimit-Policy": `"${counter}";q=${limit};w=60`,
      RateLimit: `"${counter}";r=${decision.remaining};t=${decision.secondsLeft}`,
    };
  };
  return { after: tell, onError: tell };
};

/** Resolves when the request is within its limits; throws a rate_limited Refusal when it is not. */
export async function withinLimits(event: APIGatewayProxyEvent): Promise<void> {
  const decision = await decisions.get(event);
  if (decision && !decision.granted) throw tooMany(decision);
}

/** Counts one fetch of a source URL, which is limited apart from the request that asks for it. */
export async function countSourceFetch(caller: Caller, now: Date): Promise<void> {
  const decision = await count("source_url_fetch", caller, now);
  if (!decision.granted) throw tooMany(decision);
}

const count = (counter: RateCounter, caller: Caller, now: Date) =>
  countRequest(caller.organization.organization_id, quotasOf(counter, caller), now);

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
