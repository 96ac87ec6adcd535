import { badRequest } from "../../domain/errors.ts";
import { parseJson } from "../../domain/json.ts";
import { maxUploadBytes } from "../../domain/organization/limits.ts";
import { refuseEncoded } from "./content-encoding.ts";
import { type HttpMiddleware, header } from "./http.ts";
import type { Files, Multipart } from "./multipart.ts";
import { type Rate, withinLimits } from "./rate-limit.ts";
import { charsetOf, mediaTypeOf, textOf } from "./text.ts";

/** The fields of a request and its files, whatever the encoding of its body. */
export type Body = { fields: Record<string, unknown> } & Files;

/** Far above what any request needs: metadata has at most 32 KiB. */
const mostJsonBytes = 512 * 1024;
const noFiles: Files = { file: null, mask: null };
const noFields: Body = { fields: {}, ...noFiles };

/** How a route reads its body. Throws bad_request for one that is not well formed or of another type. */
export type BodyReader = (request: HttpRequest) => Promise<Body>;

/**
 * Reads the body, once the caller is known: without a valid key, a malformed body is answered 401. An absent body has
 * no fields, and so has any body of a route that takes none.
 */
export const readBody = (read?: BodyReader): HttpMiddleware<{ body: Body; rate: Rate }> => ({
  before: async (request) => {
    const { body } = request.event;
    const isAbsent = read === undefined || body === null || body === "";
    if (!isAbsent) refuseEncoded(request.event);
    request.context.body = isAbsent ? noFields : await read(request);
  },
});

type HttpRequest = Parameters<NonNullable<HttpMiddleware<{ rate: Rate }>["before"]>>[0];

const jsonType = /^application\/(?:[^/]+\+)?json$/;
const formType = "multipart/form-data";
const contentTypeOf = ({ event }: HttpRequest) => header(event, "content-type") ?? "";
const isJson = (request: HttpRequest) => jsonType.test(mediaTypeOf(contentTypeOf(request))?.essence ?? "");
const isForm = (request: HttpRequest) => mediaTypeOf(contentTypeOf(request))?.essence === formType;

/** Reads a JSON object. */
export const readJson: BodyReader = async (request) => {
  if (!isJson(request)) throw badRequest("Send the body as application/json.");
  return jsonBody(request);
};

/** Reads a JSON object; a blank body has no fields. */
export const readOptionalJson: BodyReader = async (request) =>
  /^\s*$/.test(bytesOf(request).toString("latin1")) ? noFields : readJson(request);

/** Reads a JSON object, or a form with a file and a mask at most. */
export const readJsonOrForm: BodyReader = async (request) => {
  if (isJson(request)) return jsonBody(request);
  if (isForm(request)) return formBody(request);
  throw badRequest("Send the body as application/json or as multipart/form-data.");
};

/** The bytes as the caller sent them: the gateway passes every body on in base64. */
const bytesOf = ({ event: { body, isBase64Encoded } }: HttpRequest) =>
  Buffer.from(body ?? "", isBase64Encoded ? "base64" : "utf8");

/** JSON is UTF-8 (RFC 8259, section 8.1), unless its media type declares another charset. */
function jsonBody(request: HttpRequest): Body {
  const bytes = bytesOf(request);
  if (bytes.length > mostJsonBytes)
    throw badRequest(`Send at most ${mostJsonBytes} bytes of JSON: the body has ${bytes.length}.`);
  const charset = charsetOf(mediaTypeOf(contentTypeOf(request)));
  const text = textOf(bytes, charset);
  if (text === null && charset) throw badRequest(`The body cannot be read as ${charset}: send it in UTF-8.`);
  if (text === null) throw badRequest("Send the body in UTF-8, the one encoding of JSON.");
  const malformed = "The body is not well-formed JSON.";
  const body = parsed(JSON.parse, text, malformed);
  if (!isObject(body)) throw badRequest("The body must be a JSON object.");
  const exact = "metadata" in body ? { metadata: parsed(exactMetadataOf, text, malformed) } : {};
  return { fields: { ...body, ...exact }, ...noFiles };
}

/**
 * A form is large, so it is parsed only for a request that is within its limits. The parser is loaded by the first form,
 * so that no cold start waits for it.
 */
async function formBody(request: HttpRequest): Promise<Body> {
  await withinLimits(request.context.rate);
  const { parseMultipart } = await import("./multipart.ts");
  const form = parseMultipart(bytesOf(request), contentTypeOf(request), maxUploadBytes);
  return { fields: fieldsOf(form), file: form.file, mask: form.mask };
}

/** How multipart fields carry lists, booleans and objects (contract, post-generations.*). */
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
  if (name === "metadata") return parsed(parseJson, value, "metadata must be well-formed JSON.");
  if (name === "webhook") return parsed(JSON.parse, value, "webhook must be well-formed JSON.");
  if (name === "include_alternates" && (value === "true" || value === "false")) return value === "true";
  return value;
}

function roomTypesOf(values: string[]): unknown {
  const [only = "", ...more] = values;
  if (more.length > 0) return values;
  if (only.trimStart().startsWith("["))
    return parsed(JSON.parse, only, "room_types must be well-formed JSON.");
  return only.split(",").map((label) => label.trim());
}

/** Metadata alone is echoed as it was written: the numbers of every other field are read as numbers. */
function exactMetadataOf(json: string): unknown {
  const body = parseJson(json);
  return isObject(body) ? body.metadata : undefined;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A byte order mark before JSON may be ignored (RFC 8259, section 8.1). */
function parsed(parse: (json: string) => unknown, text: string, refusal: string): unknown {
  try {
    return parse(text.replace(/^\ufeff/, ""));
  } catch {
    throw badRequest(refusal);
  }
}
