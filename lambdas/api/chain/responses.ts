import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from "aws-lambda";
import { Refusal, type RefusalCode } from "../../domain/errors.ts";
import { errorForLog, logFor } from "../../runtime/log.ts";
import { commonHeaders, envelope, type HttpMiddleware, json, ProtocolRefusal } from "./http.ts";
import { type Rate, rateLimitHeaders, spentLimitHeaders, withinLimits } from "./rate-limit.ts";

/** The status of each code (contract, errors.*). */
export const statusOf: Record<RefusalCode, number> = {
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  entitlement_required: 403,
  not_found: 404,
  idempotency_conflict: 409,
  listing_closed: 409,
  validation_error: 422,
  rate_limited: 429,
};

/**
 * Makes every response: an error becomes the envelope (contract, errors.*), and each carries `Cache-Control: no-store`
 * (contract, service.15), the request id, and what is left of the rate limit. A 429 names the limit that
 * refused.
 */
export const respond = (): HttpMiddleware<{ rate?: Rate }> => ({
  after: async ({ response, event, context }) => {
    if (response) complete(response, event, await rateLimitHeaders(context.rate));
  },
  onError: async (request) => {
    const { event, context } = request;
    const error = await chooseError(request.error, context.rate);
    request.response = errorResponse(error, event, context);
    const isSpent = error instanceof Refusal && error.code === "rate_limited";
    const limits = isSpent ? spentLimitHeaders(error) : await rateLimitHeaders(context.rate);
    complete(request.response, event, limits);
  },
});

function complete(
  response: APIGatewayProxyResult,
  event: APIGatewayProxyEvent,
  limits: Record<string, string>,
): void {
  response.headers = { ...response.headers, ...limits, ...commonHeaders(event) };
}

/** The error to answer with: a request over its limits is refused for that, whatever else is wrong with it. */
const chooseError = (error: unknown, rate?: Rate): Promise<unknown> =>
  rate === undefined
    ? Promise.resolve(error)
    : withinLimits(rate).then(
        () => error,
        (refusal) => refusal,
      );

/** The error envelope. An error that is not a Refusal is logged, and its answer reveals no internals. */
function errorResponse(error: unknown, event: APIGatewayProxyEvent, context: Context): APIGatewayProxyResult {
  if (error instanceof Refusal) return refuse(error);
  const ids = { x_request_id: event.requestContext.requestId };
  logFor(context, ids).error("The request failed unexpectedly", { trace: errorForLog(error).trace });
  return json(500, envelope("internal_error", "An unexpected error occurred. Try again later.", true, null));
}

/** How a caller authenticates: every 401 says so (RFC 9110, 11.6.1; RFC 6750). */
const challenge = "Bearer";

function refuse(refusal: Refusal): APIGatewayProxyResult {
  const { code, message, retryAfter } = refusal;
  const body = envelope(code, message, code === "rate_limited", retryAfter);
  if (refusal instanceof ProtocolRefusal) return json(refusal.status, body, refusal.headers);
  return json(statusOf[code], body, {
    ...(code === "unauthorized" && { "WWW-Authenticate": challenge }),
    ...(retryAfter !== null && { "Retry-After": String(retryAfter) }),
  });
}
