import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import {
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  PutObjectTaggingCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { SignatureV4 } from "@smithy/signature-v4";
import { afterAll, beforeAll, expect, test } from "vitest";
import { engineCredentials } from "../../src/endpoints.ts";
import { type Listening, listen } from "../../src/http.ts";
import { openObjects } from "../../src/s3/objects.ts";
import { createS3 } from "../../src/s3/server.ts";
import { openStore, type Store } from "../../src/store.ts";

const directory = mkdtempSync(join(tmpdir(), "local-s3-"));
const Bucket = "pictures";
let store: Store;
let server: Listening;
let s3: S3Client;

const clientFor = (credentials: typeof engineCredentials) =>
  new S3Client({
    endpoint: server.url,
    region: "eu-central-1",
    credentials,
    forcePathStyle: true,
  });

beforeAll(async () => {
  store = openStore(directory, false);
  server = await listen(
    0,
    createS3([Bucket], openObjects(store, join(directory, "s3")), engineCredentials, "eu-central-1"),
  );
  s3 = clientFor(engineCredentials);
});

afterAll(async () => {
  await server.close();
  store.close();
  rmSync(directory, { recursive: true });
});

const put = (Key: string, Body: string | Buffer = "content", more = {}) =>
  s3.send(new PutObjectCommand({ Bucket, Key, Body, ...more }));
const read = async (Key: string, more = {}) => {
  const object = await s3.send(new GetObjectCommand({ Bucket, Key, ...more }));
  return { ...object, bytes: Buffer.from((await object.Body?.transformToByteArray()) ?? []) };
};

test("an object is returned with its bytes, content type, metadata and MD5 as ETag", async () => {
  const body = randomBytes(300_000);
  await put("a/b c/ä+(1).jpg", body, { ContentType: "image/jpeg", Metadata: { width: "640" } });
  const object = await read("a/b c/ä+(1).jpg");
  expect(object.bytes.equals(body)).toBe(true);
  expect(object).toMatchObject({ ContentType: "image/jpeg", Metadata: { width: "640" } });
  expect(object.ETag).toBe(`"${createHash("md5").update(body).digest("hex")}"`);
});

test("a streamed upload with the SDK's trailing checksum is stored without its chunk framing", async () => {
  const body = randomBytes(3_000_000);
  const pieces = Array.from({ length: 30 }, (_, index) =>
    body.subarray(index * 100_000, (index + 1) * 100_000),
  );
  await s3.send(
    new PutObjectCommand({
      Bucket,
      Key: "streamed",
      Body: Readable.from(pieces),
      ContentLength: body.length,
    }),
  );
  expect((await read("streamed")).bytes.equals(body)).toBe(true);
});

test("a 50 MB upload and download stay in constant memory", async () => {
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc");
  // V8 frees the buffers of a collection in the background, and has done so at the next one.
  const used = async () => {
    collectGarbage();
    await new Promise(setImmediate);
    collectGarbage();
    return process.memoryUsage().arrayBuffers;
  };
  const block = randomBytes(1 << 20);
  const before = await used();
  let peak = 0;
  const measure = async () => {
    peak = Math.max(peak, (await used()) - before);
  };
  const blocks = async function* () {
    for (let index = 0; index < 50; index++) {
      if (index % 10 === 9) await measure();
      yield block;
    }
  };
  await s3.send(
    new PutObjectCommand({ Bucket, Key: "large", Body: Readable.from(blocks()), ContentLength: 50 << 20 }),
  );
  const object = await s3.send(new GetObjectCommand({ Bucket, Key: "large" }));
  let size = 0;
  for await (const chunk of object.Body as Readable) {
    if (size >> 20 !== (size + chunk.length) >> 20 && (size >> 20) % 10 === 9) await measure();
    size += chunk.length;
  }
  expect(size).toBe(50 << 20);
  expect(peak).toBeLessThan(20 << 20);
});

test("ranges, heads and listings describe what was stored", async () => {
  for (const key of ["list/1", "list/2/x", "list/2/y", "list/3"]) await put(key, "0123456789");
  const range = await read("list/1", { Range: "bytes=2-4" });
  expect([range.bytes.toString(), range.ContentRange]).toEqual(["234", "bytes 2-4/10"]);
  expect((await s3.send(new HeadObjectCommand({ Bucket, Key: "list/1" }))).ContentLength).toBe(10);
  const first = await s3.send(
    new ListObjectsV2Command({ Bucket, Prefix: "list/", Delimiter: "/", MaxKeys: 2 }),
  );
  expect(first.Contents?.map(({ Key }) => Key)).toEqual(["list/1"]);
  expect(first.CommonPrefixes?.map(({ Prefix }) => Prefix)).toEqual(["list/2/"]);
  const ContinuationToken = first.NextContinuationToken;
  const second = await s3.send(
    new ListObjectsV2Command({ Bucket, Prefix: "list/", Delimiter: "/", MaxKeys: 2, ContinuationToken }),
  );
  expect(second.Contents?.map(({ Key }) => Key)).toEqual(["list/3"]);
  expect(second.CommonPrefixes).toBeUndefined();
});

test("deleted objects are gone", async () => {
  for (const key of ["gone/1", "gone/2", "kept"]) await put(key);
  await s3.send(new DeleteObjectCommand({ Bucket, Key: "gone/1" }));
  await s3.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key: "gone/2" }] } }));
  for (const key of ["gone/1", "gone/2"])
    await expect(read(key)).rejects.toMatchObject({ name: "NoSuchKey" });
  for (const count of [0, 1001]) {
    const Objects = Array.from({ length: count }, () => ({ Key: "kept" }));
    const refused = s3.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }));
    await expect(refused).rejects.toMatchObject({ name: "MalformedXML" });
  }
  expect((await read("kept")).bytes.toString()).toBe("content");
});

test("operations that the service does not use are refused and change nothing", async () => {
  await put("original", "same");
  const refused = { name: "NotImplemented" };
  const copy = new CopyObjectCommand({ Bucket, Key: "original", CopySource: `${Bucket}/other` });
  await expect(s3.send(copy)).rejects.toMatchObject(refused);
  const upload = new CreateMultipartUploadCommand({ Bucket, Key: "original" });
  await expect(s3.send(upload)).rejects.toMatchObject(refused);
  const tags = new PutObjectTaggingCommand({ Bucket, Key: "original", Tagging: { TagSet: [] } });
  await expect(s3.send(tags)).rejects.toMatchObject(refused);
  expect((await read("original")).bytes.toString()).toBe("same");
});

test("a put that must create an object does not replace one", async () => {
  await put("once", "first");
  await expect(put("once", "second", { IfNoneMatch: "*" })).rejects.toMatchObject({
    name: "PreconditionFailed",
  });
  expect((await read("once")).bytes.toString()).toBe("first");
});

const signer = () =>
  new SignatureV4({
    service: "s3",
    region: "eu-central-1",
    credentials: engineCredentials,
    sha256: s3.config.sha256,
    uriEscapePath: false,
  });

/** A presigned URL for an object, with the query parameters and headers that its holder must send. */
async function presign(method: string, key: string, { query = {}, headers = {}, signedAgo = 0 } = {}) {
  const { host, hostname, port } = new URL(server.url);
  const path = `/${Bucket}/${key}`;
  const unsigned = { host, "x-amz-content-sha256": "UNSIGNED-PAYLOAD", ...headers };
  const signed = await signer().presign(
    { method, protocol: "http:", hostname, port: Number(port), path, query, headers: unsigned },
    {
      expiresIn: 60,
      signingDate: new Date(Date.now() - signedAgo * 1000),
      signableHeaders: new Set(["content-type"]),
    },
  );
  const url = new URL(server.url + path);
  for (const [name, value] of Object.entries(signed.query ?? {})) url.searchParams.set(name, String(value));
  return url.href;
}

test("a presigned GET is accepted, and refused after any change to it", async () => {
  await put("signed/one", "secret");
  await put("signed/two", "other");
  const url = await presign("GET", "signed/one");
  expect(await (await fetch(url)).text()).toBe("secret");
  const tampered = [
    url.replace("signed/one", "signed/two"),
    url.replace("X-Amz-Expires=60", "X-Amz-Expires=600"),
    url.replace(/X-Amz-Signature=./, (start) =>
      start.endsWith("0") ? "X-Amz-Signature=1" : "X-Amz-Signature=0",
    ),
    `${url}&response-content-type=text%2Fhtml`,
    url.replace("X-Amz-SignedHeaders=host", "X-Amz-SignedHeaders=host%3Brange"),
    `${url}&X-Amz-Expires=600`,
    `${url}&X-Amz-Expires=60`,
    `${url}&__proto__=%5Bobject%20Object%5D`,
  ];
  for (const changed of tampered) {
    const answer = await fetch(changed);
    expect([answer.status, await answer.text()]).toEqual([
      403,
      expect.stringContaining("SignatureDoesNotMatch"),
    ]);
  }
  expect((await fetch(url, { method: "DELETE" })).status).toBe(403);
});

test("a request signed by header is accepted, and refused after any change to it", async () => {
  await put("signed/three", "secret");
  const { host, hostname } = new URL(server.url);
  const path = `/${Bucket}/signed/three`;
  const query = { "response-cache-control": "no-store" };
  const { headers } = await signer().sign({
    method: "GET",
    protocol: "http:",
    hostname,
    path,
    query,
    headers: { host, range: "bytes=0-2", "x-amz-content-sha256": "UNSIGNED-PAYLOAD" },
  });
  const { host: _, ...sent } = headers;
  const url = `${server.url}${path}?response-cache-control=no-store`;
  expect(await (await fetch(url, { headers: sent })).text()).toBe("sec");
  const { authorization = "" } = sent;
  for (const [changedUrl, changedHeaders] of [
    [url.replace("three", "one"), {}],
    [`${server.url}${path}`, {}],
    [url.replace("?", "?response-cache-control=public&"), {}],
    [url, { range: "bytes=0-5" }],
    [url, { "x-amz-content-sha256": "0".repeat(64) }],
    [url, { authorization: authorization.replace(/host;range;/, "host;") }],
    [url, { authorization: authorization.replace("eu-central-1", "eu-west-1") }],
  ] as const) {
    const answer = await fetch(changedUrl, { headers: { ...sent, ...changedHeaders } });
    expect([answer.status, await answer.text()]).toEqual([
      403,
      expect.stringContaining("SignatureDoesNotMatch"),
    ]);
  }
  const late = await fetch(url, { headers: { ...sent, "x-amz-date": "20200101T000000Z" } });
  expect([late.status, await late.text()]).toEqual([403, expect.stringContaining("RequestTimeTooSkewed")]);
});

test("a presigned URL is refused after its expiry", async () => {
  await put("short", "lived");
  expect((await fetch(await presign("GET", "short", { signedAgo: 50 }))).status).toBe(200);
  const late = await fetch(await presign("GET", "short", { signedAgo: 61 }));
  expect([late.status, await late.text()]).toEqual([403, expect.stringContaining("Request has expired")]);
});

test("what S3 refuses beside a right signature is refused, and stores nothing", async () => {
  const url = await presign("PUT", "beside");
  const send = (init: RequestInit) => fetch(url, { method: "PUT", ...init });
  const body = new ReadableStream({
    start: (stream) => {
      stream.enqueue(Buffer.from("bytes"));
      stream.close();
    },
  });
  const answers = [
    await send({ body: "bytes", headers: { authorization: "Bearer stg_live_key" } }),
    await send({ body: "bytes", headers: { "x-amz-acl": "public-read" } }),
    await send({ body, duplex: "half" } as RequestInit),
  ];
  const texts = await Promise.all(answers.map((answer) => answer.text()));
  const codes = texts.map((text) => /<Code>(\w+)/.exec(text)?.[1]);
  expect(answers.map(({ status }, nth) => [status, codes[nth]])).toEqual([
    [400, "InvalidArgument"],
    [403, "AccessDenied"],
    [501, "NotImplemented"],
  ]);
  await expect(read("beside")).rejects.toMatchObject({ name: "NoSuchKey" });
});

test("a path that is not one is refused", async () => {
  for (const path of ["/%zz", `/${Bucket}/%`]) expect((await fetch(server.url + path)).status).toBe(400);
});

test("a presigned PUT takes only the content type it was signed for", async () => {
  const url = await presign("PUT", "put", { headers: { "content-type": "image/jpeg" } });
  const send = (type: string) =>
    fetch(url, { method: "PUT", body: "bytes", headers: { "content-type": type } });
  expect((await send("text/html")).status).toBe(403);
  expect((await send("image/jpeg")).status).toBe(200);
  expect(await read("put")).toMatchObject({ ContentType: "image/jpeg" });
});

test("a refused signature says what it was calculated from", async () => {
  const url = await presign("PUT", "put", { headers: { "content-type": "image/jpeg" } });
  const message = await (await fetch(url, { method: "PUT", body: new Uint8Array(3) })).text();
  expect(message).toContain(`calculated from PUT /${Bucket}/put; the query `);
  expect(message).toMatch(
    /the headers content-type \(not sent\), host [\d.]+:\d+\. Another of them was signed/,
  );
  expect(message).not.toContain(engineCredentials.secretAccessKey);
});

test("a download has the response headers that its URL was signed with", async () => {
  await put("named", "x");
  const query = { "response-content-disposition": 'attachment; filename="a.jpg"' };
  const url = await presign("GET", "named", { query });
  expect((await fetch(url)).headers.get("content-disposition")).toBe('attachment; filename="a.jpg"');
});

test("unsigned requests, foreign keys and wrong secrets are refused", async () => {
  await put("private", "x");
  expect((await fetch(`${server.url}/${Bucket}/private`)).status).toBe(403);
  const get = new GetObjectCommand({ Bucket, Key: "private" });
  await expect(clientFor({ ...engineCredentials, accessKeyId: "else" }).send(get)).rejects.toMatchObject({
    name: "InvalidAccessKeyId",
  });
  await expect(clientFor({ ...engineCredentials, secretAccessKey: "else" }).send(get)).rejects.toMatchObject({
    name: "SignatureDoesNotMatch",
  });
});

test("a body that does not match its checksum is refused and not stored", async () => {
  const url = await presign("PUT", "damaged", { query: { "x-amz-checksum-crc32": "AAAAAA==" } });
  const answer = await fetch(url, { method: "PUT", body: "bytes" });
  expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining("BadDigest")]);
  await expect(read("damaged")).rejects.toMatchObject({ name: "NoSuchKey" });
});

test("objects survive a restart, half-written files do not", async () => {
  const place = mkdtempSync(join(tmpdir(), "local-s3-restart-"));
  const first = openStore(place, false);
  const objects = openObjects(first, join(place, "s3"));
  objects.publish(Bucket, "kept", await objects.write(Readable.from([Buffer.from("kept")])), {});
  const stray = await objects.write(Readable.from([Buffer.from("stray")]));
  first.close();
  const second = openStore(place, false);
  const reopened = openObjects(second, join(place, "s3"));
  const kept = reopened.find(Bucket, "kept");
  expect([existsSync(reopened.path(kept?.file ?? "")), existsSync(reopened.path(stray.file))]).toEqual([
    true,
    false,
  ]);
  second.close();
  rmSync(place, { recursive: true });
});
