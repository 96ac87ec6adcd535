import { MIMEType } from "node:util";

/** A parsed media type, or null if it is not well formed. */
export function mediaTypeOf(contentType: string): MIMEType | null {
  try {
    return new MIMEType(contentType);
  } catch {
    return null;
  }
}

/** The charset that a media type declares, at most 40 characters of it, or undefined. */
export const charsetOf = (type: MIMEType | null): string | undefined =>
  type?.params.get("charset")?.trim().slice(0, 40) || undefined;

/**
 * The text of bytes in a charset (a label of the WHATWG Encoding Standard), or null if there is no such charset or the
 * bytes are not of it: nothing is replaced. A byte order mark of UTF-8 is the caller's; one of UTF-16 is not text.
 */
export function textOf(bytes: Uint8Array, charset = "utf-8"): string | null {
  try {
    const encoding = encodingOf(bytes, charset);
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: encoding === "utf-8" }).decode(bytes);
  } catch {
    return null;
  }
}

/** ASCII is read as UTF-8, which it is: the standard reads it as windows-1252. Throws a RangeError for an unknown charset. */
function encodingOf(bytes: Uint8Array, charset: string): string {
  if (/^(us-)?ascii$/i.test(charset)) return "utf-8";
  const { encoding } = new TextDecoder(charset);
  const isBigEndian = bytes[0] === 0xfe && bytes[1] === 0xff;
  return encoding === "utf-16le" && isBigEndian ? "utf-16be" : encoding;
}
