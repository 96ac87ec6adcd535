import { badRequest, unprocessable } from "../../domain/errors.ts";
import { inMebibytes, maxMaskBytes, maxSourceBytes } from "../../domain/source-asset/upload.ts";
import { contentCodingOf } from "../../runtime/network/content-coding.ts";
import { malformed, type Part, splitParts } from "./form-parts.ts";
import { charsetOf, mediaTypeOf, textOf } from "./text.ts";

export type UploadedFile = Buffer<ArrayBuffer>;
/** The parts that are files. */
const fileNames = ["file", "mask"] as const;
type FileName = (typeof fileNames)[number];
/** The files of a body, each a view of it. */
export type Files = Record<FileName, UploadedFile | null>;
/** A parsed multipart/form-data body: every value of every field in order, and its files. */
export type Multipart = { fields: Map<string, string[]> } & Files;

type Described = Part & { name: string; type: ReturnType<typeof mediaTypeOf>; isFileByType: boolean };

const most = { nameCharacters: 100, fieldBytes: 64 * 1024 };
/** Content-Transfer-Encodings that leave the bytes as they are. */
const plainEncodings = ["7bit", "8bit", "binary"];

/**
 * Parses a multipart/form-data body (RFC 7578). The parts named `file` and `mask` are files, every other one a text, whatever
 * file name it has: in the charset that it declares, else in the body's, else in UTF-8. Text is never replaced, and a field may
 * be repeated. Throws a Refusal at the first fault: bad_request for a body that is not well formed, validation_error for
 * files that together have more than `maxFileBytes`.
 */
export function parseMultipart(
  body: Buffer<ArrayBuffer>,
  contentType: string,
  maxFileBytes: number,
): Multipart {
  const formType = mediaTypeOf(contentType);
  const parsed: Multipart = { fields: new Map(), file: null, mask: null };
  for (const raw of splitParts(body, formType?.params.get("boundary"))) {
    const part = describe(raw);
    const name = fileNames.find((one) => one === part.name);
    if (name === undefined) {
      const text = fieldText(part, charsetOf(part.type) ?? charsetOf(formType));
      parsed.fields.set(part.name, [...(parsed.fields.get(part.name) ?? []), text]);
    } else if (parsed[name]) throw badRequest(`Send exactly one ${name}, in the part named ${name}.`);
    else parsed[name] = fileContent(name, part, maxFileBytes);
  }
  if ((parsed.file?.length ?? 0) + (parsed.mask?.length ?? 0) > maxFileBytes)
    throw unprocessable(
      `file and mask together must have at most ${maxFileBytes} bytes (${inMebibytes(maxFileBytes)}): send the mask by mask_url, or the picture by upload_id or source_url.`,
    );
  return parsed;
}

/** What a part's headers say. A Content-Disposition is written like a media type. */
function describe(part: Part): Described {
  const { header } = part;
  const disposition = mediaTypeOf(`part/${header.get("content-disposition") ?? ""}`);
  const given = disposition?.subtype === "form-data" ? disposition.params.get("name") : null;
  if (!disposition || !given) throw malformed("a part has no name");
  const name = textOf(Buffer.from(given, "latin1"));
  if (name === null) throw malformed("the name of a part is not UTF-8");
  if (name.length > most.nameCharacters) throw malformed("the name of a part is too long");
  refuseEncoded(name, header);
  const type = mediaTypeOf(header.get("content-type") ?? "text/plain");
  const isFileByType =
    disposition.params.has("filename") ||
    disposition.params.has("filename*") ||
    /^(image\/.*|application\/octet-stream)$/.test(type?.essence ?? "");
  return { ...part, name, type, isFileByType };
}

/** Transfer encodings are of mail; senders of forms should not use them (RFC 7578, 4.7). */
function refuseEncoded(name: string, header: Part["header"]): void {
  const transfer = header.get("content-transfer-encoding") ?? "binary";
  const coding = plainEncodings.includes(transfer.toLowerCase())
    ? contentCodingOf([header.get("content-encoding") ?? ""])
    : transfer.slice(0, 40);
  if (coding !== null) throw malformed(`the part ${name} is encoded as ${coding}: send it as it is`);
}

/** What takes a file that is too large for a form. */
const elsewhere: Record<FileName, string> = {
  file: `a larger picture, up to ${inMebibytes(maxSourceBytes)}, by upload_id or source_url`,
  mask: `a larger mask, up to ${inMebibytes(maxMaskBytes)}, by mask_url`,
};

function fileContent(name: FileName, { isFileByType, content }: Described, maxBytes: number): UploadedFile {
  if (!isFileByType)
    throw badRequest(`Send ${name} as a part with a file name, in a multipart/form-data body.`);
  if (content.length === 0) throw badRequest(`The ${name} is empty.`);
  if (content.length > maxBytes)
    throw unprocessable(
      `The ${name} must be at most ${maxBytes} bytes (${inMebibytes(maxBytes)}): send ${elsewhere[name]}.`,
    );
  return content;
}

function fieldText({ name, content, isFileByType }: Described, charset?: string): string {
  const text = content.length > most.fieldBytes ? null : textOf(content, charset);
  if (text !== null) return text;
  if (isFileByType)
    throw badRequest(`Send exactly one file, in the part named file: the part named ${name} is a text.`);
  if (content.length > most.fieldBytes)
    throw malformed(`the field ${name} is longer than ${most.fieldBytes} bytes`);
  throw malformed(
    charset
      ? `the field ${name} cannot be read as ${charset}: send it in UTF-8`
      : `the field ${name} is not UTF-8`,
  );
}
