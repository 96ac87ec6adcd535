import { expect, test } from "vitest";
import { checkSignedUrl, isSignedUrl } from "../../src/s3/signed-url.ts";

const now = Date.UTC(2026, 10, 29, 12);
const region = "eu-central-1";
const right = {
  Algorithm: "AWS4-HMAC-SHA256",
  Credential: "local/20261129/eu-central-1/s3/aws4_request",
  Date: "20261129T120000Z",
  Expires: "900",
  SignedHeaders: "content-type;host",
  Signature: "00",
};
const ofScope = (scope: string) => ({ Credential: `local/${scope}` });

/** What is refused of a URL with these parameters in place of the right ones; one that is undefined is left out. */
function refusalOf(changes: Partial<Record<string, string>>, headers: Record<string, string> = {}) {
  const url = new URL("http://localhost/pictures/one");
  for (const [name, value] of Object.entries({ ...right, ...changes }))
    if (value !== undefined) url.searchParams.set(`X-Amz-${name}`, value);
  try {
    expect(isSignedUrl(url)).toBe(true);
    checkSignedUrl(url, ["host", ...Object.keys(headers)], region, now);
    return undefined;
  } catch (error) {
    const { status, code, message } = error as { status: number; code: string; message: string };
    return `${status} ${code}: ${message}`;
  }
}

test.each([
  ["as the service signs it", {}, {}],
  ["for a week", { Expires: "604800" }, {}],
  ["with the content type that it was signed for", {}, { "content-type": "image/jpeg" }],
  ["with the hash of the body", {}, { "x-amz-content-sha256": "UNSIGNED-PAYLOAD" }],
  ["with the trace of a load balancer", {}, { "x-amzn-trace-id": "Root=1" }],
  ["from a clock that is ten minutes fast", { Date: "20261129T121000Z" }, {}],
])("a URL %s is taken", (_what, changes, headers) => {
  expect(refusalOf(changes, headers)).toBeUndefined();
});

const parameters = "400 AuthorizationQueryParametersError";

test.each([
  [
    "beside an Authorization header",
    {},
    { authorization: "Bearer key" },
    "400 InvalidArgument: Only one auth",
  ],
  ["with a session's token", { "Security-Token": "token" }, {}, "400 InvalidToken"],
  [
    "without an expiry",
    { Expires: undefined },
    {},
    `${parameters}: Query-string authentication version 4 requires`,
  ],
  ["without a signature", { Signature: undefined }, {}, `${parameters}: Query-string`],
  ["without signed headers", { SignedHeaders: "" }, {}, `${parameters}: Query-string`],
  ["of another algorithm", { Algorithm: "none" }, {}, `${parameters}: X-Amz-Algorithm only`],
  ["dated in words", { Date: "today" }, {}, `${parameters}: X-Amz-Date must be`],
  ["of a day that does not exist", { Date: "20261345T120000Z" }, {}, `${parameters}: X-Amz-Date must be`],
  ["that expires in words", { Expires: "soon" }, {}, `${parameters}: X-Amz-Expires should be a number`],
  [
    "that expires before it begins",
    { Expires: "-1" },
    {},
    `${parameters}: X-Amz-Expires must be non-negative`,
  ],
  [
    "for more than a week",
    { Expires: "604801" },
    {},
    `${parameters}: X-Amz-Expires must be less than a week`,
  ],
  ["that has expired", { Date: "20261129T114459Z" }, {}, "403 AccessDenied: Request has expired"],
  ["of tomorrow", { Date: "20261130T120000Z" }, {}, "403 AccessDenied: Request is not valid yet"],
  ["of a credential alone", { Credential: "local" }, {}, /^400 Auth.*the Credential is mal-formed/],
  [
    "for another region",
    ofScope("20261129/us-east-1/s3/aws4_request"),
    {},
    /^400 Auth.*region 'us-east-1' is wrong/,
  ],
  [
    "for another service",
    ofScope("20261129/eu-central-1/sqs/aws4_request"),
    {},
    /^400 Auth.*incorrect service "sqs"/,
  ],
  ["of another end", ofScope("20261129/eu-central-1/s3/aws5"), {}, /^400 Auth.*incorrect terminal "aws5"/],
  [
    "of another day",
    ofScope("20261128/eu-central-1/s3/aws4_request"),
    {},
    /^400 Auth.*Invalid credential date/,
  ],
  [
    "that leaves the host open",
    { SignedHeaders: "content-type" },
    {},
    /^403 AccessDenied: .*not signed: host/,
  ],
  [
    "beside a header that it does not sign",
    {},
    { "x-amz-acl": "public-read" },
    /^403 Acc.*not signed: x-amz-acl/,
  ],
])("a URL %s is refused in S3's words", (_what, changes, headers, refusal) => {
  expect(refusalOf(changes, headers)).toMatch(refusal);
});
