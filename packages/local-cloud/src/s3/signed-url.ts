import { parseDate } from "../signature.ts";
import { S3Error } from "./errors.ts";

const allowedSkewMs = 15 * 60 * 1000;
const longestExpirySeconds = 7 * 24 * 60 * 60;

const names = ["Algorithm", "Credential", "Signature", "Date", "SignedHeaders", "Expires"] as const;
const wrong = (message: string) => new S3Error(400, "AuthorizationQueryParametersError", message);
const denied = (message: string) => new S3Error(403, "AccessDenied", message);

/** Whether a request is signed by its URL. */
export const isSignedUrl = ({ searchParams }: URL): boolean =>
  searchParams.has("X-Amz-Algorithm") || searchParams.has("X-Amz-Signature");

/**
 * Refuses what S3 refuses of a signed URL at `now` in milliseconds, but for the signature itself. `headers` are the names of
 * those sent beside it. Throws an S3Error with S3's status, code and words (Amazon S3, API reference: "Authenticating
 * requests: using query parameters").
 */
export function checkSignedUrl({ searchParams }: URL, headers: string[], region: string, now: number): void {
  if (headers.includes("authorization"))
    throw new S3Error(
      400,
      "InvalidArgument",
      "Only one auth mechanism allowed; only the X-Amz-Algorithm query parameter, Signature query string parameter or the Authorization header should be specified",
    );
  if (searchParams.has("X-Amz-Security-Token"))
    throw new S3Error(400, "InvalidToken", "The provided token is malformed or otherwise invalid.");
  const claim = (name: (typeof names)[number]) => searchParams.get(`X-Amz-${name}`) ?? "";
  if (names.some((name) => claim(name) === ""))
    throw wrong(
      "Query-string authentication version 4 requires the X-Amz-Algorithm, X-Amz-Credential, X-Amz-Signature, X-Amz-Date, X-Amz-SignedHeaders, and X-Amz-Expires parameters.",
    );
  if (claim("Algorithm") !== "AWS4-HMAC-SHA256")
    throw wrong('X-Amz-Algorithm only supports "AWS4-HMAC-SHA256 and AWS4-ECDSA-P256-SHA256"');
  checkTime(claim("Date"), claim("Expires"), now);
  checkScope(claim("Credential"), claim("Date"), region);
  const signed = claim("SignedHeaders").split(";");
  // S3 lets the hash of the body pass, which a URL does not sign.
  const unsigned = headers.filter(
    (name) => (name === "host" || /^x-amz-(?!content-sha256$)/.test(name)) && !signed.includes(name),
  );
  if (unsigned.length > 0)
    throw denied(`There were headers present in the request which were not signed: ${unsigned.join(", ")}`);
}

function checkTime(date: string, expires: string, now: number) {
  const signedAt = parseDate(date).getTime();
  if (Number.isNaN(signedAt))
    throw wrong(`X-Amz-Date must be in the ISO8601 Long Format "yyyyMMdd'T'HHmmss'Z'"`);
  const seconds = /^-?\d+$/.test(expires) ? Number(expires) : Number.NaN;
  if (Number.isNaN(seconds)) throw wrong("X-Amz-Expires should be a number");
  if (seconds < 0) throw wrong("X-Amz-Expires must be non-negative");
  if (seconds > longestExpirySeconds)
    throw wrong(
      `X-Amz-Expires must be less than a week (in seconds); that is, the given X-Amz-Expires must be less than ${longestExpirySeconds} seconds`,
    );
  if (signedAt > now + allowedSkewMs) throw denied("Request is not valid yet");
  if (signedAt + seconds * 1000 < now) throw denied("Request has expired");
}

function checkScope(credential: string, date: string, region: string) {
  const parsing = "Error parsing the X-Amz-Credential parameter;";
  const [, day, ofRegion, service, terminal, ...more] = credential.split("/");
  if (terminal === undefined || more.length > 0)
    throw wrong(
      `${parsing} the Credential is mal-formed; expecting "<YOUR-AKID>/YYYYMMDD/REGION/SERVICE/aws4_request".`,
    );
  if (terminal !== "aws4_request")
    throw wrong(`${parsing} incorrect terminal "${terminal}". This endpoint uses "aws4_request".`);
  if (service !== "s3")
    throw wrong(`${parsing} incorrect service "${service}". This endpoint belongs to "s3".`);
  if (ofRegion !== region) throw wrong(`${parsing} the region '${ofRegion}' is wrong; expecting '${region}'`);
  if (day !== date.slice(0, 8))
    throw wrong(
      `Invalid credential date "${day}". This date is not the same as X-Amz-Date: "${date.slice(0, 8)}".`,
    );
}
