import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { Transform } from "node:stream";
import { crc32 } from "node:zlib";
import { decodeChunks } from "./chunked.ts";
import { S3Error } from "./errors.ts";
import type { ObjectStore, StoredFile } from "./objects.ts";

/**
 * Receives the body of a PUT: decodes the SDK's chunked encoding where it is used and compares the bytes with
 * every digest that came along: the signed SHA-256, Content-MD5, and a CRC-32 in header, query or trailer.
 */
export async function receive(objects: ObjectStore, request: IncomingMessage, url: URL): Promise<StoredFile> {
  const header = (name: string) => {
    const value = request.headers[name] ?? url.searchParams.get(name) ?? undefined;
    return value === undefined ? undefined : String(value);
  };
  const sent = { crc32: header("x-amz-checksum-crc32"), sha256: header("x-amz-content-sha256") };
  const isChunked = sent.sha256?.startsWith("STREAMING-") ?? false;
  const digest = { crc: 0, sha256: createHash("sha256") };
  const isHashed = /^[0-9a-f]{64}$/.test(sent.sha256 ?? "");
  const watch = new Transform({
    transform(chunk: Buffer, _, done) {
      digest.crc = crc32(chunk, digest.crc);
      if (isHashed) digest.sha256.update(chunk);
      done(null, chunk);
    },
  });
  const decoder = decodeChunks((name, value) => {
    if (name === "x-amz-checksum-crc32") sent.crc32 = value;
  });
  const stored = await objects.write(request, ...(isChunked ? [decoder, watch] : [watch]));

  const crc = Buffer.alloc(4);
  crc.writeUInt32BE(digest.crc >>> 0);
  const md5 = Buffer.from(stored.md5, "hex").toString("base64");
  const refuse = (code: string, message: string) => {
    objects.discard(stored.file);
    throw new S3Error(400, code, message);
  };
  if (isHashed && digest.sha256.digest("hex") !== sent.sha256)
    refuse(
      "XAmzContentSHA256Mismatch",
      "The provided 'x-amz-content-sha256' header does not match what was computed.",
    );
  if (sent.crc32 !== undefined && crc.toString("base64") !== sent.crc32)
    refuse("BadDigest", "The CRC32 you specified did not match the calculated checksum.");
  if ((header("content-md5") ?? md5) !== md5)
    refuse("BadDigest", "The Content-MD5 you specified did not match what we received.");
  const declared = header("x-amz-decoded-content-length");
  if (declared !== undefined && Number(declared) !== stored.size)
    refuse(
      "IncompleteBody",
      "You did not provide the number of bytes specified by the Content-Length HTTP header",
    );
  return stored;
}
