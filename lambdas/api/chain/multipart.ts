import { Busboy } from "@fastify/busboy";
import { badRequest, unprocessable } from "../../domain/errors.ts";

export type UploadedFile = { field: string; content: Buffer<ArrayBuffer> };
/** A parsed multipart/form-data body: every value of every field in order, and the files. */
export type Multipart = { fields: Map<string, string[]>; files: UploadedFile[] };

const limits = { fieldNameSize: 100, fieldSize: 64 * 1024, fields: 100, files: 2, parts: 102 };

/**
 * Parses a multipart/form-data body (RFC 7578). A field may be repeated, which is why this is not Middy's parser:
 * that one keeps only the last value. Throws a Refusal: bad_request for a body that is not well formed,
 * validation_error for a file of more than `maxFileBytes`.
 */
export function parseMultipart(body: Buffer, contentType: string, maxFileBytes: number): Promise<Multipart> {
  return new Promise((resolve, reject) => {
    const parsed: Multipart = { fields: new Map(), files: [] };
    const malformed = (reason: string) =>
      reject(badRequest(`The multipart/form-data body cannot be read: ${reason}.`));
    const parser = startParser(contentType, maxFileBytes, malformed);
    if (!parser) return;

    parser.on("field", (name, value, nameTruncated, valueTruncated) => {
      if (!name) return malformed("a part has no name");
      if (nameTruncated) return malformed("the name of a part is too long");
      if (valueTruncated) return malformed(`the field ${name} is longer than ${limits.fieldSize} bytes`);
      parsed.fields.set(name, [...(parsed.fields.get(name) ?? []), value]);
    });
    parser.on("file", (field, stream) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("error", (error) => malformed(reasonOf(error)));
      stream.on("limit", () => reject(tooLarge(maxFileBytes)));
      stream.on("end", () => parsed.files.push({ field, content: Buffer.concat(chunks) }));
    });
    for (const limit of ["partsLimit", "filesLimit", "fieldsLimit"] as const)
      parser.on(limit, () => malformed("it has too many parts"));
    parser.on("error", (error) => malformed(reasonOf(error)));
    parser.on("finish", () => resolve(parsed));
    parser.end(body);
  });
}

function startParser(contentType: string, fileSize: number, malformed: (reason: string) => void) {
  try {
    return new Busboy({ headers: { "content-type": contentType }, limits: { ...limits, fileSize } });
  } catch (error) {
    malformed(reasonOf(error));
    return null;
  }
}

const tooLarge = (maxFileBytes: number) =>
  unprocessable(`The file must be at most ${maxFileBytes} bytes: send a larger picture by source_url.`);

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
