import { MIMEType } from "node:util";

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The text of UTF-8 bytes, or null if they are not UTF-8: nothing is replaced. */
export function textOf(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

/** A parsed media type, or null if it is not well formed. */
export function mediaTypeOf(contentType: string): MIMEType | null {
  try {
    return new MIMEType(contentType);
  } catch {
    return null;
  }
}

/** ASCII is UTF-8, too; `utf8` is a common misspelling. */
const utf8Names = ["utf-8", "utf8", "us-ascii", "ascii"];

/** Whether a media type declares another charset than UTF-8. */
export const declaresOtherCharset = (type: MIMEType | null): boolean => {
  const charset = type?.params.get("charset");
  return typeof charset === "string" && !utf8Names.includes(charset.toLowerCase());
};
