import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { JobFailure } from "../../domain/failures.ts";
import type { Original } from "../../domain/source-asset/ingest.ts";
import { maxSourceBytes } from "../../domain/source-asset/upload.ts";
import { networkRules } from "../../runtime/env.ts";
import { openRemote } from "../../runtime/network/open-remote.ts";
import { openObject } from "../../storage/objects.ts";

/**
 * Streams an original picture of at most `maxBytes` to a file, in constant memory, and returns the SHA-256 of its bytes in hex.
 * Throws JobFailure if it cannot be fetched, or is not there.
 */
export async function fetchOriginal(
  source: Original,
  file: string,
  maxBytes: number = maxSourceBytes,
): Promise<string> {
  const hash = createHash("sha256");
  const body =
    source.kind === "upload" ? await openUpload(source.object_key) : await openUrl(source.url, maxBytes);
  await pipeline(
    Readable.from(body),
    async function* (chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        yield chunk;
      }
    },
    createWriteStream(file),
  );
  return hash.digest("hex");
}

const openUrl = async (url: string, maxBytes: number) =>
  (await openRemote(url, { rules: networkRules(), maxBytes })).body;

async function openUpload(objectKey: string) {
  const body = await openObject(objectKey);
  if (!body)
    throw new JobFailure(
      "upload_missing",
      "Nothing was put under the URL of the upload. Create a new upload, put the picture, then use it.",
    );
  return body;
}
