import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { localCredentials } from "../endpoints.ts";
import { S3Error } from "./errors.ts";

type Signature = {
  credential: string;
  signedHeaders: string[];
  signature: string;
  date: string;
  payloadHash: string;
};

const allowedSkewMs = 15 * 60 * 1000;
const longestExpirySeconds = 7 * 24 * 60 * 60;

/**
 * Checks the AWS Signature Version 4 of a request, presigned or by header, and a presigned URL's expiry.
 * Throws the S3Error that S3 answers.
 */
export function verifySignature(request: IncomingMessage, url: URL, now: number): void {
  const isPresigned = url.searchParams.has("X-Amz-Signature");
  const given = isPresigned ? fromQuery(url) : fromHeader(request);
  if (given === undefined) throw new S3Error(403, "AccessDenied", "Access Denied");
  const [accessKey, day = "", region = "", service = ""] = given.credential.split("/");
  if (accessKey !== localCredentials.accessKeyId)
    throw new S3Error(
      403,
      "InvalidAccessKeyId",
      "The AWS Access Key Id you provided does not exist in our records.",
    );
  const signedAt = parseDate(given.date);
  if (isPresigned) checkExpiry(signedAt, Number(url.searchParams.get("X-Amz-Expires")), now);
  else if (!(Math.abs(now - signedAt) <= allowedSkewMs))
    throw new S3Error(
      403,
      "RequestTimeTooSkewed",
      "The difference between the request time and the server's time is too large.",
    );

  const scope = `${day}/${region}/${service}/aws4_request`;
  const request256 = sha256(canonicalRequest(request, url, given));
  const key = ["aws4_request", service, region, day].reduceRight<string | Buffer>(
    (secret, part) => hmac(secret, part),
    `AWS4${localCredentials.secretAccessKey}`,
  );
  const expected = hmac(key, ["AWS4-HMAC-SHA256", given.date, scope, request256].join("\n"));
  const actual = Buffer.from(given.signature, "hex");
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected))
    throw new S3Error(
      403,
      "SignatureDoesNotMatch",
      "The request signature we calculated does not match the signature you provided.",
    );
}

function fromQuery(url: URL): Signature {
  const get = (name: string) => url.searchParams.get(name) ?? "";
  return {
    credential: get("X-Amz-Credential"),
    signedHeaders: get("X-Amz-SignedHeaders").split(";"),
    signature: get("X-Amz-Signature"),
    date: get("X-Amz-Date"),
    payloadHash: get("X-Amz-Content-Sha256") || "UNSIGNED-PAYLOAD",
  };
}

function fromHeader(request: IncomingMessage): Signature | undefined {
  const header = request.headers.authorization ?? "";
  const fields = /^AWS4-HMAC-SHA256 Credential=([^,]+),\s*SignedHeaders=([^,]+),\s*Signature=(\w+)$/.exec(
    header,
  );
  if (fields === null) return undefined;
  const [, credential = "", signedHeaders = "", signature = ""] = fields;
  return {
    credential,
    signedHeaders: signedHeaders.split(";"),
    signature,
    date: String(request.headers["x-amz-date"] ?? ""),
    payloadHash: String(request.headers["x-amz-content-sha256"] ?? ""),
  };
}

function checkExpiry(signedAt: number, seconds: number, now: number) {
  if (!(seconds >= 1 && seconds <= longestExpirySeconds))
    throw new S3Error(
      400,
      "AuthorizationQueryParametersError",
      "X-Amz-Expires must be between 1 and 604800 seconds",
    );
  if (!(signedAt <= now + allowedSkewMs)) throw new S3Error(403, "AccessDenied", "Request is not valid yet");
  if (signedAt + seconds * 1000 < now) throw new S3Error(403, "AccessDenied", "Request has expired");
}

function canonicalRequest(request: IncomingMessage, url: URL, { signedHeaders, payloadHash }: Signature) {
  const path = url.pathname
    .split("/")
    .map((part) => encode(decodeURIComponent(part)))
    .join("/");
  const query = [...url.searchParams]
    .filter(([name]) => name !== "X-Amz-Signature")
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join("&");
  const headers = signedHeaders.map((name) => {
    const values = request.headersDistinct[name] ?? [];
    return `${name}:${values.map((value) => value.trim().replace(/\s+/g, " ")).join(",")}\n`;
  });
  return [request.method, path, query, headers.join(""), signedHeaders.join(";"), payloadHash].join("\n");
}

/** Percent-encoding of RFC 3986, as the signature demands. */
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

const parseDate = (date: string) =>
  Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();
