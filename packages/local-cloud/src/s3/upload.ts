import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { Transform } from "node:stream";
import { crc32 } from "node:zlib";
import { decodeChunks } from "./chunked.ts";
import { S3Error } from "./errors.ts";
import type { ObjectStore, StoredFile } from "./objects.ts";

/** What the sender says of a body, in the forms that S3 uses. */
type Claims = {
  sha256: string | undefined;
  crc32: string | undefined;
  md5: string | undefined;
  length: string | undefined;
};

/** The digests of a body, computed while it is streamed. */
type Digests = { stream: Transform; sha256: () => string; crc32: () => string };

/**
 * Receives the body of a PUT. Decodes the SDK's chunked encoding if it is used, and compares the bytes with every digest
 * that was sent: the signed SHA-256, Content-MD5, and a CRC-32 in header, query or trailer.
 */
export async function receive(objects: ObjectStore, request: IncomingMessage, url: URL): Promise<StoredFile> {
  const claims = claimsOf(request, url);
  const digests = takeDigests();
  const decoder = decodeChunks((name, value) => {
    if (name === "x-amz-checksum-crc32") claims.crc32 = value;
  });
  const isChunked = claims.sha256?.startsWith("STREAMING-") ?? false;
  if (!isChunked) requireLength(request);
  const stored = await objects.write(request, ...(isChunked ? [decoder, digests.stream] : [digests.stream]));
  const problem = contradiction(claims, digests, stored);
  if (problem === undefined) return stored;
  objects.discard(stored.file);
  throw problem;
}

/** S3 takes a body of unknown length in the SDK's encoding alone. */
function requireLength({ headers }: IncomingMessage) {
  if (headers["transfer-encoding"] !== undefined)
    throw new S3Error(
      501,
      "NotImplemented",
      "A header you provided implies functionality that is not implemented: Transfer-Encoding",
    );
  if (headers["content-length"] === undefined)
    throw new S3Error(411, "MissingContentLength", "You must provide the Content-Length HTTP header.");
}

function claimsOf(request: IncomingMessage, url: URL): Claims {
  const header = (name: string) =>
    (request.headers[name] ?? url.searchParams.get(name) ?? undefined)?.toString();
  return {
    sha256: header("x-amz-content-sha256"),
    crc32: header("x-amz-checksum-crc32"),
    md5: header("content-md5"),
    length: header("x-amz-decoded-content-length"),
  };
}

function takeDigests(): Digests {
  const hash = createHash("sha256");
  let crc = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      crc = crc32(chunk, crc);
      done(null, chunk);
    },
  });
  const bytes = Buffer.alloc(4);
  return {
    stream,
    sha256: () => hash.digest("hex"),
    crc32: () => {
      bytes.writeUInt32BE(crc >>> 0);
      return bytes.toString("base64");
    },
  };
}

function contradiction(claims: Claims, digests: Digests, stored: StoredFile): S3Error | undefined {
  const isHashed = /^[0-9a-f]{64}$/.test(claims.sha256 ?? "");
  if (isHashed && digests.sha256() !== claims.sha256)
    return new S3Error(400, "XAmzContentSHA256Mismatch", "The body does not match its x-amz-content-sha256.");
  if (claims.crc32 !== undefined && digests.crc32() !== claims.crc32)
    return new S3Error(400, "BadDigest", "The CRC32 you specified did not match the calculated checksum.");
  if (claims.md5 !== undefined && Buffer.from(claims.md5, "base64").toString("hex") !== stored.md5)
    return new S3Error(400, "BadDigest", "The Content-MD5 you specified did not match what we received.");
  if (claims.length !== undefined && Number(claims.length) !== stored.size)
    return new S3Error(
      400,
      "IncompleteBody",
      "The body is not as long as x-amz-decoded-content-length says.",
    );
  return undefined;
}
