import { createHash } from "node:crypto";
import type { Context } from "aws-lambda";
import { newApiKey, newOrganization } from "service/lambdas/domain/organization/new-organization.ts";
import { systemRandom } from "service/lambdas/runtime/random.ts";
import { generationItem } from "service/lambdas/storage/generation/generations.ts";
import { newJob } from "service/test/support/new-job.ts";
import { ulid } from "ulid";
import * as v from "valibot";

/**
 * Run as a program: answers requests with the handler of a bundle, with its table in memory, and prints the
 * processor time of a request in microseconds, with the digest of the answer's body.
 */
const [bundle = "", warmUp = "", measured = ""] = process.argv.slice(2);

type Handler = (event: object, context: Partial<Context>) => Promise<{ statusCode: number; body: string }>;
type Table = { send: (command: { input: { Key?: { pk: string; sk: string } } }) => Promise<object> };
const isObject = (value: unknown) => value instanceof Object;
const Bundle = v.object({ handler: v.custom<Handler>(isObject), table: v.custom<Table>(isObject) });
const { handler, table } = v.parse(Bundle, await import(bundle));

const now = new Date();
const organization = newOrganization("Bench", null, now, systemRandom);
const { key, shownOnce } = newApiKey(organization, {}, now, systemRandom);
const jobId = `job_${ulid(0)}`;
const job = generationItem(newJob(organization.organization_id, { job_id: jobId }));
/** The item under a key; the rate window and the last use of the key are written, and answer with attributes. */
table.send = async ({ input: { Key } }) => {
  const { pk = "", sk = "" } = Key ?? {};
  if (pk.startsWith("RATE#")) return { Attributes: {} };
  if (pk.startsWith("KEY#")) return { Item: key };
  return { Item: sk === "PROFILE" ? organization : job };
};

const headers = { Authorization: `Bearer ${shownOnce}`, Accept: "application/json" };
const event = () => ({
  httpMethod: "GET",
  resource: "/api/v1/generations/{job_id}",
  path: `/api/v1/generations/${jobId}`,
  headers,
  multiValueHeaders: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
  pathParameters: { job_id: jobId },
  queryStringParameters: null,
  multiValueQueryStringParameters: null,
  body: null,
  isBase64Encoded: false,
  stageVariables: null,
  requestContext: {
    requestId: "bench",
    httpMethod: "GET",
    domainName: "api.example.com",
    identity: { sourceIp: "192.0.2.1" },
  },
});

async function answer(times: number): Promise<string> {
  let body = "";
  for (let nth = 0; nth < times; nth++) {
    const answered = await handler(event(), { awsRequestId: "bench" });
    if (answered.statusCode !== 200) throw new Error(answered.body);
    body = answered.body;
  }
  return body;
}

await answer(Number(warmUp));
const before = process.cpuUsage();
const body = await answer(Number(measured));
const { user, system } = process.cpuUsage(before);
const fields = Object.keys(v.parse(v.record(v.string(), v.unknown()), JSON.parse(body)));
const digest = createHash("sha256").update(fields.join()).digest("hex");
process.stdout.write(JSON.stringify({ digest, micros: (user + system) / Number(measured) }), () =>
  process.exit(),
);
