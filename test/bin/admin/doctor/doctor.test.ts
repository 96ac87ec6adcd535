import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { type Listening, listen } from "@image-staging/local-cloud/http";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { newOrganization } from "../../../../lambdas/domain/organization/new-organization.ts";
import { systemRandom } from "../../../../lambdas/runtime/random.ts";
import { createOrganization } from "../../../../lambdas/storage/organization/organizations.ts";
import { rotateSigningSecret } from "../../../../lambdas/storage/webhook/signing-secrets.ts";
import { resourceOutputs } from "../../../../lib/outputs.ts";
import { admin } from "../../../support/admin.ts";
import { startTable } from "../../../support/table.ts";

type Finding = { check: string; state: string; finding: string; advice: string | null };

/** What AWS answers to each call: by the action, the target or the path of the request. */
type Answers = Record<string, object | string>;

const member = (name: string, value: string) => `<${name}>${value}</${name}>`;
const database = await startTable();
const outputs = Object.keys(resourceOutputs)
  .map((name) =>
    member(
      "member",
      member("OutputKey", name) + member("OutputValue", name === "TableName" ? database.name : "x"),
    ),
  )
  .join("");
const stackOf = (status: string, listed = outputs) =>
  `<DescribeStacksResponse><DescribeStacksResult><Stacks><member>
   <StackName>ImageStaging-prod</StackName><CreationTime>2026-01-01T00:00:00Z</CreationTime>
   <StackStatus>${status}</StackStatus><EnableTerminationProtection>true</EnableTerminationProtection>
   <Outputs>${listed}</Outputs></member></Stacks></DescribeStacksResult></DescribeStacksResponse>`;
const functionOf = (logicalId: string, name: string) =>
  member(
    "member",
    `<LogicalResourceId>${logicalId}1A2B3C4D</LogicalResourceId><PhysicalResourceId>${name}</PhysicalResourceId>` +
      "<ResourceType>AWS::Lambda::Function</ResourceType><ResourceStatus>CREATE_COMPLETE</ResourceStatus>" +
      "<LastUpdatedTimestamp>2026-01-01T00:00:00Z</LastUpdatedTimestamp>",
  );
const functions =
  functionOf("InferenceStartInference", "start") + functionOf("PipelineApproveCandidates", "approve");
const approval = "/2015-03-31/functions/approve/configuration";
const judgedBy = (REQUIRE_MASK: string, JUDGE_DRIFT = "true") => ({
  [approval]: { Environment: { Variables: { REQUIRE_MASK, JUDGE_DRIFT } } },
});

const sound: Answers = {
  GetCallerIdentity: "<R><Arn>arn:aws:iam::123456789012:user/ada</Arn></R>",
  DescribeStacks: stackOf("UPDATE_COMPLETE"),
  ListStackResources: `<ListStackResourcesResponse><ListStackResourcesResult><StackResourceSummaries>${functions}</StackResourceSummaries></ListStackResourcesResult></ListStackResourcesResponse>`,
  "/2016-08-19/account-settings": { AccountLimit: { ConcurrentExecutions: 1000 } },
  "ServiceQuotasV20190624.ListServiceQuotas": {
    Quotas: [{ QuotaName: "StartExecution throttle refill rate", Value: 300 }],
  },
  "/2015-03-31/functions/start/configuration": {
    Environment: { Variables: { INFERENCE_ENDPOINT_NAME: "staging-v2" } },
  },
  ...judgedBy("true"),
  "SageMaker.DescribeEndpoint": { EndpointStatus: "InService" },
  "AmazonSQS.GetQueueAttributes": { Attributes: { ApproximateNumberOfMessages: "0" } },
};

const folder = mkdtempSync(join(tmpdir(), "doctor-"));
let answers: Answers = sound;
let aws: Listening;

const keyOf = (request: IncomingMessage, body: string): string => {
  const target = request.headers["x-amz-target"];
  return typeof target === "string" ? target : (new URLSearchParams(body).get("Action") ?? request.url ?? "");
};

beforeAll(async () => {
  aws = await listen(0, async (request, response) => {
    if (!request.headers.authorization?.startsWith("AWS4-HMAC-SHA256 Credential="))
      return response.writeHead(400).end();
    const answer = answers[keyOf(request, await text(request))] ?? {
      __type: "AccessDeniedException",
      message: "No.",
    };
    response.writeHead(typeof answer === "object" && "__type" in answer ? 400 : 200);
    response.end(typeof answer === "string" ? answer : JSON.stringify(answer));
  });
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await Promise.all([database.stop(), aws.close()]);
});

/** Runs doctor in an environment and returns its findings by their check. */
async function examine(
  changes: Answers,
  args = ["--stage", "prod"],
  environment: Record<string, string> = {},
) {
  answers = { ...sound, ...changes };
  const services = ["CLOUDFORMATION", "LAMBDA", "SAGEMAKER", "SERVICEQUOTAS", "SQS", "STS"];
  const urls = Object.fromEntries(services.map((name) => [`AWS_ENDPOINT_URL_${name}`, aws.url]));
  const settings = { ...urls, AWS_MAX_ATTEMPTS: "1", ...environment };
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
  const { findings } = await examine({
    "/2015-03-31/functions/start/configuration": {
      Environment: { Variables: { MODEL_VERSION: "rendered-25" } },
    },
  });
  expect(findings["SageMaker endpoint"]).toMatchObject({ state: "ok", finding: "none: rendered-25 answers" });
});

test("what is wrong is named with what to do, and is exit code 1", async () => {
  const organization = newOrganization("Without", null, new Date(), systemRandom);
  await createOrganization(organization);
  const { code, findings, said } = await examine({
    "/2016-08-19/account-settings": { AccountLimit: { ConcurrentExecutions: 10 } },
    "SageMaker.DescribeEndpoint": { EndpointStatus: "Failed", FailureReason: "No capacity." },
    "AmazonSQS.GetQueueAttributes": { Attributes: { ApproximateNumberOfMessages: "3" } },
    "ServiceQuotasV20190624.ListServiceQuotas": denied,
  });
  await rotateSigningSecret(organization.organization_id, new Date());
  expect(findings).toMatchObject({
    "Lambda concurrency": {
      state: "warning",
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
  expect(JSON.parse(said).error.message).toBe("2 problems were found.");
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
