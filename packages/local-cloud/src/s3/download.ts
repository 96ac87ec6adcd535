import { createReadStream } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { noSuchKey, S3Error } from "./errors.ts";
import type { ObjectRecord, ObjectStore } from "./objects.ts";

type Range = { start: number; end: number };

/** Serves GET and HEAD of an object, with ranges, conditions and the `response-*` overrides of presigned URLs. */
export async function sendObject(
  objects: ObjectStore,
  object: ObjectRecord | undefined,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  if (object === undefined) throw noSuchKey();
  const etag = `"${object.etag}"`;
  if (request.headers["if-none-match"] === etag) return void response.writeHead(304, { etag }).end();
  const range = readRange(request.headers.range, object.size);
  const { start, end } = range ?? { start: 0, end: object.size - 1 };
  const overrides = [...url.searchParams]
    .filter(([name]) => name.startsWith("response-"))
    .map(([name, value]) => [name.slice("response-".length), value]);
  response.writeHead(range ? 206 : 200, {
    "accept-ranges": "bytes",
    "content-length": end - start + 1,
    "last-modified": new Date(object.modified).toUTCString(),
    etag,
    ...object.headers,
    ...Object.fromEntries(overrides),
    ...(range && { "content-range": `bytes ${start}-${end}/${object.size}` }),
  });
  if (request.method === "HEAD" || object.size === 0) return void response.end();
  await pipeline(createReadStream(objects.path(object.file), { start, end }), response);
}

/** Reads one byte range. Anything else in the header is ignored, as HTTP allows. */
function readRange(header: string | undefined, size: number): Range | undefined {
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(header ?? "") ?? [];
  if (first === "" && last === "") return undefined;
  const start = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === "" || last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (start > end) throw new S3Error(416, "InvalidRange", "The requested range is not satisfiable");
  return { start, end };
}
