import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { engineCredentials } from "@image-staging/local-cloud/endpoints";
import { listen } from "@image-staging/local-cloud/http";
import { openObjects } from "@image-staging/local-cloud/s3/objects";
import { createS3 } from "@image-staging/local-cloud/s3/server";
import { openStore } from "@image-staging/local-cloud/store";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { attemptAt, objectKeys } from "../../../lambdas/storage/object-keys.ts";
import { signedUrl } from "../../../lambdas/storage/signed-urls.ts";

const directory = mkdtempSync(join(tmpdir(), "objects-"));
const store = openStore(directory, false);
const s3 = createS3(
  ["pictures"],
  openObjects(store, join(directory, "s3")),
  engineCredentials,
  "eu-central-1",
);
let isRefusing = false;
const server = await listen(0, (request, response) => {
  if (!isRefusing) return s3(request, response);
  response.writeHead(403).end();
});
const environment = {
  BUCKET_NAME: "pictures",
  AWS_REGION: "eu-central-1",
  AWS_ENDPOINT_URL_S3: server.url,
  AWS_ACCESS_KEY_ID: engineCredentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: engineCredentials.secretAccessKey,
};
Object.assign(process.env, environment);

/** With another client: the other tests' keeps the address of their object store. */
const ownModule = "../../../lambdas/storage/objects.ts?of-this-file";
const objects: typeof import("../../../lambdas/storage/objects.ts") = await import(ownModule);
const { deleteObjects, objectExists, openObject, readObject, writeObject, writeObjectFromFile } = objects;

beforeEach(() => {
  isRefusing = false;
  Object.assign(process.env, environment);
});
afterAll(async () => {
  await server.close();
  store.close();
});

const typeOf = async (key: string) =>
  (await fetch(await signedUrl("GET", key, new Date()))).headers.get("content-type");

test("an object is read whole, piece by piece, or not at all if it is too large", async () => {
  await writeObject("outputs/a", Buffer.from("12345"), "image/jpeg");
  expect(String(await readObject("outputs/a"))).toBe("12345");
  expect(String(await readObject("outputs/a", 5))).toBe("12345");
  expect(await readObject("outputs/a", 4)).toBeNull();
  const pieces = await openObject("outputs/a");
  expect(pieces && String(await buffer(pieces))).toBe("12345");
  expect(await typeOf("outputs/a")).toBe("image/jpeg");
});

test("a file becomes an object of its content type", async () => {
  const file = join(directory, "file");
  writeFileSync(file, "of a file");
  await writeObjectFromFile("sources/a", file, "image/webp");
  expect(String(await readObject("sources/a"))).toBe("of a file");
  expect(await typeOf("sources/a")).toBe("image/webp");
});

test("an object that is not there is null", async () => {
  expect([await readObject("no/such"), await openObject("no/such")]).toEqual([null, null]);
  expect(await objectExists("no/such")).toBe(false);
  await writeObject("outputs/b", "b", "text/plain");
  expect(await objectExists("outputs/b")).toBe(true);
});

test("a store that refuses to answer is an error, not an object that is missing", async () => {
  isRefusing = true;
  for (const read of [readObject, openObject, objectExists])
    await expect(read("outputs/a")).rejects.toMatchObject({ $metadata: { httpStatusCode: 403 } });
});

test("all objects under a prefix are deleted, and no others", async () => {
  for (const key of ["org_1/a", "org_1/b", "org_2/a"]) await writeObject(`sources/${key}`, "x", "text/plain");
  expect(await deleteObjects("pictures", "sources/org_1/")).toBe(2);
  expect(await deleteObjects("pictures", "sources/org_1/")).toBe(0);
  expect(await Promise.all(["org_1/a", "org_2/a"].map((key) => objectExists(`sources/${key}`)))).toEqual([
    false,
    true,
  ]);
});

test("without its own endpoint, a bucket is a host of S3 in its Region", async () => {
  vi.stubEnv("AWS_ENDPOINT_URL_S3", undefined);
  vi.stubEnv("AWS_ENDPOINT_URL", undefined);
  const { origin, pathname } = new URL(await signedUrl("GET", "outputs/a b", new Date()));
  expect([origin, pathname]).toEqual(["https://pictures.s3.eu-central-1.amazonaws.com", "/outputs/a%20b"]);
  vi.unstubAllEnvs();
});

test("an attempt is found by the location of its request", () => {
  const attempt = { organization_id: "org_1", job_id: "job_22", attempt: "att_333" };
  const location = `s3://pictures/${objectKeys.inferenceRequest(attempt)}`;
  expect(attemptAt(location)).toEqual(attempt);
  for (const other of [
    location.replace("request", "answer"),
    location.replace("org_1", "org/1"),
    location.replace("org_1/", ""),
    location.replace("/org_1", "//"),
    `${location}.bak`,
    `x${location}`,
    location.replace("pictures", ""),
  ])
    expect(attemptAt(other), other).toBeNull();
});
