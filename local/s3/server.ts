import { createReadStream } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { sendObject } from "./download.ts";
import { noSuchKey, S3Error, sendS3Error } from "./errors.ts";
import { listObjects } from "./list.ts";
import { multipartUploads } from "./multipart.ts";
import type { ObjectStore } from "./objects.ts";
import { verifySignature } from "./signature.ts";
import { receive } from "./upload.ts";
import { document, element, textsOf } from "./xml.ts";

type Exchange = { request: IncomingMessage; response: ServerResponse; url: URL; bucket: string; key: string };

/** Content headers that S3 stores with an object, besides `x-amz-meta-*`. */
const storedHeaders = ["content-type", "cache-control", "content-disposition", "content-language", "expires"];

/** The S3 API for these buckets, addressed path-style, on the given objects. */
export function createS3(buckets: string[], objects: ObjectStore) {
  const uploads = multipartUploads(objects);

  const put = async (exchange: Exchange) => {
    const { request, response, url, bucket, key } = exchange;
    const mustBeNew = request.headers["if-none-match"] === "*";
    const copySource = request.headers["x-amz-copy-source"];
    const stored =
      copySource === undefined ? await receive(objects, request, url) : await copy(String(copySource));
    if (mustBeNew && objects.find(bucket, key)) {
      objects.discard(stored.file);
      throw new S3Error(
        412,
        "PreconditionFailed",
        "At least one of the pre-conditions you specified did not hold",
      );
    }
    objects.publish(bucket, key, stored, headersToStore(exchange));
    if (copySource === undefined) return void response.writeHead(200, { etag: `"${stored.md5}"` }).end();
    const now = new Date().toISOString();
    sendXml(response, "CopyObjectResult", element("ETag", `"${stored.md5}"`) + element("LastModified", now));
  };

  const copy = (source: string) => {
    const [bucket = "", ...key] = decodeURIComponent(source).replace(/^\//, "").split("/");
    const original = objects.find(bucket, key.join("/"));
    if (original === undefined) throw noSuchKey();
    return objects.write(createReadStream(objects.path(original.file)));
  };

  const putPart = async ({ request, response, url }: Exchange) => {
    const id = url.searchParams.get("uploadId") ?? "";
    uploads.find(id);
    const part = await receive(objects, request, url);
    uploads.addPart(id, Number(url.searchParams.get("partNumber")), part);
    response.writeHead(200, { etag: `"${part.md5}"` }).end();
  };

  const complete = async ({ request, response, url, bucket, key }: Exchange) => {
    const numbers = textsOf(await text(request), "PartNumber").map(Number);
    const etag = await uploads.complete(url.searchParams.get("uploadId") ?? "", numbers);
    const result = element("Bucket", bucket) + element("Key", key) + element("ETag", `"${etag}"`);
    sendXml(response, "CompleteMultipartUploadResult", result);
  };

  const removeMany = async ({ request, response, bucket }: Exchange) => {
    const keys = textsOf(await text(request), "Key");
    for (const key of keys) objects.remove(bucket, key);
    const deleted = keys.map((key) => `<Deleted>${element("Key", key)}</Deleted>`);
    sendXml(response, "DeleteResult", deleted.join(""));
  };

  const handle = async (exchange: Exchange): Promise<void> => {
    const { request, response, url, bucket, key } = exchange;
    const has = (name: string) => url.searchParams.has(name);
    const method = request.method ?? "";
    if (!buckets.includes(bucket))
      throw new S3Error(404, "NoSuchBucket", "The specified bucket does not exist");
    if (key === "" && method === "HEAD") return void response.end();
    if (key === "" && method === "GET" && url.searchParams.get("list-type") === "2")
      return sendDocument(response, listObjects(objects, bucket, url.searchParams));
    if (key === "" && method === "POST" && has("delete")) return removeMany(exchange);
    if (key === "")
      throw new S3Error(501, "NotImplemented", "The local S3 does not know this bucket operation");
    if (method === "GET" || method === "HEAD")
      return sendObject(objects, objects.find(bucket, key), request, response, url);
    if (method === "PUT") return has("uploadId") ? putPart(exchange) : put(exchange);
    if (method === "POST" && has("uploads")) {
      const id = uploads.create(bucket, key, headersToStore(exchange));
      const result = element("Bucket", bucket) + element("Key", key) + element("UploadId", id);
      return sendXml(response, "InitiateMultipartUploadResult", result);
    }
    if (method === "POST" && has("uploadId")) return complete(exchange);
    if (method !== "DELETE")
      throw new S3Error(501, "NotImplemented", "The local S3 does not know this operation");
    if (has("uploadId")) uploads.abort(url.searchParams.get("uploadId") ?? "");
    else objects.remove(bucket, key);
    response.writeHead(204).end();
  };

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      const url = new URL(request.url ?? "/", "http://localhost");
      const [, bucket = "", ...path] = url.pathname.split("/").map(decodeURIComponent);
      verifySignature(request, url, Date.now());
      await handle({ request, response, url, bucket, key: path.join("/") });
    } catch (error) {
      sendS3Error(response, error, request.method === "HEAD");
    }
  };
}

function headersToStore({ request, url }: Exchange): Record<string, string> {
  const sent = { ...Object.fromEntries(url.searchParams), ...request.headers };
  const kept = Object.entries(sent).filter(
    ([name]) => storedHeaders.includes(name) || name.startsWith("x-amz-meta-"),
  );
  const defaults = { "content-type": "binary/octet-stream" };
  return { ...defaults, ...Object.fromEntries(kept.map(([name, value]) => [name, String(value)])) };
}

const sendXml = (response: ServerResponse, root: string, content: string) =>
  sendDocument(response, document(root, content));

function sendDocument(response: ServerResponse, xml: string) {
  response.writeHead(200, { "content-type": "application/xml" });
  response.end(xml);
}
