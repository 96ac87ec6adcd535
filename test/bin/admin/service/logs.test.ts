import type { IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { listen } from "@image-staging/local-cloud/http";
import type { Context } from "aws-lambda";
import * as v from "valibot";
import { afterAll, expect, test, vi } from "vitest";
import { filterPattern } from "../../../../bin/admin/service/logs.ts";
import { JobFailure } from "../../../../lambdas/domain/failures.ts";
import { task } from "../../../../lambdas/runtime/task.ts";
import { stackOf } from "../../../support/account.ts";
import { admin } from "../../../support/admin.ts";
import { matchesPattern } from "../../../support/filter-pattern.ts";

const errors = filterPattern({ onlyErrors: true }) ?? "";

/** The lines that a task writes whose work throws. */
async function linesOf(error: Error): Promise<string[]> {
  const lines: string[] = [];
  const write = vi.spyOn(process.stdout, "write").mockImplementation((line) => lines.push(String(line)) > 0);
  const writeError = vi
    .spyOn(process.stderr, "write")
    .mockImplementation((line) => lines.push(String(line)) > 0);
  const fail = task(v.unknown(), async () => {
    throw error;
  });
  try {
    await fail({ job_id: "job_1" }, { awsRequestId: "request" } as Context).catch(() => {});
  } finally {
    write.mockRestore();
    writeError.mockRestore();
  }
  return lines;
}

test("the errors of a task of ours are shown, and what its state machine takes as a result is not", async () => {
  const shown = async (error: Error) => (await linesOf(error)).some((line) => matchesPattern(errors, line));
  expect(await shown(new TypeError("x is undefined"))).toBe(true);
  expect(await shown(Object.assign(new Error("No."), { name: "AccessDeniedException" }))).toBe(true);
  expect(await shown(new JobFailure("invalid_image", "It is damaged."))).toBe(false);
});

const metrics = { durationMs: 15_000, billedDurationMs: 15_000, memorySizeMB: 512, maxMemoryUsedMB: 512 };
const platform = (type: string, record: object) =>
  JSON.stringify({ time: "2026-11-29T00:00:00Z", type, record });

/** What Lambda writes in its format JSON (Lambda Developer Guide, "Telemetry API event schema" and "JSON log format"). */
test.each([
  ["a time-out", platform("platform.report", { requestId: "1", metrics, status: "timeout" })],
  [
    "a kill",
    platform("platform.report", { requestId: "1", metrics, status: "error", errorType: "Runtime.ExitError" }),
  ],
  [
    "too little memory",
    platform("platform.report", {
      requestId: "1",
      metrics,
      status: "error",
      errorType: "Runtime.OutOfMemory",
    }),
  ],
  [
    "a crash at import",
    platform("platform.initReport", {
      initializationType: "on-demand",
      phase: "init",
      status: "error",
      errorType: "Runtime.ImportModuleError",
      metrics,
    }),
  ],
  [
    "an error that nothing catches",
    JSON.stringify({
      timestamp: "2026-11-29T00:00:00Z",
      level: "FATAL",
      errorType: "Error",
      errorMessage: "no",
    }),
  ],
  ["an invocation that fails", platform("platform.runtimeDone", { requestId: "1", status: "failure" })],
])("%s is shown", (_what, line) => {
  expect(matchesPattern(errors, line)).toBe(true);
});

test("what is well is not shown, and a job's lines are found by its id", () => {
  expect(matchesPattern(errors, platform("platform.report", { metrics, status: "success" }))).toBe(false);
  expect(matchesPattern(errors, JSON.stringify({ level: "INFO", message: "Swept" }))).toBe(false);
  expect(matchesPattern(errors, "START RequestId: 1")).toBe(false);
  const ofJob = filterPattern({ onlyErrors: true, job: "job_1" }) ?? "";
  expect(matchesPattern(ofJob, JSON.stringify({ level: "ERROR", job_id: "job_1" }))).toBe(true);
  expect(matchesPattern(ofJob, JSON.stringify({ level: "ERROR", job_id: "job_2" }))).toBe(false);
});

const listed: [id: string, type: string][] = [
  ["ApiGenerationsCreateLogs01234567", "Logs::LogGroup"],
  ["PipelineFinishGenerationLogs01234567", "Logs::LogGroup"],
  ["DataTable01234567", "DynamoDB::Table"],
];
const resources = listed
  .map(
    ([id, type]) =>
      `<member><LogicalResourceId>${id}</LogicalResourceId><PhysicalResourceId>physical-${id}</PhysicalResourceId>` +
      `<ResourceType>AWS::${type}</ResourceType><ResourceStatus>CREATE_COMPLETE</ResourceStatus>` +
      "<LastUpdatedTimestamp>2026-01-01T00:00:00Z</LastUpdatedTimestamp></member>",
  )
  .join("");
const answers = {
  ListStackResources: `<ListStackResourcesResponse><ListStackResourcesResult><StackResourceSummaries>${resources}</StackResourceSummaries></ListStackResourcesResult></ListStackResourcesResponse>`,
  DescribeStacks: stackOf(
    "UPDATE_COMPLETE",
    "<member><OutputKey>TableName</OutputKey><OutputValue>restored</OutputValue></member>",
  ),
};
const asked: Record<string, unknown>[] = [];
const aws = await listen(0, async (request: IncomingMessage, response) => {
  const body = await text(request);
  if (request.headers["x-amz-target"]) asked.push(JSON.parse(body));
  response.end(
    request.headers["x-amz-target"]
      ? JSON.stringify({ events: [{ timestamp: 0, message: "{}" }] })
      : answers[body.includes("Action=DescribeStacks") ? "DescribeStacks" : "ListStackResources"],
  );
});
const environment = {
  ...{ AWS_REGION: "eu-west-1", AWS_ACCESS_KEY_ID: "a", AWS_SECRET_ACCESS_KEY: "b" },
  ...{ AWS_ENDPOINT_URL_CLOUDFORMATION: aws.url, AWS_ENDPOINT_URL_LOGS: aws.url },
};
for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
afterAll(async () => {
  vi.unstubAllEnvs();
  await aws.close();
});
const logs = (...args: string[]) => admin("logs", "--stage", "prod", ...args);

test.each(["POST /api/v1/generations", "generations-create"])(
  "%s shows the errors of its log",
  async (name) => {
    asked.length = 0;
    const { code, out } = await logs(name, "--errors", "--since", "2h");
    expect([code, out]).toEqual([0, "1970-01-01T00:00:00.000Z {}"]);
    expect(asked).toMatchObject([
      { logGroupName: "physical-ApiGenerationsCreateLogs01234567", filterPattern: errors },
    ]);
  },
);

test("what has no log is refused with what has one", async () => {
  const { code, said } = await logs("nothing");
  expect([code, said]).toEqual([2, expect.stringMatching(/There is no log of nothing: .*FinishGeneration/)]);
});

test("names are printed as variables of a shell, that of a restored table in place of the stack's own", async () => {
  const { out } = await admin("resources", "--stage", "prod");
  expect(out).toBe("export TABLE='restored'");
});
