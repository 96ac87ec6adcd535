import type { ObjectRecord, ObjectStore } from "./objects.ts";
import { document, element } from "./xml.ts";

/** The response of ListObjectsV2 as XML. A continuation token is the last key in base64url. */
export function listObjects(objects: ObjectStore, bucket: string, query: URLSearchParams): string {
  const prefix = query.get("prefix") ?? "";
  const delimiter = query.get("delimiter") ?? "";
  const limit = Math.min(Number(query.get("max-keys") ?? 1000), 1000);
  const token = query.get("continuation-token");
  const after = token ? Buffer.from(token, "base64url").toString() : (query.get("start-after") ?? "");

  const entries = new Map<string, ObjectRecord | undefined>();
  let last = after;
  let isTruncated = false;
  for (const object of walk(objects, bucket, prefix, after)) {
    const cut = delimiter ? object.key.indexOf(delimiter, prefix.length) : -1;
    const name = cut < 0 ? object.key : object.key.slice(0, cut + delimiter.length);
    // An earlier page has returned this common prefix.
    if (cut >= 0 && after.startsWith(name)) continue;
    isTruncated = entries.size >= limit && !entries.has(name);
    if (isTruncated) break;
    entries.set(name, cut < 0 ? object : undefined);
    last = object.key;
  }

  const contents = [...entries].map(([name, object]) =>
    object
      ? `<Contents>${describe(object)}</Contents>`
      : `<CommonPrefixes>${element("Prefix", name)}</CommonPrefixes>`,
  );
  return document(
    "ListBucketResult",
    element("Name", bucket) +
      element("Prefix", prefix) +
      element("KeyCount", entries.size) +
      element("MaxKeys", limit) +
      element("IsTruncated", isTruncated) +
      element("NextContinuationToken", isTruncated ? Buffer.from(last).toString("base64url") : undefined) +
      contents.join(""),
  );
}

const describe = (object: ObjectRecord) =>
  element("Key", object.key) +
  element("LastModified", new Date(object.modified).toISOString()) +
  element("ETag", `"${object.etag}"`) +
  element("Size", object.size) +
  element("StorageClass", "STANDARD");

function* walk(objects: ObjectStore, bucket: string, prefix: string, after: string): Generator<ObjectRecord> {
  let last = after;
  while (true) {
    const page = objects.list(bucket, prefix, last, 1000);
    yield* page;
    const final = page.at(-1);
    if (final === undefined || page.length < 1000) return;
    last = final.key;
  }
}
