import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CloudFormationClient, DescribeStacksCommand } from "@aws-sdk/client-cloudformation";
import { mockClient } from "aws-sdk-client-mock";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { admin, adminProcess } from "../../../support/admin.ts";
import { startTable, type TestTable } from "../../../support/table.ts";

const stacks = mockClient(CloudFormationClient);
const folder = mkdtempSync(join(tmpdir(), "admin-"));
let table: TestTable;
beforeAll(async () => {
  table = await startTable();
});
afterEach(() => {
  stacks.reset();
  process.env.TABLE_NAME = table.name;
});
afterAll(async () => {
  stacks.restore();
  rmSync(folder, { recursive: true });
  await table.stop();
});

/** Variables of a shell that somebody uses for AWS, and for another project. */
const shell = {
  SERVICE_HANDED_OVER: undefined,
  DATA_DIR: folder,
  TABLE_NAME: "users",
  AWS_ENDPOINT_URL_DYNAMODB: "http://127.0.0.1:1",
  AWS_PROFILE: "staging",
  AWS_SESSION_TOKEN: "token",
  AWS_USE_FIPS_ENDPOINT: "true",
  AWS_IGNORE_CONFIGURED_ENDPOINT_URLS: "true",
};

test("the local service is found by what it writes into DATA_DIR, whatever the shell says of AWS", async () => {
  const { AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = process.env;
  const credentials = { AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY };
  const environment = { ...credentials, TABLE_NAME: table.name, AWS_ENDPOINT_URL_DYNAMODB: table.url };
  writeFileSync(join(folder, "service.json"), JSON.stringify({ environment }));
  expect(await adminProcess(["org", "list", "--json"], shell)).toMatchObject({ code: 0, out: "[]\n" });
});

test("without any service the answer says how to start or name one", async () => {
  const run = await adminProcess(["org", "list"], { ...shell, DATA_DIR: join(folder, "none") });
  expect(run).toMatchObject({ code: 2, out: "" });
  expect(run.said).toMatch(/start one with npm start, or name a deployed stage with --stage/);
});

test("a deployed stage is found by the outputs of its stack", async () => {
  const outputs = {
    TableName: table.name,
    BucketName: "pictures",
    EventBusName: "bus",
    WebhookStateMachineArn: "arn",
  };
  const Outputs = Object.entries(outputs).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue }));
  const stack = {
    StackName: "ImageStaging-prod",
    CreationTime: new Date(),
    StackStatus: "CREATE_COMPLETE" as const,
  };
  stacks.on(DescribeStacksCommand).resolves({ Stacks: [{ ...stack, Outputs }] });
  delete process.env.TABLE_NAME;
  expect((await admin("org", "list", "--stage", "prod")).code).toBe(0);
  expect(stacks.commandCalls(DescribeStacksCommand)[0]?.args[0].input).toEqual({
    StackName: "ImageStaging-prod",
  });
  expect(process.env).toMatchObject({
    TABLE_NAME: table.name,
    BUCKET_NAME: "pictures",
    EVENT_BUS_NAME: "bus",
    WEBHOOK_STATE_MACHINE_ARN: "arn",
  });
});

test("a stage that is not deployed here is named in the answer", async () => {
  const missing = Object.assign(new Error("Stack with id ImageStaging-none does not exist"), {
    name: "ValidationError",
  });
  stacks.on(DescribeStacksCommand).rejects(missing);
  const { code, said } = await admin("org", "list", "--stage", "none");
  expect(code).toBe(2);
  expect(said).toMatch(/^There is no stack ImageStaging-none in this account and region/);
});
