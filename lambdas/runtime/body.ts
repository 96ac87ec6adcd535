import type { APIGatewayProxyEvent } from "aws-lambda";
import { badRequest } from "../domain/errors.ts";
import { maxUploadBytes } from "../domain/limits.ts";
import { type HttpMiddleware, header } from "./http.ts";
import type { Multipart } from "./multipart.ts";

/** A body that could be read. JSON may be any value: its shape is for the route to say. */
export type ParsedBody = { kind: "json"; value: unknown } | ({ kind: "form" } & Multipart);

/** How a route reads its body; throws bad_request for one that is not well formed or of another type. */
export type ReadBody = (bytes: Buffer, contentType: string) => Promise<ParsedBody>;

const bodies = new WeakMap<object, ParsedBody>();

/** The body of a request; null where there is none or the route takes none. */
export const parsedBodyOf = (event: APIGatewayProxyEvent): ParsedBody | null => bodies.get(event) ?? null;

/** Reads the body once the caller is known, so that a stranger's malformed body is answered 401. */
export const parseBody = (readBody: ReadBody): HttpMiddleware => ({
  before: async ({ event }) => {
    if (event.body === null || event.body === "") return;
    const bytes = Buffer.from(event.body, event.isBase64Encoded ? "base64" : "utf8");
    bodies.set(event, await readBody(bytes, header(event, "content-type") ?? ""));
  },
});

const jsonType = /^application\/(?:[a-z0-9.+-]+\+)?json\s*(?:;|$)/i;
const formType = /^multipart\/form-data\s*(?:;|$)/i;

export const readJson: ReadBody = async (bytes, contentType) => {
  if (!jsonType.test(contentType)) throw badRequest("Send the body as application/json.");
  return jsonBody(bytes);
};

/** Its form parser is loaded by the first form, so that no cold start waits for it. */
export const readJsonOrForm: ReadBody = async (bytes, contentType) => {
  if (jsonType.test(contentType)) return jsonBody(bytes);
  if (!formType.test(contentType))
    throw badRequest("Send the body as application/json or as multipart/form-data.");
  const { parseMultipart } = await import("./multipart.ts");
  return { kind: "form", ...(await parseMultipart(bytes, contentType, maxUploadBytes)) };
};

function jsonBody(bytes: Buffer): ParsedBody {
  try {
    return { kind: "json", value: JSON.parse(bytes.toString()) };
  } catch {
    throw badRequest("The body is not well-formed JSON.");
  }
}
