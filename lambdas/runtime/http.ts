import type { MiddlewareObj } from "@middy/core";
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from "aws-lambda";
import { badRequest, Refusal, type RefusalCode } from "../domain/errors.ts";
import { logFor } from "./log.ts";
import type { Multipart } from "./multipart.ts";

export type HttpMiddleware = MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult>;

/** SPEC "Errors": the status of each code. */
export const statusOf: Record<RefusalCode, number> = {
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  entitlement_required: 403,
  not_found: 404,
  idempotency_conflict: 409,
  validation_error: 422,
  rate_limited: 429,
};

/** A JSON response; `body` may be a string that is JSON already, so that a replay is byte for byte the first response. */
export const json = (
  statusCode: number,
  body: unknown,
  headers: Record<string, string> = {},
): APIGatewayProxyResult => ({
  statusCode,
  headers: { "Content-Type": "application/json", ...headers },
  body: typeof body === "string" ? body : JSON.stringify(body),
});

/** Puts on every response what every response carries (SPEC "What the service does", 10). */
export const commonHeaders = (): HttpMiddleware => {
  const complete: NonNullable<HttpMiddleware["after"]> = ({ response, event }) => {
    if (response)
      response.headers = {
        ...response.headers,
        "Cache-Control": "no-store",
        "x-request-id": event.requestContext.requestId,
      };
  };
  return { after: complete, onError: complete };
};

/** Turns whatever was thrown into the error envelope. What is not a Refusal is logged and says nothing of the inside. */
export const errorEnvelope = (): HttpMiddleware => ({
  onError: (request) => {
    if (!(request.error instanceof Refusal)) {
      logFor(request.context).error("The request failed unexpectedly", { error: request.error });
      request.response = json(
        500,
        envelope("internal_error", "An unexpected error occurred. Try again later.", true, null),
      );
      return;
    }
    const { code, message, retryAfter } = request.error;
    request.response = json(
      statusOf[code],
      envelope(code, message, code === "rate_limited", retryAfter),
      retryAfter === null ? {} : { "Retry-After": String(retryAfter) },
    );
  },
});

const envelope = (code: string, message: string, retryable: boolean, retry_after: number | null) => ({
  error: { code, message, retryable, retry_after },
});

const multiparts = new WeakMap<object, Multipart>();
const jsonBodies = new WeakMap<object, unknown>();

/** The parsed multipart body of a request, or null where it was JSON. */
export const multipartOf = (event: APIGatewayProxyEvent): Multipart | null => multiparts.get(event) ?? null;

/** The parsed JSON body of a request; undefined where there was none. */
export const jsonOf = (event: APIGatewayProxyEvent): unknown => jsonBodies.get(event);

export type ReadForm = (body: Buffer, contentType: string) => Promise<Multipart>;

/** Parses a JSON body or, on routes that give `readForm`, a multipart one. An absent body is left absent. */
export const parseBody = (readForm: ReadForm | undefined): HttpMiddleware => ({
  before: async ({ event }) => {
    if (event.body === null || event.body === "") return;
    const contentType = header(event, "content-type") ?? "";
    const body = Buffer.from(event.body, event.isBase64Encoded ? "base64" : "utf8");
    if (readForm && /^multipart\/form-data/i.test(contentType))
      multiparts.set(event, await readForm(body, contentType));
    else jsonBodies.set(event, parseJson(body.toString(), contentType));
  },
});

function parseJson(text: string, contentType: string): unknown {
  if (!/^application\/(?:[a-z0-9.+-]+\+)?json *(?:;|$)/i.test(contentType))
    throw badRequest(
      "Send the body as application/json, or as multipart/form-data where the endpoint takes a file.",
    );
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest("The body is not well-formed JSON.");
  }
}

/** A request header by its case-insensitive name (RFC 9110), or undefined. */
export function header(event: APIGatewayProxyEvent, name: string): string | undefined {
  for (const [key, value] of Object.entries(event.headers ?? {}))
    if (key.toLowerCase() === name) return value;
  return undefined;
}
