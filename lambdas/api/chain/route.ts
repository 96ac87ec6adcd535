import middy from "@middy/core";
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from "aws-lambda";
import { type Log, logFor } from "../../runtime/log.ts";
import type { Operation } from "../contract/operations.ts";
import { authenticate, type Caller, callerOf } from "./authenticate.ts";
import { parseBody } from "./body.ts";
import { rateLimit, rateLimitHeaders, withinLimits } from "./rate-limit.ts";
import { commonHeaders, errorEnvelope } from "./responses.ts";

export type ApiRequest<Input> = { caller: Caller; input: Input; now: Date; log: Log };

/** What a route does: how its input is parsed, what it reads, and what it answers. */
export type Steps<Input, Found> = {
  parse: (event: APIGatewayProxyEvent, caller: Caller) => Input;
  /** Reads only, without effects: it runs beside the rate count, and its result is used only within the limits. */
  read: (request: ApiRequest<Input>) => Promise<Found>;
  answer: (found: Found, request: ApiRequest<Input>) => Promise<APIGatewayProxyResult>;
};

/** The chain of every route: envelope and headers around all, then authentication, rate limit, body, handler. */
export const route = <Input, Found>({ counter, readBody }: Operation, route: Steps<Input, Found>) =>
  middy<APIGatewayProxyEvent, APIGatewayProxyResult>({ timeoutEarlyInMillis: 0 })
    .use(commonHeaders())
    .use(rateLimitHeaders(counter))
    .use(errorEnvelope())
    .use(authenticate())
    .use(rateLimit(counter))
    .use(readBody ? [parseBody(readBody)] : [])
    .handler((event, context) => serve(route, event, context));

async function serve<Input, Found>(
  route: Steps<Input, Found>,
  event: APIGatewayProxyEvent,
  context: Context,
): Promise<APIGatewayProxyResult> {
  const caller = callerOf(event);
  const log = logFor(context, {
    x_request_id: event.requestContext.requestId,
    organization_id: caller.organization.organization_id,
  });
  const request = { caller, input: route.parse(event, caller), now: new Date(), log };
  const [found] = await Promise.all([route.read(request), withinLimits(event)]);
  return route.answer(found, request);
}
