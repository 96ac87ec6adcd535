import { SignatureV4 } from "@smithy/signature-v4";
import { env } from "../runtime/env.ts";
import { backOff } from "./contention.ts";
import { table } from "./table.ts";

/**
 * Lifetime of a caller's URL in seconds. A URL also ends with the role session that signed it, for which Lambda promises no
 * minimum: docs/quickstart.md says what a caller does then.
 */
const signedUrlSeconds = 900;

/** When a caller's URL that is signed at `now` expires: SigV4 dates a signature in whole seconds. */
export const signedUrlExpiry = (now: Date): Date =>
  new Date((Math.floor(now.getTime() / 1000) + signedUrlSeconds) * 1000);

const signer = new SignatureV4({
  service: "s3",
  region: table.config.region,
  credentials: table.config.credentials,
  sha256: table.config.sha256,
  uriEscapePath: false,
  applyChecksum: false,
});

type ObjectAddress = { protocol: string; hostname: string; port?: number; path: string };

/** Virtual-hosted on AWS; like the SDK, path-style at the endpoint in AWS_ENDPOINT_URL_S3 or AWS_ENDPOINT_URL. */
function addressOf(objectKey: string): ObjectAddress {
  const bucket = env("BUCKET_NAME");
  const endpoint = process.env.AWS_ENDPOINT_URL_S3 ?? process.env.AWS_ENDPOINT_URL;
  if (!endpoint)
    return {
      protocol: "https:",
      hostname: `${bucket}.s3.${env("AWS_REGION")}.amazonaws.com`,
      path: `/${objectKey}`,
    };
  const { protocol, hostname, port } = new URL(endpoint);
  return { protocol, hostname, ...(port && { port: Number(port) }), path: `/${bucket}/${objectKey}` };
}

type SignedPut = { contentType?: string | undefined; contentLength?: number };

/**
 * A URL that lets its holder GET or PUT one object for some seconds from `now`. A PUT must be sent with the content
 * type and length given: the store refuses any other. Signed locally by SigV4 query parameters: the S3 client stays out of
 * the API's bundles.
 */
export async function signedUrl(
  method: "GET" | "PUT",
  objectKey: string,
  now: Date,
  { contentType, contentLength, seconds = signedUrlSeconds }: SignedPut & { seconds?: number } = {},
): Promise<string> {
  const address = addressOf(objectKey);
  const host = address.port === undefined ? address.hostname : `${address.hostname}:${address.port}`;
  const { query = {} } = await signer.presign(
    {
      method,
      ...address,
      query: {},
      headers: {
        host,
        "x-amz-content-sha256": "UNSIGNED-PAYLOAD",
        ...(contentType && { "content-type": contentType }),
        ...(contentLength !== undefined && { "content-length": String(contentLength) }),
      },
    },
    { expiresIn: seconds, signingDate: now },
  );
  const url = new URL(`${address.protocol}//${host}${address.path}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
  return url.href;
}

const uploadAttempts = 3;
/** All attempts together end before the function's 15 seconds do. */
const uploadTimeoutMs = 4000;

/** Stores a small object without the S3 client, and again if S3 fails or does not answer. Throws if it refuses. */
export async function uploadObject(
  objectKey: string,
  body: Uint8Array<ArrayBuffer>,
  now: Date,
): Promise<void> {
  const url = await signedUrl("PUT", objectKey, now);
  for (let attempt = 1; ; attempt++) {
    const status = await putObject(url, body);
    if (status !== null && status < 300) return;
    const isTransient = status === null || status >= 500;
    if (!isTransient || attempt === uploadAttempts)
      throw new Error(`The object store answered ${status ?? "nothing"} to an upload.`);
    await backOff(attempt);
  }
}

/** The status of one PUT, or null if the store cannot be reached. */
async function putObject(url: string, body: Uint8Array<ArrayBuffer>): Promise<number | null> {
  try {
    const response = await fetch(url, { method: "PUT", body, signal: AbortSignal.timeout(uploadTimeoutMs) });
    await response.body?.cancel();
    return response.status;
  } catch {
    return null;
  }
}
