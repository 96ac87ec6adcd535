import type { WireAnswer, WireRequest } from "../simulation/activity.ts";
import { xml } from "./answers.ts";

export const bucketName = "pictures";
const none = Buffer.alloc(0);

/** The key that a path of the bucket names. */
export const keyAt = (path: string): string =>
  decodeURIComponent((path.split("?")[0] ?? "").slice(`/${bucketName}/`.length));

/** When a signed URL, or the path of one, expires, by its own parameters; null if it is not signed. */
export function signedUntil(url: string): number | null {
  const query = new URLSearchParams(url.split("?")[1]);
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(query.get("X-Amz-Date") ?? "") ?? [];
  if (year === undefined) return null;
  const signedAt = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return signedAt + Number(query.get("X-Amz-Expires")) * 1000;
}

/** The bucket of pictures, in memory. */
export function newObjects(now: () => number) {
  const stored = new Map<string, Buffer>();
  const modified = new Map<string, string>();
  return {
    stored,
    answer: ({ method, path, headers, body }: WireRequest): WireAnswer => {
      const key = keyAt(path);
      if ((signedUntil(path) ?? Number.POSITIVE_INFINITY) <= now()) return xml(403, "AccessDenied");
      if (key === "") return method === "POST" ? deleteNamed(stored, body) : list(stored, modified, path);
      if (method === "PUT") {
        modified.set(key, new Date(now()).toISOString());
        stored.set(key, isChunked(headers) ? unchunked(body) : body);
        return { status: 200, headers: { etag: '"0"' }, body: none };
      }
      const object = stored.get(key);
      if (method === "HEAD") return { status: object ? 200 : 404, headers: {}, body: none };
      return object ? { status: 200, headers: { etag: '"0"' }, body: object } : xml(404, "NoSuchKey");
    },
  };
}
const answerOf = (xmlText: string): WireAnswer => ({ status: 200, headers: {}, body: Buffer.from(xmlText) });

/** When the model's pictures were put, which it stores without a request. */
const beforeAll = new Date(0).toISOString();

/** ListObjectsV2: the keys that begin with the prefix. */
function list(stored: Map<string, Buffer>, modified: Map<string, string>, path: string): WireAnswer {
  const prefix = new URLSearchParams(path.split("?")[1]).get("prefix") ?? "";
  const keys = [...stored.keys()].filter((key) => key.startsWith(prefix));
  const contents = keys
    .map(
      (key) =>
        `<Contents><Key>${key}</Key><LastModified>${modified.get(key) ?? beforeAll}</LastModified></Contents>`,
    )
    .join("");
  return answerOf(`<ListBucketResult><IsTruncated>false</IsTruncated>${contents}</ListBucketResult>`);
}

/** DeleteObjects. */
function deleteNamed(stored: Map<string, Buffer>, body: Buffer): WireAnswer {
  for (const [, key = ""] of body.toString().matchAll(/<Key>([^<]+)<\/Key>/g)) stored.delete(key);
  return answerOf("<DeleteResult></DeleteResult>");
}

export type Objects = ReturnType<typeof newObjects>;

const isChunked = (headers: Record<string, string>) =>
  Object.entries(headers).some(
    ([name, value]) => name.toLowerCase() === "content-encoding" && value.includes("aws-chunked"),
  );

/** The data of an `aws-chunked` body: each chunk is its size in hexadecimal, and its data. */
function unchunked(body: Buffer): Buffer {
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const end = body.indexOf("\r\n", at);
    const size = Number.parseInt(body.subarray(at, end).toString(), 16);
    if (!(size > 0)) return Buffer.concat(chunks);
    chunks.push(body.subarray(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
  }
}
