import type { MiddlewareObj } from "@middy/core";
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from "aws-lambda";
import { Refusal } from "../../domain/errors.ts";

/** What HTTP itself refuses, with a status and headers of RFC 9110; the code is bad_request. */
export class ProtocolRefusal extends Refusal {
  readonly status: number;
  readonly headers: Record<string, string>;

  constructor(status: number, message: string, headers: Record<string, string> = {}) {
    super("bad_request", message);
    this.status = status;
    this.headers = headers;
  }
}

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

/** A response; of its body's type only the compiler knows. */
export type Answer<Body> = APIGatewayProxyResult & { readonly holds?: Body };

/** A value as JSON, to be stored and answered with: a replay is byte for byte the first response. */
export type Json<Value> = { readonly text: string; readonly of?: Value };
export const jsonOf = <Value>(value: Value): Json<Value> => ({ text: JSON.stringify(value) });

/** A response with this JSON. */
export const answer = <Body>(
  statusCode: number,
  { text }: Json<Body>,
  headers: Record<string, string> = {},
): Answer<Body> => ({
  statusCode,
  headers: { "Content-Type": "application/json", ...headers },
  body: text,
});

/** A response with this value as JSON. */
export const json = <Body>(
  statusCode: number,
  body: Body,
  headers: Record<string, string> = {},
): Answer<Body> => answer(statusCode, jsonOf(body), headers);

/**
 * A response with a file to keep. API Gateway sends what is in base64 as the bytes that it stands for. CSV is in UTF-8, without a
 * byte order mark: programs would take it for a part of the first column's name.
 */
export const file = (
  name: string,
  type: string,
  content: string | Buffer,
  headers: Record<string, string> = {},
): Answer<never> => ({
  statusCode: 200,
  headers: {
    "Content-Type": type === "text/csv" ? "text/csv; charset=utf-8; header=present" : type,
    "Content-Disposition": `attachment; filename="${name}"`,
    ...headers,
  },
  body: Buffer.from(content).toString("base64"),
  isBase64Encoded: true,
});

/** The error envelope (contract, errors.*); `retry_after` in seconds. */
export const envelope = (code: string, message: string, retryable: boolean, retry_after: number | null) => ({
  error: { code, message, retryable, retry_after },
});

/** What every response carries: `Cache-Control: no-store` (contract, service.15) and the request's id. */
export const commonHeaders = ({ requestContext }: APIGatewayProxyEvent): Record<string, string> => ({
  "Cache-Control": "no-store",
  "x-request-id": requestContext.requestId,
});
