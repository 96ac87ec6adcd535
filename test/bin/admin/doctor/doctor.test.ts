import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DynamoDBClient, UpdateTableCommand } from "@aws-sdk/client-dynamodb";
import { listen } from "@image-staging/local-cloud/http";
import { afterAll, expect, test, vi } from "vitest";
import { newOrganization } from "../../../../lambdas/domain/organization/new-organization.ts";
import { systemRandom } from "../../../../lambdas/runtime/random.ts";
import { createOrganization } from "../../../../lambdas/storage/organization/organizations.ts";
import { rotateSigningSecret } from "../../../../lambdas/storage/webhook/signing-secrets.ts";
import {
  type Answers,
  accountWith,
  alarmTopic,
  approval,
  certificateFor,
  domain,
  judgedBy,
  quotasWith,
  rendered,
  renderer,
  sound,
  stackOf,
  stackWith,
  startAccount,
  subscribed,
  throttled,
  variablesOf,
  webAcl,
} from "../../../support/account.ts";
import { admin } from "../../../support/admin.ts";
import { startTable } from "../../../support/table.ts";

type Finding = { check: string; state: string; finding: string; advice: string | null };

const database = await startTable();
const folder = mkdtempSync(join(tmpdir(), "doctor-"));
const aws = await startAccount();
const engine = new DynamoDBClient();
const protectTable = (DeletionProtectionEnabled: boolean) =>
  engine.send(new UpdateTableCommand({ TableName: database.name, DeletionProtectionEnabled }));
await protectTable(true);
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await protectTable(false);
  await Promise.all([database.stop(), aws.stop()]);
});

/** Runs doctor in an environment and returns its findings by their check. */
async function examine(
  changes: Answers,
  args = ["--stage", "prod"],
  environment: Record<string, string> = {},
) {
  aws.answers = { ...sound, ...changes };
  const settings = { ...aws.environment, ...environment };
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  try {
    const run = await admin("doctor", "--json", ...args);
    const findings: Finding[] = JSON.parse(run.out);
    return { ...run, findings: Object.fromEntries(findings.map((one) => [one.check, one])) };
  } finally {
    vi.unstubAllEnvs();
  }
}

const denied = { __type: "AccessDeniedException", message: "Not allowed." };

test("of a sound stage everything is ok, and the exit code is 0", async () => {
  const { code, findings } = await examine({});
  expect(Object.values(findings).filter(({ state }) => state !== "ok" && state !== "warning")).toEqual([]);
  expect(findings.credentials?.finding).toBe("arn:aws:iam::123456789012:user/ada");
  expect(findings.stack?.finding).toBe("ImageStaging-prod is UPDATE_COMPLETE, protected from deletion");
  expect(findings["SageMaker endpoint"]?.finding).toBe("staging-v2 is in service");
  expect(code).toBe(0);
});

test.each([
  ["true", "true", "ok", null],
  ["false", "true", "warning", expect.stringContaining('"requireMask": true')],
  ["false", "false", "ok", null],
])("edit masks: required %s, drift judged %s is %s", async (required, judged, state, advice) => {
  const { findings } = await examine(judgedBy(required, judged));
  expect(findings["edit masks"]).toMatchObject({ state, advice });
});

test("of a stage without an endpoint the model that answers is named by its version", async () => {
  const { findings } = await examine(rendered);
  expect(findings["SageMaker endpoint"]).toMatchObject({ state: "ok", finding: "none: rendered-25 answers" });
});

const eraserIn = (region: string, changes: object = {}) => ({
  ...stackWith(alarmTopic, webAcl, domain, renderer),
  "/2015-03-31/functions/renderer/configuration": variablesOf({ ERASER_REGION: region }),
  "/foundation-model-availability/stability.stable-image-erase-object-v1%3A0": {
    agreementAvailability: { status: "AVAILABLE" },
    ...{
      authorizationStatus: "AUTHORIZED",
      entitlementAvailability: "AVAILABLE",
      regionAvailability: "AVAILABLE",
    },
    ...changes,
  },
});
const eraser = "stability.stable-image-erase-object-v1:0 in us-west-2";

test.each([
  ["no eraser", {}, "ok", /^none/],
  ["an eraser", eraserIn("us-west-2"), "ok", eraser],
  [
    "an eraser without an agreement",
    eraserIn("us-west-2", { agreementAvailability: { status: "NOT_AVAILABLE" } }),
    "problem",
    `${eraser}: its agreement is not accepted`,
  ],
  [
    "an eraser that the account must not use",
    eraserIn("us-west-2", {
      entitlementAvailability: "NOT_AVAILABLE",
      authorizationStatus: "NOT_AUTHORIZED",
    }),
    "problem",
    `${eraser}: the account is not subscribed, the account is not authorized`,
  ],
])("of a stage with %s doctor says whether it may be used", async (_, changes, state, finding) => {
  const { findings } = await examine(changes);
  expect(findings.eraser).toMatchObject({ state, finding: expect.stringMatching(finding) });
});

test("what is wrong is named with what to do, and is exit code 1", async () => {
  const organization = newOrganization("Without", null, new Date(), systemRandom);
  await createOrganization(organization);
  const { code, findings, said } = await examine({
    ...accountWith(10),
    "SageMaker.DescribeEndpoint": { EndpointStatus: "Failed", FailureReason: "No capacity." },
    "AmazonSQS.GetQueueAttributes": { Attributes: { ApproximateNumberOfMessages: "3" } },
    "ServiceQuotasV20190624.ListServiceQuotas": denied,
  });
  await rotateSigningSecret(organization.organization_id, new Date());
  expect(findings).toMatchObject({
    "Lambda concurrency": {
      state: "problem",
      finding: "10 concurrent executions",
      advice: expect.stringMatching(/^Request 1000/),
    },
    "SageMaker endpoint": { state: "problem", finding: "staging-v2 is Failed No capacity." },
    "Step Functions": { state: "unknown", advice: "Ask with credentials that are allowed to read it." },
    "signing secrets": {
      state: "problem",
      finding: `${organization.organization_id} has none: their webhooks wait`,
      advice: "webhook rotate-secret ORG makes one and sends what waits.",
    },
    "dead letters": { state: "warning", finding: expect.stringMatching(/^3: /) },
  });
  expect(code).toBe(1);
  expect(JSON.parse(said).error.message).toBe("3 problems were found.");
});

test.each([
  [
    "credentials",
    { GetCallerIdentity: { __type: "InvalidClientTokenId", message: "Unknown." } },
    "credentials",
  ],
  ["a deployment that failed at its first try", { DescribeStacks: stackOf("ROLLBACK_COMPLETE") }, "stack"],
  ["outputs", { DescribeStacks: stackOf("CREATE_COMPLETE", "") }, "outputs"],
])("a problem with %s ends the examination there", async (_case, changes, check) => {
  const { code, findings } = await examine(changes);
  expect(Object.values(findings).at(-1)).toMatchObject({
    check,
    state: "problem",
    advice: expect.any(String),
  });
  expect(code).toBe(1);
});

const signedUntil = (file: string) => ({
  [approval]: variablesOf({ CREDENTIALS_CERTIFICATES: readFileSync(file, "utf8") }),
});

const kmsKey = "arn:aws:kms:eu-west-1:123456789012:key/1";
const signedBy = (CREDENTIALS_KEY: string) => ({ [approval]: variablesOf({ CREDENTIALS_KEY }) });

/** Each floor: what AWS answers, the check that it concerns, what doctor makes of it, and what it says. */
const floors: [what: string, answers: Answers, check: string, state: string, finding: string | RegExp][] = [
  ["10 executions", accountWith(10), "Lambda concurrency", "problem", "10 concurrent executions"],
  ["400 executions", accountWith(400), "Lambda concurrency", "warning", "400 concurrent executions"],
  [
    "all executions reserved",
    accountWith(1000, 50),
    "Lambda free executions",
    "problem",
    "50 are not reserved",
  ],
  ["5 starts a second", quotasWith(5, 1500), "Step Functions", "problem", /^5 starts and 1500 transitions/],
  ["100 starts a second", quotasWith(100, 1500), "Step Functions", "warning", /^100 starts/],
  ["few transitions", quotasWith(300, 80), "Step Functions", "problem", /80 transitions a second$/],
  ["no instances", quotasWith(300, 1500, 0), "model's size", "problem", "0 ml.g5.2xlarge for endpoint usage"],
  ["one instance", quotasWith(300, 1500, 1), "model's size", "warning", /an update needs another$/],
  [
    "a small function",
    {
      ...rendered,
      ...stackWith(renderer, alarmTopic, webAcl),
      "/2015-03-31/functions/renderer/configuration": { MemorySize: 1024 },
    },
    "model's size",
    "problem",
    "1024 MB, less than a processor",
  ],
  [
    "a throttled table",
    throttled({ WriteThrottleEvents: 20 }),
    "throttles",
    "warning",
    /20 writes of the table/,
  ],
  [
    "a throttled index",
    throttled({ "index ReadThrottleEvents": 20 }),
    "throttles",
    "warning",
    /20 and 0 of its index/,
  ],
  ["a busy organization", throttled({ TransactionConflict: 900 }), "throttles", "warning", /900 conflicts$/],
  [
    "an endpoint without its instances",
    {
      "SageMaker.DescribeEndpoint": {
        ...{ EndpointStatus: "InService", EndpointConfigName: "staging-v2-1" },
        ProductionVariants: [{ CurrentInstanceCount: 0, DesiredInstanceCount: 4 }],
      },
    },
    "SageMaker endpoint",
    "warning",
    "staging-v2 is in service with 0 of 4 instances",
  ],
  ["no address", subscribed(), "alarms", "problem", "reach nobody"],
  [
    "an address that has not confirmed",
    subscribed("PendingConfirmation"),
    "alarms",
    "problem",
    /has confirmed$/,
  ],
  ["no topic of alarms", stackWith(webAcl), "alarms", "problem", "none"],
  ["no firewall", stackWith(alarmTopic), "firewall", "problem", "none"],
  [
    "a firewall without the API",
    { "AWSWAF_20190729.GetWebACLForResource": {} },
    "firewall",
    "problem",
    "is not in front of the API",
  ],
  ["a certificate's last month", certificateFor(20), "domain's certificate", "warning", /holds until/],
  ["a certificate's last days", certificateFor(3), "domain's certificate", "problem", /holds until/],
  ["a certificate that ended", certificateFor(-2), "domain's certificate", "problem", /ended/],
  [
    "a certificate that failed",
    certificateFor(200, "FAILED"),
    "domain's certificate",
    "problem",
    "of api.example.com is FAILED",
  ],
  [
    "a sweeper that is off",
    { "AWSEvents.DescribeRule": { State: "DISABLED" } },
    "sweeper",
    "problem",
    /DISABLED$/,
  ],
  [
    "a key to be deleted",
    { ...signedBy(kmsKey), "TrentService.DescribeKey": { KeyMetadata: { KeyState: "PendingDeletion" } } },
    "signing key",
    "problem",
    /is PendingDeletion$/,
  ],
  [
    "a secret to be deleted",
    {
      ...signedBy(kmsKey.replace(":kms:", ":secretsmanager:")),
      "secretsmanager.DescribeSecret": { DeletedDate: 1 },
    },
    "signing key",
    "problem",
    /will be deleted$/,
  ],
];

test.each(floors)("%s: %#", async (_what, changes, check, state, finding) => {
  const { code, findings } = await examine(changes);
  expect(findings[check]).toMatchObject({
    state,
    finding: typeof finding === "string" ? finding : expect.stringMatching(finding),
    advice: expect.any(String),
  });
  expect(code).toBe(state === "problem" ? 1 : 0);
});

test("the certificate that signs outputs is read from the function that signs", async () => {
  const { findings } = await examine(
    signedUntil(join(import.meta.dirname, "../../../support/certificates.pem")),
  );
  expect(findings["credentials' certificate"]?.finding).toMatch(
    /^that signs (holds until|ended) \d{4}-\d\d-\d\d$/,
  );
});

test("a key that is enabled and executions that are reserved are ok", async () => {
  const { findings } = await examine({
    ...rendered,
    ...stackWith(renderer, alarmTopic, webAcl),
    "/2015-03-31/functions/renderer/configuration": { MemorySize: 3008 },
    "/2019-09-30/functions/renderer/concurrency": { ReservedConcurrentExecutions: 100 },
    ...signedBy(kmsKey),
    "TrentService.DescribeKey": { KeyMetadata: { KeyState: "Enabled" } },
  });
  expect(findings["model's size"]).toMatchObject({
    state: "ok",
    finding: "3008 MB, 100 executions reserved",
  });
  expect(findings["signing key"]).toMatchObject({ state: "ok", finding: `${kmsKey} is enabled` });
});

test("production whose table may be deleted is a problem", async () => {
  await protectTable(false);
  const { code, findings } = await examine({});
  expect(findings.table).toMatchObject({
    state: "problem",
    finding: expect.stringContaining("off: deletion protection"),
  });
  expect(code).toBe(1);
  await protectTable(true);
});

test("quotas are told before there is a stack", async () => {
  const missing = { __type: "ValidationError", message: "There is none." };
  const { code, findings } = await examine({ ...accountWith(10), DescribeStacks: missing });
  expect(findings).toMatchObject({
    "Lambda concurrency": { state: "problem" },
    "Step Functions": { state: "ok" },
    stack: { state: "problem" },
  });
  expect(code).toBe(1);
});

test("a stage for trials may have less", async () => {
  const { code, findings } = await examine({ ...accountWith(10, 10), ...quotasWith(5, 80), ...stackWith() }, [
    "--stage",
    "dev",
  ]);
  const states = ["Lambda concurrency", "Step Functions", "alarms", "firewall"].map(
    (name) => findings[name]?.state,
  );
  expect(states).toEqual(["warning", "warning", "ok", "ok"]);
  expect(code).toBe(0);
});

test("the local service is examined if no stage is named", async () => {
  const none = await examine({}, [], { SERVICE_HANDED_OVER: "", DATA_DIR: join(folder, "none") });
  expect(none.findings.service).toMatchObject({
    state: "problem",
    advice: "Start it with npm start, or name a deployed stage with --stage.",
  });
  const api = await listen(0, (_request, response) => response.writeHead(401).end("{}"));
  const { AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = process.env;
  const environment = {
    ...{ AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_ENDPOINT_URL_SQS: aws.url },
    TABLE_NAME: database.name,
    DEAD_LETTER_QUEUE_URL: "queue",
    AWS_ENDPOINT_URL_DYNAMODB: database.url,
  };
  writeFileSync(join(folder, "service.json"), JSON.stringify({ base_url: api.url, environment }));
  const { code, findings } = await examine({}, [], { SERVICE_HANDED_OVER: "", DATA_DIR: folder });
  await api.close();
  expect(findings).toMatchObject({
    service: { state: "ok", finding: `${api.url} answers` },
    table: { state: "ok" },
    "signing secrets": { state: "ok" },
    "dead letters": { state: "ok", finding: "none" },
  });
  expect(code).toBe(0);
});
