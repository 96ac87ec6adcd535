/**
 * Names of content codings: those of the IANA HTTP Content Coding Registry but `identity`, and compressions that are not
 * registered.
 */
const codings = new Set(
  `aes128gcm br bzip2 compress dcb dcz deflate exi gzip lz4 lzma pack200-gzip snappy x-bzip2 x-compress x-gzip xz zip
  zstd`.split(/\s+/),
);

/**
 * The first coding that Content-Encoding names, or null. A value that names none, such as `identity`, `none`, `utf-8`,
 * `aws-chunked` or an empty one, says nothing about the bytes: S3 repeats whatever an upload declared.
 */
export const contentCodingOf = (values: readonly string[]): string | null =>
  values
    .flatMap((value) => value.toLowerCase().split(","))
    .map((name) => name.trim())
    .find((name) => codings.has(name)) ?? null;
