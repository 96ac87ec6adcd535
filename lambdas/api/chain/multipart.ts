import { Dicer } from "@fastify/busboy";
import { badRequest, unprocessable } from "../../domain/errors.ts";
import { declaresOtherCharset, mediaTypeOf, textOf } from "./text.ts";

export type UploadedFile = { field: string; content: Buffer<ArrayBuffer> };
/** A parsed multipart/form-data body: every value of every field in order, and the files. */
export type Multipart = { fields: Map<string, string[]>; files: UploadedFile[] };

type Header = Record<string, string[] | undefined>;
type Part = { name: string; isFile: boolean; type: string; content: Buffer<ArrayBuffer> };

const most = { parts: 102, nameCharacters: 100, fieldBytes: 64 * 1024 };

/**
 * Parses a multipart/form-data body (RFC 7578). Text is UTF-8, whatever a part declares: any other is refused, never
 * replaced. A field may be repeated. Throws a Refusal: bad_request for a body that is not well formed, validation_error
 * for a file of more than `maxFileBytes`.
 */
export async function parseMultipart(
  body: Buffer,
  contentType: string,
  maxFileBytes: number,
): Promise<Multipart> {
  const parsed: Multipart = { fields: new Map(), files: [] };
  for (const part of await splitParts(body, contentType, maxFileBytes)) {
    if (part.isFile) parsed.files.push({ field: part.name, content: part.content });
    else parsed.fields.set(part.name, [...(parsed.fields.get(part.name) ?? []), fieldText(part)]);
  }
  return parsed;
}

/** Dicer finds the parts; unlike Busboy on top of it, it does not decode them and hands over their headers. */
function splitParts(body: Buffer, contentType: string, maxFileBytes: number): Promise<Part[]> {
  return new Promise((resolve, reject) => {
    const boundary = mediaTypeOf(contentType)?.params.get("boundary");
    if (!boundary) return reject(malformed("its boundary is missing"));
    const parts: Part[] = [];
    let found = 0;
    const parser = new Dicer({ boundary });
    parser.on("part", (stream) => {
      if (++found > most.parts) reject(malformed("it has too many parts"));
      const chunks: Buffer[] = [];
      let [size, header]: [number, Header] = [0, {}];
      stream.on("header", (given: Header) => (header = given));
      stream.on("data", (chunk: Buffer) => {
        size += chunk.length;
        if (size <= maxFileBytes) chunks.push(chunk);
      });
      stream.on("error", (error) => reject(malformed(error.message)));
      stream.on("end", () => {
        try {
          const part = describePart(header);
          if (size > maxFileBytes) throw tooLarge(maxFileBytes);
          parts.push({ ...part, content: Buffer.concat(chunks) });
        } catch (refusal) {
          reject(refusal);
        }
      });
    });
    parser.on("error", (error) => reject(malformed(error.message)));
    parser.on("finish", () => resolve(parts));
    parser.end(body);
  });
}

/** What a part's headers say. Their bytes are read as Latin-1; a Content-Disposition is written like a media type. */
function describePart({ "content-disposition": [disposition = ""] = [], ...header }: Header) {
  const parameters = mediaTypeOf(`part/${disposition}`);
  const name = textOf(Buffer.from(parameters?.params.get("name") ?? "", "latin1"));
  if (parameters?.subtype !== "form-data" || !name) throw malformed("a part has no name");
  if (name.length > most.nameCharacters) throw malformed("the name of a part is too long");
  const type = header["content-type"]?.[0] ?? "text/plain";
  const hasFileName = parameters.params.has("filename") || parameters.params.has("filename*");
  const isFile = hasFileName || mediaTypeOf(type)?.essence === "application/octet-stream";
  if (name === "file" && !isFile)
    throw badRequest("Send file as a part with a file name, in a multipart/form-data body.");
  return { name, isFile, type };
}

function fieldText({ name, type, content }: Part): string {
  if (content.length > most.fieldBytes)
    throw malformed(`the field ${name} is longer than ${most.fieldBytes} bytes`);
  const text = declaresOtherCharset(mediaTypeOf(type)) ? null : textOf(content);
  if (text === null) throw malformed(`the field ${name} is not UTF-8`);
  return text;
}

const malformed = (reason: string) =>
  badRequest(`The multipart/form-data body cannot be read: ${reason.replace(/\.$/, "")}.`);

const tooLarge = (maxFileBytes: number) =>
  unprocessable(
    `The file must be at most ${maxFileBytes} bytes: send a larger picture by upload_id or source_url.`,
  );
