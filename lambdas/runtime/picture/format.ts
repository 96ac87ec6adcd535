/** The formats of pictures that the service takes. */
export type Format = "jpeg" | "png" | "webp";

/** The format by the first bytes, regardless of name and Content-Type; undefined if it is none of the three. */
export function formatOf(head: Uint8Array): Format | undefined {
  const is = (signature: string, at = 0) =>
    String.fromCharCode(...head.subarray(at, at + signature.length)) === signature;
  if (is("\xff\xd8\xff")) return "jpeg";
  if (is("\x89PNG\r\n\x1a\n")) return "png";
  return is("RIFF") && is("WEBP", 8) ? "webp" : undefined;
}
