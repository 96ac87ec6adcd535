import middy from "@middy/core";
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from "aws-lambda";
import type { RateCounter } from "../domain/limits.ts";
import { commonHeaders, errorEnvelope, parseBody, type ReadForm } from "../runtime/http.ts";
import { type Log, logFor } from "../runtime/log.ts";
import { authenticate, type Caller, callerOf } from "./authenticate.ts";
import { rateLimit, rateLimitHeaders, withinLimits } from "./rate-limit.ts";

export type Request<Input> = { caller: Caller; input: Input; now: Date; log: Log };

/** One route: what it counts against, how its input is parsed, what it reads, and what it answers. */
export type Route<Input, Found> = {
  counter: RateCounter;
  /** Parses multipart/form-data, on routes that take it. */
  readForm?: ReadForm;
  parse: (event: APIGatewayProxyEvent, caller: Caller) => Input;
  /** Reads only, without effects: it runs beside the rate count, and its result is used only within the limits. */
  read: (request: Request<Input>) => Promise<Found>;
  answer: (found: Found, request: Request<Input>) => Promise<APIGatewayProxyResult>;
};

/** The chain of every route: envelope and headers around all, then authentication, rate limit, body, handler. */
export const apiHandler = <Input, Found>(route: Route<Input, Found>) =>
  middy<APIGatewayProxyEvent, APIGatewayProxyResult>({ timeoutEarlyInMillis: 0 })
    .use(commonHeaders())
    .use(rateLimitHeaders(route.counter))
    .use(errorEnvelope())
    .use(authenticate())
    .use(rateLimit(route.counter))
    .use(parseBody(route.readForm))
    .handler((event, context) => serve(route, event, context));

async function serve<Input, Found>(
  route: Route<Input, Found>,
  event: APIGatewayProxyEvent,
  context: Context,
): Promise<APIGatewayProxyResult> {
  const caller = callerOf(event);
  const log = logFor(context, { organization_id: caller.organization.organization_id });
  const request = { caller, input: route.parse(event, caller), now: new Date(), log };
  const [found] = await Promise.all([route.read(request), withinLimits(event)]);
  return route.answer(found, request);
}
