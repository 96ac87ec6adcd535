import type { ServerResponse } from "node:http";
import * as v from "valibot";
import type { Stack } from "../template/stack.ts";
import { type GatewayRequest, headerOf } from "./event.ts";

const GatewayResponse = v.object({
  ResponseType: v.string(),
  StatusCode: v.optional(v.string()),
  ResponseTemplates: v.optional(v.record(v.string(), v.string()), {}),
  ResponseParameters: v.optional(v.record(v.string(), v.string()), {}),
});
type GatewayResponse = v.InferOutput<typeof GatewayResponse>;

/** The error responses of API Gateway itself, each with its default status and message. */
const defaults = {
  MISSING_AUTHENTICATION_TOKEN: { status: 403, message: "Missing Authentication Token" },
  INVALID_SIGNATURE: {
    status: 403,
    message: "Invalid key=value pair (missing equal-sign) in Authorization header",
  },
  BAD_REQUEST: { status: 400, message: "Bad Request" },
  REQUEST_TOO_LARGE: { status: 413, message: "Request Too Long" },
  THROTTLED: { status: 429, message: "Too Many Requests" },
  INTEGRATION_FAILURE: { status: 502, message: "Internal server error" },
  INTEGRATION_TIMEOUT: { status: 504, message: "Endpoint request timed out" },
};
export type GatewayErrorType = keyof typeof defaults;

/** Sends one of the gateway's error responses. */
type SendGatewayError = (response: ServerResponse, type: GatewayErrorType, request: GatewayRequest) => void;

/** Reads the template's gateway responses and returns the function that sends them. */
export function readGatewayResponses(stack: Stack): SendGatewayError {
  const responses = new Map(
    stack
      .resources("AWS::ApiGateway::GatewayResponse", GatewayResponse)
      .map(({ properties }) => [properties.ResponseType, properties]),
  );
  return (response, type, request) => {
    const { status, message } = defaults[type];
    const group = status < 500 ? "DEFAULT_4XX" : "DEFAULT_5XX";
    const configured = responses.get(type) ?? responses.get(group);
    const [contentType, template] = Object.entries(configured?.ResponseTemplates ?? {})[0] ?? [
      "application/json",
      '{"message":$context.error.messageString}',
    ];
    const context: Record<string, string> = {
      requestId: request.requestId,
      extendedRequestId: request.requestId,
      httpMethod: request.method,
      path: request.path,
      "identity.sourceIp": request.sourceIp,
      "error.message": message,
      "error.messageString": JSON.stringify(message),
      "error.responseType": type,
    };
    const body = template.replace(/\$context\.([\w.]*\w)/g, (_, name: string) => context[name] ?? "");
    response.writeHead(Number(configured?.StatusCode ?? status), {
      "content-type": contentType,
      "x-amzn-requestid": request.requestId,
      ...headersOf(configured, request, context),
    });
    response.end(body);
  };
}

/** `ResponseParameters` map a header to a 'quoted text', a context value or a header of the request. */
function headersOf(
  configured: GatewayResponse | undefined,
  request: GatewayRequest,
  context: Record<string, string>,
) {
  const headerValue = (source: string) => {
    if (source.startsWith("'")) return source.slice(1, -1);
    if (source.startsWith("context.")) return context[source.slice("context.".length)];
    if (source.startsWith("method.request.header."))
      return headerOf(request, source.slice("method.request.header.".length).toLowerCase());
    throw new Error(
      `a gateway response takes a header from ${source}, which the local host does not support`,
    );
  };
  const prefix = "gatewayresponse.header.";
  return Object.fromEntries(
    Object.entries(configured?.ResponseParameters ?? {}).flatMap(([target, source]) => {
      const value = headerValue(source);
      return value === undefined ? [] : [[target.slice(prefix.length).toLowerCase(), value]];
    }),
  );
}
