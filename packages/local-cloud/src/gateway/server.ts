import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import * as v from "valibot";
import { readBody } from "../http.ts";
import type { InvocationResult } from "../lambda/environment.ts";
import type { LambdaService } from "../lambda/service.ts";
import type { Log } from "../log.ts";
import type { Stack } from "../template/stack.ts";
import { describeRequest, type GatewayRequest, headerOf, isBinary, proxyEvent } from "./event.ts";
import { type GatewayErrorType, readGatewayResponses } from "./responses.ts";
import { matchRoute, type RouteMatch, readRoutes } from "./routes.ts";
import { readThrottle } from "./throttle.ts";

/** API Gateway's fixed limits: bytes of a request body, milliseconds of an integration. */
const bodyLimit = 10 * 1024 * 1024;
const integrationTimeout = 29_000;

const RestApi = v.object({ BinaryMediaTypes: v.optional(v.array(v.string()), []) });
const Scalar = v.pipe(v.union([v.string(), v.number(), v.boolean()]), v.transform(String));
const ProxyResult = v.object({
  statusCode: v.pipe(v.union([v.number(), v.string()]), v.transform(Number), v.integer(), v.minValue(100)),
  headers: v.nullish(v.record(v.string(), Scalar), {}),
  multiValueHeaders: v.nullish(v.record(v.string(), v.array(Scalar)), {}),
  body: v.nullish(v.string(), ""),
  isBase64Encoded: v.nullish(v.boolean(), false),
});
type ProxyResult = v.InferOutput<typeof ProxyResult>;

type Integration = ProxyResult | "INTEGRATION_FAILURE" | "INTEGRATION_TIMEOUT" | "REQUEST_TOO_LARGE";

/** Serves the template's REST API directly below the base URL. */
export function createGateway(stack: Stack, lambda: LambdaService, log: Log) {
  const routes = readRoutes(stack);
  const sendError = readGatewayResponses(stack);
  const mayPass = readThrottle(stack);
  const binaryTypes = stack
    .resources("AWS::ApiGateway::RestApi", RestApi)
    .flatMap(({ properties }) => properties.BinaryMediaTypes);

  return async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const request = describeRequest(incoming, randomUUID());
    // HTTP/1.1 requires it; what could not be read as a request has none either.
    if (headerOf(request, "host") === undefined) return sendError(response, "BAD_REQUEST", request);
    const body = await readBody(incoming, bodyLimit);
    const match = matchRoute(routes, request.method, request.path);
    if (match === undefined) return sendError(response, errorOfUnknownRoute(request), request);
    if (!mayPass(match.route)) return sendError(response, "THROTTLED", request);
    if (body === undefined) return sendError(response, "REQUEST_TOO_LARGE", request);
    const payload = JSON.stringify(proxyEvent(request, match, body, binaryTypes));
    const result = await integrate(lambda, match, payload, log);
    if (typeof result === "string") return sendError(response, result, request);
    sendResult(response, result, request, binaryTypes);
  };
}

/** For an unknown route, API Gateway reads any Authorization header as an AWS signature. */
const errorOfUnknownRoute = (request: GatewayRequest): GatewayErrorType =>
  headerOf(request, "authorization") === undefined ? "MISSING_AUTHENTICATION_TOKEN" : "INVALID_SIGNATURE";

async function integrate(
  lambda: LambdaService,
  { route }: RouteMatch,
  payload: string,
  log: Log,
): Promise<Integration> {
  const timeout = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => timeout.resolve(undefined), integrationTimeout);
  const outcome = await Promise.race([lambda.invoke(route.functionArn, payload), timeout.promise]);
  clearTimeout(timer);
  if (outcome === undefined) return "INTEGRATION_TIMEOUT";
  const result = readOutcome(outcome);
  if (typeof result === "string")
    log(`${route.method} ${route.resourcePath}: ${result} ${JSON.stringify(outcome).slice(0, 2000)}\n`);
  return result;
}

function readOutcome(outcome: InvocationResult): Integration {
  if ("error" in outcome)
    return outcome.error.errorType === "RequestTooLargeException"
      ? "REQUEST_TOO_LARGE"
      : "INTEGRATION_FAILURE";
  const result = v.safeParse(ProxyResult, JSON.parse(outcome.payload));
  return result.success ? result.output : "INTEGRATION_FAILURE";
}

/** A text body is sent as it is. One in base64 is decoded if the caller's first Accept type is a binary media type. */
function sendResult(
  response: ServerResponse,
  result: ProxyResult,
  request: GatewayRequest,
  binaryTypes: string[],
) {
  response.setHeader("content-type", "application/json");
  response.setHeader("x-amzn-requestid", request.requestId);
  for (const [name, value] of Object.entries(result.headers ?? {})) response.setHeader(name, value);
  for (const [name, values] of Object.entries(result.multiValueHeaders ?? {}))
    response.setHeader(name, values);
  const isBytes = result.isBase64Encoded && isBinary(headerOf(request, "accept"), binaryTypes);
  response.writeHead(result.statusCode);
  response.end(Buffer.from(result.body ?? "", isBytes ? "base64" : "utf8"));
}
