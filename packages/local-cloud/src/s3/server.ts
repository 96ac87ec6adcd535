import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import * as v from "valibot";
import type { Credentials } from "../endpoints.ts";
import { headersOf } from "../headers.ts";
import { verifySignature } from "../signature.ts";
import type { Stack } from "../template/stack.ts";
import { sendObject } from "./download.ts";
import { S3Error, sendS3Error } from "./errors.ts";
import { listObjects } from "./list.ts";
import type { ObjectStore } from "./objects.ts";
import { checkSignedUrl, isSignedUrl } from "./signed-url.ts";
import { receive } from "./upload.ts";
import { document, element, textsOf } from "./xml.ts";

/** A request for a bucket, or for the object with `key` in it. */
type Exchange = { request: IncomingMessage; response: ServerResponse; url: URL; bucket: string; key: string };
type Operation = (objects: ObjectStore, exchange: Exchange) => void | Promise<void>;

/** The names of the template's buckets. */
export const bucketsOf = (stack: Stack): string[] =>
  stack.resources("AWS::S3::Bucket", v.object({})).map(({ name }) => name);

/** The part of the S3 API that the service uses, for these buckets of a region, addressed path-style. */
export function createS3(buckets: string[], objects: ObjectStore, credentials: Credentials, region: string) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      const { url, bucket, key } = placeOf(request);
      const exchange = { request, response, url, bucket, key };
      const [isUrl, now] = [isSignedUrl(url), Date.now()];
      if (isUrl) checkSignedUrl(url, [...headersOf(request).keys()], region, now);
      await verifySignature(request, url, { credentials, now, isUrl });
      if (!buckets.includes(bucket))
        throw new S3Error(404, "NoSuchBucket", "The specified bucket does not exist");
      const operation = exchange.key === "" ? bucketOperation(exchange) : objectOperation(exchange);
      await operation(objects, exchange);
    } catch (error) {
      sendS3Error(response, error, request.method === "HEAD");
    }
  };
}

function placeOf(request: IncomingMessage) {
  try {
    const url = new URL(request.url ?? "/", "http://localhost");
    const [, bucket = "", ...path] = url.pathname.split("/").map(decodeURIComponent);
    return { url, bucket, key: path.join("/") };
  } catch {
    throw new S3Error(400, "InvalidURI", "Couldn't parse the specified URI.");
  }
}

function bucketOperation({ request, url }: Exchange): Operation {
  const { method } = request;
  if (method === "HEAD") return head;
  if (method === "GET" && url.searchParams.get("list-type") === "2") return list;
  if (method === "POST" && url.searchParams.has("delete")) return removeMany;
  throw new S3Error(501, "NotImplemented", "The local S3 does not know this bucket operation");
}

const objectOperations: Record<string, Operation> = { GET: get, HEAD: get, PUT: put, DELETE: remove };

/** Parameters of the signature, of the SDK, and of a download's headers. Any other names another operation. */
const plainParameter =
  /^(x-amz-.*|x-id|response-(content-(type|language|disposition|encoding)|expires|cache-control))$/i;

function objectOperation({ request, url }: Exchange): Operation {
  const operation = objectOperations[request.method ?? ""];
  const isPlain = [...url.searchParams.keys()].every((name) => plainParameter.test(name));
  if (operation === undefined || !isPlain || "x-amz-copy-source" in request.headers)
    throw new S3Error(501, "NotImplemented", "The local S3 does not know this object operation");
  return operation;
}

function head(_objects: ObjectStore, { response }: Exchange) {
  response.end();
}

function list(objects: ObjectStore, { response, url, bucket }: Exchange) {
  sendXml(response, listObjects(objects, bucket, url.searchParams));
}

/** How many objects S3 deletes in one request at most; at least one. */
const mostDeleted = 1000;

async function removeMany(objects: ObjectStore, { request, response, bucket }: Exchange) {
  const keys = textsOf(await text(request), "Key");
  if (keys.length === 0 || keys.length > mostDeleted)
    throw new S3Error(
      400,
      "MalformedXML",
      `A request deletes 1 to ${mostDeleted} objects, not ${keys.length}`,
    );
  for (const key of keys) objects.remove(bucket, key);
  const deleted = keys.map((key) => `<Deleted>${element("Key", key)}</Deleted>`);
  sendXml(response, document("DeleteResult", deleted.join("")));
}

function get(objects: ObjectStore, { request, response, url, bucket, key }: Exchange) {
  return sendObject(objects, objects.find(bucket, key), request, response, url);
}

async function put(objects: ObjectStore, exchange: Exchange) {
  const { request, response, url, bucket, key } = exchange;
  const stored = await receive(objects, request, url);
  if (request.headers["if-none-match"] === "*" && objects.find(bucket, key)) {
    objects.discard(stored.file);
    const message = "At least one of the pre-conditions you specified did not hold";
    throw new S3Error(412, "PreconditionFailed", message);
  }
  objects.publish(bucket, key, stored, headersToStore(exchange));
  response.writeHead(200, { etag: `"${stored.md5}"` }).end();
}

function remove(objects: ObjectStore, { response, bucket, key }: Exchange) {
  objects.remove(bucket, key);
  response.writeHead(204).end();
}

/** Content headers that S3 stores with an object, besides `x-amz-meta-*`. */
const storedHeaders = ["content-type", "cache-control", "content-disposition", "content-language", "expires"];

function headersToStore({ request, url }: Exchange): Record<string, string> {
  const sent = { ...Object.fromEntries(url.searchParams), ...request.headers };
  const kept = Object.entries(sent).filter(
    ([name]) => storedHeaders.includes(name) || name.startsWith("x-amz-meta-"),
  );
  const defaults = { "content-type": "binary/octet-stream" };
  return { ...defaults, ...Object.fromEntries(kept.map(([name, value]) => [name, String(value)])) };
}

function sendXml(response: ServerResponse, xml: string) {
  response.writeHead(200, { "content-type": "application/xml" });
  response.end(xml);
}
