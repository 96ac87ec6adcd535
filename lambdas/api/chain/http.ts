import type { MiddlewareObj } from "@middy/core";
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from "aws-lambda";

/** A part of the chain; `Known` is what it reads from the context, or adds to it. */
export type HttpMiddleware<Known = unknown> = MiddlewareObj<
  APIGatewayProxyEvent,
  APIGatewayProxyResult,
  Error,
  Context & Known
>;

/** Every value of a request header, by its case-insensitive name (RFC 9110). */
export const headerValues = (event: APIGatewayProxyEvent, name: string): string[] =>
  Object.entries(event.multiValueHeaders ?? {}).flatMap(([key, values]) =>
    key.toLowerCase() === name ? (values ?? []) : [],
  );

/** A request header by its case-insensitive name (RFC 9110), or undefined. */
export function header(event: APIGatewayProxyEvent, name: string): string | undefined {
  for (const [key, value] of Object.entries(event.headers ?? {}))
    if (key.toLowerCase() === name) return value;
  return undefined;
}

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

/** The error envelope (SPEC "Errors"); `retry_after` in seconds. */
export const envelope = (code: string, message: string, retryable: boolean, retry_after: number | null) => ({
  error: { code, message, retryable, retry_after },
});

/** What every response carries: `Cache-Control: no-store` (SPEC "What the service does", 10) and the request's id. */
export const commonHeaders = ({ requestContext }: APIGatewayProxyEvent): Record<string, string> => ({
  "Cache-Control": "no-store",
  "x-request-id": requestContext.requestId,
});
