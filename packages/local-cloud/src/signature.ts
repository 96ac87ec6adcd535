import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { SignatureV4 } from "@smithy/signature-v4";
import type { Credentials } from "./endpoints.ts";
import { headersOf } from "./headers.ts";

const allowedSkewMs = 15 * 60 * 1000;
/** The SDK's SHA-256 in the form that its signer needs. No direct dependency exports it. */
const { sha256 } = new DynamoDBClient({ region: "local" }).config;

/** What is wrong with a signature, by S3's error codes. */
const messages = {
  AccessDenied: "Access Denied",
  InvalidAccessKeyId: "The AWS Access Key Id you provided does not exist in our records.",
  RequestTimeTooSkewed: "The difference between the request time and the server's time is too large.",
  SignatureDoesNotMatch: "The request signature we calculated does not match the signature you provided.",
};

/** Why a request is refused that is not signed as it must be. */
export class SignatureError extends Error {
  readonly code: keyof typeof messages;

  constructor(code: keyof typeof messages, message = messages[code]) {
    super(message);
    this.code = code;
  }
}

type Signed = {
  credentials: Credentials;
  now: number;
  /** Whether the URL is signed, whose time is checked already. */
  isUrl?: boolean;
  /** The whole body; undefined if a header has its hash, which S3 compares while it reads. */
  body?: Buffer;
};

/**
 * Checks the AWS Signature Version 4 of a request, by its URL or its Authorization header, and the time of a header. Signs
 * the request again with the credential, date and headers that it names: the result must be the same. Throws a
 * SignatureError.
 */
export async function verifySignature(
  request: IncomingMessage,
  url: URL,
  { credentials, now, isUrl = false, body }: Signed,
): Promise<void> {
  const { authorization = "" } = request.headers;
  if (!isUrl && authorization === "") throw new SignatureError("AccessDenied");
  const claim = (name: string) =>
    (isUrl
      ? url.searchParams.get(`X-Amz-${name}`)
      : new RegExp(`${name}=([^,]+)`).exec(authorization)?.[1]) ?? "";
  const [accessKeyId, , region = "", service = ""] = claim("Credential").split("/");
  if (accessKeyId !== credentials.accessKeyId) throw new SignatureError("InvalidAccessKeyId");

  const signingDate = parseDate(isUrl ? claim("Date") : String(request.headers["x-amz-date"]));
  if (!isUrl && !(Math.abs(now - signingDate.getTime()) <= allowedSkewMs))
    throw new SignatureError("RequestTimeTooSkewed");

  const uriEscapePath = service !== "s3";
  const signer = new SignatureV4({ service, region, credentials, sha256, uriEscapePath });
  const names = new Set(claim("SignedHeaders").split(";"));
  const sent = headersOf(request);
  const unsigned = {
    method: request.method ?? "",
    protocol: url.protocol,
    hostname: url.hostname,
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: Object.fromEntries([...names].map((name) => [name, sent.get(name)?.join(",") ?? ""])),
    body: body ?? request, // the signer takes a stream for UNSIGNED-PAYLOAD
  };
  const options = { signingDate, signableHeaders: names, unhoistableHeaders: names };
  const signed = await (isUrl
    ? signer.presign(unsigned, { ...options, expiresIn: Number(claim("Expires")) })
    : signer.sign(unsigned, options));
  const given = [...(isUrl ? [] : [["authorization", authorization] as const]), ...url.searchParams];
  const expected = new Map(Object.entries({ ...signed.headers, ...signed.query }));
  const isSame = given.every(([name, value]) => isEqual(value, expected.get(name)));
  // A parameter that is sent twice cannot have been signed twice.
  if (!isSame || new Set(url.searchParams.keys()).size !== url.searchParams.size)
    throw new SignatureError(
      "SignatureDoesNotMatch",
      `${messages.SignatureDoesNotMatch} ${calculatedFrom(unsigned)}`,
    );
}

type Unsigned = {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: Record<string, string>;
};

/** What a signature was calculated from: a caller compares it with what it signed. */
function calculatedFrom({ method, path, query, headers }: Unsigned): string {
  const sent = Object.entries(headers).map(([name, value]) => `${name} ${value || "(not sent)"}`);
  const parts = Object.keys(query).filter((name) => name !== "X-Amz-Signature");
  const of = [`${method} ${path}`, ...(parts.length > 0 ? [`the query ${parts.join(", ")}`] : [])];
  return `It was calculated from ${[...of, `the headers ${sent.join(", ")}`].join("; ")}. Another of them was signed, another body, or with another secret key.`;
}

/** A signature's date, such as 20261129T120000Z; an invalid Date if it is none. */
export function parseDate(date: string): Date {
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(date) ?? [];
  return new Date(`${parts.slice(0, 3).join("-")}T${parts.slice(3).join(":")}Z`);
}

function isEqual(given: string, expected: unknown) {
  const [a, b] = [Buffer.from(given), Buffer.from(String(expected))];
  return a.length === b.length && timingSafeEqual(a, b);
}
