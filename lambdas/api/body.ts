import type { APIGatewayProxyEvent } from "aws-lambda";
import * as v from "valibot";
import { badRequest, unprocessable } from "../domain/errors.ts";
import { jsonOf, multipartOf, type ReadForm } from "../runtime/http.ts";
import type { UploadedFile } from "../runtime/multipart.ts";

/** The largest picture in a multipart body: what fits Lambda's 6 MB payload after base64. Larger ones go by source_url. */
const maxFileBytes = 4 * 1024 * 1024;

/** Parses a form. Its parser is loaded by the first one, so that no cold start waits for it. */
export const readForm: ReadForm = async (body, contentType) => {
  const { parseMultipart } = await import("../runtime/multipart.ts");
  return parseMultipart(body, contentType, maxFileBytes);
};

export type Body = { fields: Record<string, unknown>; file: UploadedFile["content"] | null };

const JsonObject = v.record(v.string(), v.unknown());

/** The fields of a JSON or multipart body and its one file; an absent body has no fields. Throws bad_request otherwise. */
export function bodyOf(event: APIGatewayProxyEvent): Body {
  const multipart = multipartOf(event);
  if (!multipart) return { fields: jsonObject(jsonOf(event)), file: null };
  const [file, ...others] = multipart.files;
  if (others.length > 0 || (file && file.field !== "file"))
    throw badRequest("Send exactly one file, in the field named file.");
  if (file && file.content.length === 0) throw badRequest("The file is empty.");
  return { fields: fieldsOf(multipart.fields), file: file?.content ?? null };
}

function jsonObject(body: unknown): Record<string, unknown> {
  if (body === undefined) return {};
  if (Array.isArray(body) || !v.is(JsonObject, body)) throw badRequest("The body must be a JSON object.");
  return body;
}

/** The forms in which multipart fields carry lists, booleans and objects (SPEC "POST /api/v1/generations"). */
function fieldsOf(values: Map<string, string[]>): Record<string, unknown> {
  return Object.fromEntries(
    Array.from(values, ([name, all]) => {
      if (name === "room_types") return [name, roomTypesOf(all)];
      const [value, ...repeated] = all;
      if (value === undefined || repeated.length > 0) throw unprocessable(`${name} must be sent once.`);
      if (name === "metadata" || name === "webhook") return [name, parsedJson(name, value)];
      if (name === "include_alternates")
        return [name, value === "true" ? true : value === "false" ? false : value];
      return [name, value];
    }),
  );
}

function roomTypesOf(values: string[]): unknown {
  const [only, ...more] = values;
  if (only === undefined || more.length > 0) return values;
  if (only.trimStart().startsWith("[")) return parsedJson("room_types", only);
  return only.split(",").map((label) => label.trim());
}

function parsedJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unprocessable(`${name} must be well-formed JSON.`);
  }
}
