import type { APIGatewayProxyEvent } from "aws-lambda";
import { badRequest } from "../../domain/errors.ts";
import { parsedBodyOf } from "./body.ts";
import type { Multipart, UploadedFile } from "./multipart.ts";

export type Body = { fields: Record<string, unknown>; file: UploadedFile["content"] | null };

/** The fields of a JSON or multipart body and its one file; an absent body has no fields. Throws bad_request otherwise. */
export function bodyOf(event: APIGatewayProxyEvent): Body {
  const body = parsedBodyOf(event);
  if (!body) return { fields: {}, file: null };
  if (body.kind === "json") return { fields: objectOf(body.value), file: null };
  return { fields: fieldsOf(body), file: fileOf(body) };
}

function objectOf(value: unknown): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw badRequest("The body must be a JSON object.");
  return { ...value };
}

function fileOf({ files: [file, ...others] }: Multipart): UploadedFile["content"] | null {
  if (others.length > 0 || (file && file.field !== "file"))
    throw badRequest("Send exactly one file, in the part named file.");
  if (file?.content.length === 0) throw badRequest("The file is empty.");
  return file?.content ?? null;
}

/** The forms in which multipart fields carry lists, booleans and objects (SPEC "POST /api/v1/generations"). */
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
