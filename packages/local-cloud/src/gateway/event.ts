import type { IncomingMessage } from "node:http";
import type { RouteMatch } from "./routes.ts";

/** A request as API Gateway sees it, without its body. */
export type GatewayRequest = {
  requestId: string;
  method: string;
  path: string;
  query: URLSearchParams;
  sourceIp: string;
  headers: Record<string, string[]>;
};

export function describeRequest(request: IncomingMessage, requestId: string): GatewayRequest {
  const [path = "/", query = ""] = splitOnce(targetOf(request), "?");
  const sourceIp = request.socket.remoteAddress ?? "127.0.0.1";
  /** Without what every object has: a header may be named `constructor`. */
  const headers: Record<string, string[]> = Object.create(null);
  for (let index = 0; index < request.rawHeaders.length; index += 2) {
    const [name = "", value = ""] = request.rawHeaders.slice(index, index + 2);
    const key = Object.keys(headers).find((known) => known.toLowerCase() === name.toLowerCase()) ?? name;
    headers[key] = [...(headers[key] ?? []), value];
  }
  headers["X-Forwarded-For"] = [sourceIp];
  return {
    requestId,
    method: request.method ?? "GET",
    path,
    query: new URLSearchParams(query),
    sourceIp,
    headers,
  };
}

/** Path and query: the target of a request may also be a whole URL (RFC 9112, "absolute-form"). */
export const targetOf = ({ url = "/" }: IncomingMessage): string =>
  url.replace(/^https?:\/\/[^/?]*(?=(.?))/i, (_origin, next: string) => (next === "/" ? "" : "/"));

const splitOnce = (text: string, separator: string) => {
  const index = text.indexOf(separator);
  return index < 0 ? [text] : [text.slice(0, index), text.slice(index + 1)];
};

/** A header's last value. `name` is lower case. */
export const headerOf = (request: GatewayRequest, name: string): string | undefined =>
  Object.entries(request.headers)
    .find(([key]) => key.toLowerCase() === name)?.[1]
    .at(-1);

/**
 * The event of a Lambda proxy integration, payload format 1.0. Bodies with one of the API's binary media types
 * as Content-Type arrive base64-encoded, all others as text; path parameters stay percent-encoded, query parameters do not.
 */
export function proxyEvent(request: GatewayRequest, match: RouteMatch, body: Buffer, binaryTypes: string[]) {
  const isBase64Encoded = isBinary(headerOf(request, "content-type"), binaryTypes);
  const last = (values: Record<string, string[]>) =>
    Object.fromEntries(Object.entries(values).map(([name, list]) => [name, list.at(-1)]));
  const queries = Object.fromEntries(
    [...request.query.keys()].map((key) => [key, request.query.getAll(key)]),
  );
  const hasQuery = request.query.size > 0;
  return {
    resource: match.route.resourcePath,
    path: request.path,
    httpMethod: request.method,
    headers: last(request.headers),
    multiValueHeaders: request.headers,
    queryStringParameters: hasQuery ? last(queries) : null,
    multiValueQueryStringParameters: hasQuery ? queries : null,
    pathParameters: match.pathParameters,
    stageVariables: null,
    requestContext: {
      accountId: "000000000000",
      apiId: "local",
      httpMethod: request.method,
      identity: { sourceIp: request.sourceIp, userAgent: headerOf(request, "user-agent") ?? null },
      path: request.path,
      protocol: "HTTP/1.1",
      requestId: request.requestId,
      requestTimeEpoch: Date.now(),
      resourceId: match.route.resourcePath,
      resourcePath: match.route.resourcePath,
      stage: "local",
    },
    body: body.length === 0 ? null : body.toString(isBase64Encoded ? "base64" : "utf8"),
    isBase64Encoded,
  };
}

/** Whether the first media type of a Content-Type or Accept header is one of the API's binary media types. */
export function isBinary(mediaTypes: string | undefined, binaryTypes: string[]): boolean {
  const type = (mediaTypes ?? "").split(/[;,]/)[0]?.trim().toLowerCase() ?? "";
  return binaryTypes.some((pattern) => {
    const [main, sub] = pattern.toLowerCase().split("/");
    const [givenMain, givenSub] = type.split("/");
    return (main === "*" || main === givenMain) && (sub === "*" || sub === givenSub);
  });
}
