import { badRequest } from "../../domain/errors.ts";
import { maxUploadBytes } from "../../domain/organization/limits.ts";
import { type HttpMiddleware, header } from "./http.ts";
import type { Multipart, UploadedFile } from "./multipart.ts";

/** The fields of a request and its one file, whatever the encoding of its body. */
export type Body = { fields: Record<string, unknown>; file: UploadedFile["content"] | null };

/** How a route reads its body. Throws bad_request for one that is not well formed or of another type. */
export type BodyReader = (request: HttpRequest) => Promise<Body>;

/**
 * Reads the body, once the caller is known: without a valid key, a malformed body is answered 401. An absent body, or
 * that of a route that takes none, has no fields.
 */
export const readBody = (read?: BodyReader): HttpMiddleware<{ body: Body }> => ({
  before: async (request) => {
    const { body } = request.event;
    const isAbsent = read === undefined || body === null || body === "";
    request.context.body = isAbsent ? { fields: {}, file: null } : await read(request);
  },
});

type HttpRequest = Parameters<NonNullable<HttpMiddleware["before"]>>[0];

const jsonType = /^application\/(?:[a-z0-9.+-]+\+)?json\s*(?:;|$)/i;
const formType = /^multipart\/form-data\s*(?:;|$)/i;
const contentTypeOf = ({ event }: HttpRequest) => header(event, "content-type") ?? "";

/** Reads a JSON object. */
export const readJson: BodyReader = async (request) => {
  if (!jsonType.test(contentTypeOf(request))) throw badRequest("Send the body as application/json.");
  return parseJson(request);
};

/** Reads a JSON object, or a form with one file at most. */
export const readJsonOrForm: BodyReader = async (request) => {
  if (jsonType.test(contentTypeOf(request))) return parseJson(request);
  if (formType.test(contentTypeOf(request))) return parseForm(request);
  throw badRequest("Send the body as application/json or as multipart/form-data.");
};

/** JSON is UTF-8 (RFC 8259, section 8.1); text in any other encoding would be misread. */
const otherCharset = /;\s*charset\s*=\s*"?(?!utf-8\b|us-ascii\b)/i;

/** The first JSON body loads Middy's parser, so that no cold start waits for it. */
async function parseJson(request: HttpRequest): Promise<Body> {
  if (otherCharset.test(contentTypeOf(request)))
    throw badRequest("Send the body in UTF-8, the one encoding of JSON.");
  const { default: jsonBodyParser } = await import("@middy/http-json-body-parser");
  const event = { ...request.event };
  try {
    await jsonBodyParser({ disableContentTypeCheck: true }).before?.({ ...request, event });
  } catch (error) {
    throw badRequest(
      error instanceof Error && error.message.startsWith("Forbidden key")
        ? "The body must not use the keys __proto__ and constructor.prototype."
        : "The body is not well-formed JSON.",
    );
  }
  const body: unknown = event.body;
  if (typeof body !== "object" || body === null || Array.isArray(body))
    throw badRequest("The body must be a JSON object.");
  return { fields: { ...body }, file: null };
}

/** The first form loads the form parser, for the same reason. */
async function parseForm(request: HttpRequest): Promise<Body> {
  const { body, isBase64Encoded } = request.event;
  const { parseMultipart } = await import("./multipart.ts");
  const bytes = Buffer.from(body ?? "", isBase64Encoded ? "base64" : "utf8");
  const form = await parseMultipart(bytes, contentTypeOf(request), maxUploadBytes);
  return { fields: fieldsOf(form), file: fileOf(form) };
}

function fileOf({ files: [file, ...others] }: Multipart): UploadedFile["content"] | null {
  if (others.length > 0 || (file && file.field !== "file"))
    throw badRequest("Send exactly one file, in the part named file.");
  if (file?.content.length === 0) throw badRequest("The file is empty.");
  return file?.content ?? null;
}

/** How multipart fields carry lists, booleans and objects (SPEC "POST /api/v1/generations"). */
function fieldsOf({ fields }: Multipart): Record<string, unknown> {
  const rooms = [...(fields.get("room_types") ?? []), ...(fields.get("room_types[]") ?? [])];
  const single = Array.from(fields).filter(([name]) => name !== "room_types" && name !== "room_types[]");
  return Object.fromEntries([
    ...single.map(([name, values]) => [name, fieldOf(name, values)]),
    ...(rooms.length > 0 ? [["room_types", roomTypesOf(rooms)]] : []),
  ]);
}

function fieldOf(name: string, [value, ...repeated]: string[]): unknown {
  if (value === undefined || repeated.length > 0) throw badRequest(`${name} must be sent once.`);
  if (name === "metadata" || name === "webhook") return parsedJson(name, value);
  if (name === "include_alternates" && (value === "true" || value === "false")) return value === "true";
  return value;
}

function roomTypesOf(values: string[]): unknown {
  const [only = "", ...more] = values;
  if (more.length > 0) return values;
  if (only.trimStart().startsWith("[")) return parsedJson("room_types", only);
  return only.split(",").map((label) => label.trim());
}

function parsedJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest(`${name} must be well-formed JSON.`);
  }
}
