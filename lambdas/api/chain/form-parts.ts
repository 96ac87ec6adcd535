import { badRequest } from "../../domain/errors.ts";

/** A part of a form: its header by lower-case names, read as Latin-1, and its bytes. */
export type Part = { header: Map<string, string>; content: Buffer<ArrayBuffer> };

const most = { parts: 102, boundaryCharacters: 70, headerBytes: 8 * 1024 };
const endOfLine = "\r\n";
const brokenOff = "Unexpected end of multipart data";

/**
 * The parts of a multipart body one after another (RFC 2046, 5.1.1): nothing behind a refusal is read. Contents are views
 * of the body. Throws bad_request if the body is not well formed or has too many parts.
 */
export function* splitParts(body: Buffer<ArrayBuffer>, boundary: string | null | undefined): Generator<Part> {
  if (!boundary) throw malformed("its boundary is missing");
  if (boundary.length > most.boundaryCharacters)
    throw malformed(`its boundary has more than ${most.boundaryCharacters} characters`);
  const delimiter = Buffer.from(`${endOfLine}--${boundary}`);
  let position = behindFirst(body, delimiter);
  for (let found = 1; !body.subarray(position, position + 2).equals(Buffer.from("--")); found++) {
    if (found > most.parts) throw malformed("it has too many parts");
    const { header, end } = readHeader(body, behindLine(body, position));
    const next = body.indexOf(delimiter, end - endOfLine.length);
    if (next === -1) throw malformed(brokenOff);
    yield { header, content: body.subarray(end, Math.max(end, next)) };
    position = next + delimiter.length;
  }
}

/** The first delimiter may begin the body; what is before it is ignored. */
function behindFirst(body: Buffer, delimiter: Buffer): number {
  const withoutLine = delimiter.subarray(endOfLine.length);
  if (body.subarray(0, withoutLine.length).equals(withoutLine)) return withoutLine.length;
  const first = body.indexOf(delimiter);
  if (first === -1) throw malformed("it has no line of its boundary");
  return first + delimiter.length;
}

/** A delimiter may be followed by blanks. */
function behindLine(body: Buffer, delimiterEnd: number): number {
  let position = delimiterEnd;
  while (body[position] === 0x20 || body[position] === 0x09) position++;
  const end = position + endOfLine.length;
  if (end > body.length) throw malformed(brokenOff);
  if (body.subarray(position, end).toString("latin1") !== endOfLine)
    throw malformed("a line of its boundary goes on");
  return end;
}

/** The header lines from `start`, which may be none, and where the part's content begins. */
function readHeader(body: Buffer, start: number): { header: Map<string, string>; end: number } {
  const before = start - endOfLine.length;
  const length = body.subarray(before, start + most.headerBytes).indexOf(endOfLine + endOfLine);
  if (length === -1) throw malformed(`the header of a part has no end within ${most.headerBytes} bytes`);
  const lines = body.subarray(start, before + length).toString("latin1");
  return { header: headerOf(lines), end: before + length + 2 * endOfLine.length };
}

/** Of several lines with one name, the first counts. A line that begins with a blank continues the one before it. */
function headerOf(lines: string): Map<string, string> {
  const header = new Map<string, string>();
  for (const line of lines === "" ? [] : lines.replaceAll(/\r\n(?=[ \t])/g, "").split(endOfLine)) {
    const colon = line.indexOf(":");
    if (colon < 1 || /[\r\n]/.test(line)) throw malformed("the header of a part is not well formed");
    const name = line.slice(0, colon).toLowerCase();
    if (!header.has(name)) header.set(name, line.slice(colon + 1).trim());
  }
  return header;
}

/** The refusal of a form that cannot be read. */
export const malformed = (reason: string) =>
  badRequest(`The multipart/form-data body cannot be read: ${reason}.`);
