const text = (description: string, example: string, required = true) => ({
  description,
  required,
  schema: { type: "string" },
  example,
});

const rateLimit = [
  "What is left of the limit that binds this key: requests (`r`) and seconds until the window ends (`t`). A 429 names the limit that refused; `max_concurrent_jobs` has no window.",
  '"create_generation";r=59;t=17',
] as const;
const rateLimitPolicy = [
  "That limit: requests (`q`) per window of seconds (`w`).",
  '"create_generation";q=60;w=60',
] as const;
const whereCounted = " Absent if the platform in front of the service answers by itself.";

/** `components.headers`: the headers of responses. */
export const headers = {
  CacheControl: text("Always `no-store`.", "no-store"),
  RequestId: text(
    "Names this request in our logs: quote it when you ask for help.",
    "5f0c9d7e-3b1a-4c8e-9d2f-7a6b5c4d3e2f",
  ),
  RateLimit: text(...rateLimit),
  RateLimitPolicy: text(...rateLimitPolicy),
  RateLimitWhereCounted: text(rateLimit[0] + whereCounted, rateLimit[1], false),
  RateLimitPolicyWhereCounted: text(rateLimitPolicy[0] + whereCounted, rateLimitPolicy[1], false),
  IdempotentReplayed: {
    description: "Present, as `true`, if this is the first response to the same request again.",
    required: false,
    schema: { type: "string", const: "true" },
  },
  WwwAuthenticate: text("How to authenticate: always `Bearer`.", "Bearer"),
  RetryAfter: {
    description: "Seconds to wait, equal to `error.retry_after`.",
    required: true,
    schema: { type: "integer", minimum: 1 },
  },
};

const reference = (name: keyof typeof headers) => ({ $ref: `#/components/headers/${name}` });

const everyResponse = { "Cache-Control": reference("CacheControl"), "x-request-id": reference("RequestId") };
const counted = { RateLimit: reference("RateLimit"), "RateLimit-Policy": reference("RateLimitPolicy") };
const mayBeCounted = {
  RateLimit: reference("RateLimitWhereCounted"),
  "RateLimit-Policy": reference("RateLimitPolicyWhereCounted"),
};
/** Statuses of requests that are refused before they are counted. */
const uncounted = [401, 403, 413];
/** The gateway answers with these as well. */
const answeredByPlatform = [400, 429, 500];

/** The headers of a response with this status; `replayable` says that the operation takes an Idempotency-Key. */
export const headersOf = (status: number, replayable: boolean) => ({
  ...everyResponse,
  ...(!uncounted.includes(status) && (answeredByPlatform.includes(status) ? mayBeCounted : counted)),
  ...(status === 401 && { "WWW-Authenticate": reference("WwwAuthenticate") }),
  ...(status === 429 && { "Retry-After": reference("RetryAfter") }),
  ...(status === 200 && replayable && { "Idempotent-Replayed": reference("IdempotentReplayed") }),
});
