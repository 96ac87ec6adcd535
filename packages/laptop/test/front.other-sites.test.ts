import { request } from "node:http";
import { text } from "node:stream/consumers";
import { DynamoDBClient, paginateScan } from "@aws-sdk/client-dynamodb";
import { ListObjectsV2Command, S3Client } from "@aws-sdk/client-s3";
import type { Page } from "playwright-core";
import { hasBrowser, startBrowser } from "service/test/service/pages/browser.ts";
import { isFullRun } from "service/test/support/full-run.ts";
import { startService } from "service/test/support/service.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Address, listeningAddresses } from "./support/listening.ts";
import { stateOf } from "./support/state.ts";

/** What a page of another site may try on any port: as forms and simple requests can, and as a preflight would allow. */
type Attempt = { method: string; path: string; headers?: Record<string, string>; body?: string };

let service: Awaited<ReturnType<typeof startService>>;
let addresses: Address[];
let attempts: Attempt[];

beforeAll(async () => {
  const before = new Set(listeningAddresses().map(({ port }) => port));
  service = await startService({ seed: true });
  addresses = listeningAddresses().filter(({ port }) => !before.has(port));
  attempts = attemptsOn(service);
});
afterAll(() => service.stop());

const aws = (target: string, input: object, headers = {}): Attempt => ({
  method: "POST",
  path: "/",
  headers: { "x-amz-target": target, "content-type": "application/x-amz-json-1.0", ...headers },
  body: JSON.stringify(input),
});

function attemptsOn({ environment, tableName, bucketName }: typeof service): Attempt[] {
  const { DEAD_LETTER_QUEUE_URL: QueueUrl, WEBHOOK_STATE_MACHINE_ARN: stateMachineArn } = environment;
  const Key = { pk: { S: "ORGS" }, sk: { S: "evil" } };
  const deletion = "<Delete><Object><Key>sources/a.jpg</Key></Object></Delete>";
  const plain = { "content-type": "text/plain" };
  return [
    ...["/", "/inbox", "/inbox/answers", "/playground/session.json", "/documents/", "/ping"].map((path) => ({
      method: "GET",
      path,
    })),
    { method: "GET", path: `/${bucketName}?list-type=2` },
    { method: "POST", path: `/${bucketName}?delete`, headers: plain, body: deletion },
    { method: "PUT", path: `/${bucketName}/outputs/evil.jpg`, body: "evil" },
    { method: "POST", path: "/inbox", headers: plain, body: "evil" },
    { method: "POST", path: "/inbox/answers", headers: plain, body: '{"fail_next":1}' },
    {
      method: "POST",
      path: "/inbox/answers",
      headers: { "content-type": "application/json" },
      body: '{"fail_next":1}',
    },
    { method: "POST", path: "/invocations", headers: plain, body: "{}" },
    { method: "POST", path: "/endpoints/simulator/async-invocations", headers: plain },
    aws("DynamoDB_20120810.ListTables", {}),
    aws("DynamoDB_20120810.Scan", { TableName: tableName }),
    aws("DynamoDB_20120810.PutItem", { TableName: tableName, Item: Key }),
    aws("AWSStepFunctions.StartExecution", { stateMachineArn, input: "{}" }),
    aws("AmazonSQS.SendMessage", { QueueUrl, MessageBody: "evil" }),
    aws("AmazonSQS.ReceiveMessage", { QueueUrl }),
    aws("AWSEvents.PutEvents", { Entries: [] }),
  ];
}

const state = async () => ({ ...(await stateOf(service)), transitions: service.transitions() });

type Answer = { status: number; headers: object; body: string };
const send = ({ host, port }: Address, { method, path, headers = {}, body }: Attempt, more: object) =>
  new Promise<Answer>((resolve, reject) => {
    const options = { host, port, path, method, headers: { ...headers, ...more } };
    request(options, async (response) => {
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: await text(response) });
    })
      .once("error", reject)
      .end(body);
  });

const secrets = () => [service.apiKey, service.signingSecret, service.organizationId];

const isEngine = ({ host }: Address) => host !== "127.0.0.1";

describe.each([
  ["a page of another site", { origin: "http://evil.example" }],
  ["a sandboxed frame", { origin: "null" }],
  ["a page of another program of this machine", { origin: "http://localhost:9" }],
  ["a page under a name that was bound to this machine", { host: "evil.example" }],
  ["a request of that page", { host: "evil.example:4000", origin: "http://evil.example:4000" }],
])("%s", (_who, headers) => {
  test("reads nothing and writes nothing on any port of 127.0.0.1", async () => {
    const before = await state();
    for (const address of addresses.filter((address) => !isEngine(address)))
      for (const attempt of attempts) {
        const { status, headers: answered, body } = await send(address, attempt, headers);
        const tried = `${attempt.method} ${attempt.path} at ${address.port}`;
        expect(status, tried).toBeGreaterThanOrEqual(400);
        expect(Object.keys(answered).join(), tried).not.toContain("access-control");
        for (const secret of secrets()) expect(body, tried).not.toContain(secret);
      }
    expect(await state()).toEqual(before);
  });

  test("has no preflight answered", async () => {
    for (const address of addresses.filter((address) => !isEngine(address)))
      for (const path of ["/", `/${service.bucketName}`, "/inbox/answers", "/playground/session.json"]) {
        const preflight = {
          "access-control-request-method": "PUT",
          "access-control-request-headers": "x-amz-target",
        };
        const answer = await send(address, { method: "OPTIONS", path }, { ...preflight, ...headers });
        expect(answer.status).toBeGreaterThanOrEqual(400);
        expect(Object.keys(answer.headers).join()).not.toContain("access-control");
      }
  });
});

test("the secret of another service opens nothing", async () => {
  const credentials = { accessKeyId: "local", secretAccessKey: "local-secret-access-key" };
  const region = service.environment.AWS_REGION ?? "";
  const s3 = new S3Client({ region, credentials, endpoint: service.endpoints.s3, forcePathStyle: true });
  await expect(s3.send(new ListObjectsV2Command({ Bucket: service.bucketName }))).rejects.toMatchObject({
    name: "SignatureDoesNotMatch",
  });
  const client = new DynamoDBClient({ region, credentials, endpoint: service.endpoints.dynamodb });
  await expect(paginateScan({ client }, { TableName: service.tableName }).next()).rejects.toMatchObject({
    name: "InvalidSignatureException",
  });
});

test("the table's engine listens where no browser goes", () => {
  // Fetch standard, "port blocking".
  const refused = [3659, 4045, 4190, 5060, 5061, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080];
  const apart = addresses.filter(isEngine);
  expect(apart.length).toBeGreaterThan(0);
  for (const { host, port } of apart) {
    expect(host).toMatch(/^127\./);
    expect(refused).toContain(port);
  }
});

/** Tries everything from a page and gives what it could read: statuses and bodies. */
const tryFrom = (page: Page, list: (Attempt & { origin: string })[]) =>
  page.evaluate(async (tries) => {
    const read: string[] = [];
    for (const { origin, method, path, headers, body } of tries)
      for (const mode of ["cors", "no-cors"] as const)
        try {
          const answer = await fetch(`${origin}${path}`, {
            method,
            mode,
            ...(headers && { headers }),
            ...(body !== undefined && { body }),
            credentials: "include",
            signal: AbortSignal.timeout(3000),
          });
          const content = await answer.text();
          if (answer.type !== "opaque" && answer.status < 400)
            read.push(`${method} ${origin}${path}: ${content}`);
        } catch {
          // Refused, as it should be.
        }
    return read;
  }, list);

// `npm run test:long -- pages` runs it, as all that needs a browser.
describe.runIf(hasBrowser && isFullRun)("in a browser", () => {
  test("a page of another site reads and writes nothing, also under a name that is bound to this machine", async () => {
    const before = await state();
    const names = addresses.map(({ host, port }) => `MAP evil.example:${port} ${host}:${port}`).join();
    const browser = await startBrowser(`--host-resolver-rules=${names}`);
    try {
      const page = await browser.newPage();
      await page.route("http://evil.example/**", (route) =>
        route.fulfill({ contentType: "text/html", body: "<title>evil</title>" }),
      );
      await page.goto("http://evil.example/");
      const everywhere = addresses.flatMap(({ host, port }) =>
        attempts.map((attempt) => ({ ...attempt, origin: `http://${host}:${port}` })),
      );
      expect(await tryFrom(page, everywhere)).toEqual([]);
      for (const { port } of addresses) {
        const page = await browser.newPage();
        const origin = `http://evil.example:${port}`;
        await page.route(`${origin}/attack.html`, (route) =>
          route.fulfill({ contentType: "text/html", body: "<title>evil</title>" }),
        );
        const opened = await page.goto(`${origin}/attack.html`).catch(() => null);
        if (opened === null) continue; // a port that the browser refuses
        expect(
          await tryFrom(
            page,
            attempts.map((attempt) => ({ ...attempt, origin })),
          ),
        ).toEqual([]);
        await page.close();
      }
    } finally {
      await browser.close();
    }
    expect(await state()).toEqual(before);
  }, 120_000);
});
