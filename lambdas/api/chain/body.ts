import type { APIGatewayProxyEvent } from "aws-lambda";
import { badRequest } from "../../domain/errors.ts";
import { maxUploadBytes } from "../../domain/organization/limits.ts";
import type { Multipart } from "./multipart.ts";
import { type HttpMiddleware, header } from "./responses.ts";

/** A body that could be read. JSON may be any value: its shape is for the route to say. */
export type ParsedBody = { kind: "json"; value: unknown } | ({ kind: "form" } & Multipart);

type HttpRequest = Parameters<NonNullable<HttpMiddleware["before"]>>[0];

/** How a route reads its body; throws bad_request for one that is not well formed or of another type. */
export type ReadBody = (request: HttpRequest, contentType: string) => Promise<ParsedBody>;

const bodies = new WeakMap<object, ParsedBody>();

/** The body of a request; null where there is none or the route takes none. */
export const parsedBodyOf = (event: APIGatewayProxyEvent): ParsedBody | null => bodies.get(event) ?? null;

/** Reads the body once the caller is known, so that a stranger's malformed body is answered 401. */
export const parseBody = (readBody: ReadBody): HttpMiddleware => ({
  before: async (request) => {
    const { event } = request;
    if (event.body === null || event.body === "") return;
    bodies.set(event, await readBody(request, header(event, "content-type") ?? ""));
  },
});

const jsonType = /^application\/(?:[a-z0-9.+-]+\+)?json\s*(?:;|$)/i;
const formType = /^multipart\/form-data\s*(?:;|$)/i;

/** JSON is UTF-8 (RFC 8259, section 8.1); in any other encoding its text would be kept as something else. */
const otherCharset = /;\s*charset\s*=\s*"?(?!utf-8\b|us-ascii\b)/i;

export const readJson: ReadBody = async (request, contentType) => {
  if (!jsonType.test(contentType)) throw badRequest("Send the body as application/json.");
  return jsonBody(request);
};

/** Its form parser is loaded by the first form, so that no cold start waits for it. */
export const readJsonOrForm: ReadBody = async (request, contentType) => {
  if (jsonType.test(contentType)) return jsonBody(request);
  if (!formType.test(contentType))
    throw badRequest("Send the body as application/json or as multipart/form-data.");
  const { parseMultipart } = await import("./multipart.ts");
  const { body, isBase64Encoded } = request.event;
  const bytes = Buffer.from(body ?? "", isBase64Encoded ? "base64" : "utf8");
  return { kind: "form", ...(await parseMultipart(bytes, contentType, maxUploadBytes)) };
};

/** Middy's parser, loaded by the first JSON body for the same reason; the body takes its place in the event. */
async function jsonBody(request: HttpRequest): Promise<ParsedBody> {
  if (otherCharset.test(header(request.event, "content-type") ?? ""))
    throw badRequest("Send the body in UTF-8, the one encoding of JSON.");
  const { default: jsonBodyParser } = await import("@middy/http-json-body-parser");
  try {
    await jsonBodyParser({ disableContentTypeCheck: true }).before?.(request);
  } catch (error) {
    throw badRequest(
      error instanceof Error && error.message.startsWith("Forbidden key")
        ? "The body must not use the keys __proto__ and constructor.prototype."
        : "The body is not well-formed JSON.",
    );
  }
  return { kind: "json", value: request.event.body };
}
