import middy from "@middy/core";
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from "aws-lambda";
import { type Log, logFor } from "../../runtime/log.ts";
import type { Operation } from "../contract/operation.ts";
import { authenticate, type Caller } from "./authenticate.ts";
import { type Body, type BodyReader, readBody } from "./body.ts";
import type { Answer } from "./http.ts";
import { refuseQuery } from "./query.ts";
import { countRequest, withinLimits } from "./rate-limit.ts";
import { respond } from "./responses.ts";

/** What a route parses: the event, with what the chain knows about it. */
export type ReceivedRequest = { event: APIGatewayProxyEvent; caller: Caller; body: Body };

export type ApiRequest<Input> = { caller: Caller; input: Input; now: Date; log: Log };

/** What a route does: how its input is parsed, what it reads, and what it answers. */
type Steps<Input, Found, Body> = {
  /** How its body is read, if it takes one. Named by the route, so that a bundle holds only the parsers that it uses. */
  readBody?: BodyReader;
  parse: (received: ReceivedRequest) => Input;
  /** Reads only, without effects: it runs in parallel with the rate count, which may still refuse the request. */
  read: (request: ApiRequest<Input>) => Promise<Found>;
  answer: (found: Found, request: ApiRequest<Input>) => Promise<Answer<Body>>;
};

/**
 * The handler of an operation: an answer of another type than the operation's does not compile. A request passes this list from top to bottom, and each part may use what the parts
 * above it have added to the context. Every error ends in `respond`.
 */
export const route = <Body, Input, Found>(
  operation: Operation<Body>,
  steps: Steps<Input, Found, NoInfer<Body>>,
) =>
  middy<APIGatewayProxyEvent, APIGatewayProxyResult>({ timeoutEarlyInMillis: 0 })
    .use(respond())
    .use(authenticate(operation))
    .use(countRequest(operation.counter))
    .use(readBody(steps.readBody))
    .handler(async (event: APIGatewayProxyEvent, { caller, rate, body, ...context }) => {
      refuseQuery(operation, event);
      const request = {
        caller,
        input: steps.parse({ event, caller, body }),
        now: new Date(),
        /** Made when it is needed: a logger takes longer than everything else that a read does in this process. */
        get log() {
          return logFor(context, {
            x_request_id: event.requestContext.requestId,
            organization_id: caller.organization.organization_id,
          });
        },
      };
      const [found] = await Promise.all([steps.read(request), withinLimits(rate)]);
      return steps.answer(found, request);
    });
