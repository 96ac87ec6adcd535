import {
  DescribeExecutionCommand,
  SendTaskFailureCommand,
  SendTaskSuccessCommand,
  SFNClient,
  StartExecutionCommand,
  StopExecutionCommand,
} from "@aws-sdk/client-sfn";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkDefinitions } from "../../src/states/machines.ts";
import { readStack } from "../../src/template/stack.ts";
import {
  discard,
  eventually,
  makeAssembly,
  sdkOf,
  startTestCloud,
  stateMachine,
} from "../support/assembly.ts";

const invoke = "arn:aws:states:::lambda:invoke";
const waitForToken = "arn:aws:states:::lambda:invoke.waitForTaskToken";
const task = (functionId: string, more: object = {}) => ({
  Type: "Task",
  Resource: invoke,
  Parameters: { FunctionName: `\${${functionId}}`, "Payload.$": "$" },
  OutputPath: "$.Payload",
  ...more,
});
const waiting = (more: object = {}) => ({
  Type: "Task",
  Resource: waitForToken,
  Parameters: {
    FunctionName: "${Keep}",
    Payload: { "token.$": "$$.Task.Token", "name.$": "$$.Execution.Name" },
  },
  ...more,
});
const machine = (States: Record<string, object>, more: object = {}) =>
  stateMachine({ StartAt: Object.keys(States)[0], States, ...more }, ["Add", "Fail", "Keep"]);

const assembly = makeAssembly(
  {
    Add: { code: "export const handler = async ({ n }) => ({ n: n + 1 });" },
    Fail: {
      code: `let calls = 0;
        export const handler = async ({ times, error }) => {
          if (calls++ < times) { const failure = new Error("on purpose"); failure.name = error; throw failure; }
          const made = calls; calls = 0; return { calls: made };
        };`,
    },
    Keep: {
      code: `const kept = [];
        export const handler = async (event) => event.list ? kept.filter(({ name }) => name === event.list) : void kept.push(event);`,
    },
  },
  {
    Counting: machine({
      "Add one": task("Add", { Next: "Add another" }),
      "Add another": task("Add", { Next: "Enough?" }),
      "Enough?": {
        Type: "Choice",
        Choices: [{ Variable: "$.n", NumericGreaterThan: 4, Next: "Done" }],
        Default: "Add one",
      },
      Done: { Type: "Succeed" },
    }),
    Retrying: machine({
      "Try it": task("Fail", {
        Retry: [{ ErrorEquals: ["Busy"], MaxAttempts: 3, IntervalSeconds: 60, JitterStrategy: "FULL" }],
        Catch: [{ ErrorEquals: ["invalid_image"], ResultPath: "$.failure", Next: "Keep the failure" }],
        End: true,
      }),
      "Keep the failure": { Type: "Pass", End: true },
    }),
    Waiting: machine({
      "Wait for the answer": waiting({
        TimeoutSeconds: 60,
        End: true,
        Catch: [{ ErrorEquals: ["inference_failed"], Next: "Failed" }],
      }),
      Failed: { Type: "Pass", End: true },
    }),
    Impatient: machine({
      "Wait for the answer": waiting({
        TimeoutSeconds: 1,
        Catch: [{ ErrorEquals: ["States.Timeout"], Next: "Wait again" }],
        Next: "Wait again",
      }),
      "Wait again": waiting({ End: true }),
    }),
    Pausing: machine({
      "Look around": task("Add", { OutputPath: undefined, ResultPath: "$.looked", Next: "Pause" }),
      Pause: { Type: "Wait", SecondsPath: "$.seconds", Next: "Describe" },
      Describe: {
        Type: "Pass",
        Parameters: {
          "name.$": "$$.Execution.Name",
          "input.$": "$$.Execution.Input",
          "started.$": "$$.Execution.StartTime",
        },
        End: true,
      },
    }),
  },
);

type Service = Awaited<ReturnType<typeof startTestCloud>>;
let service: Service;
let sfn: SFNClient;
const clientOf = (running: Service) => new SFNClient({ ...sdkOf(running, "SFN"), maxAttempts: 1 });
const arnOf = (id: string) => `arn:aws:states:eu-central-1:000000000000:stateMachine:test-${id}`;

beforeAll(async () => {
  service = await startTestCloud(assembly, { retries: { "Try it": 1 } });
  sfn = clientOf(service);
});
afterAll(() => discard(service));

const start = (id: string, input: object, name?: string, client = sfn) =>
  client.send(new StartExecutionCommand({ stateMachineArn: arnOf(id), input: JSON.stringify(input), name }));
const describe = (executionArn: string | undefined, client = sfn) =>
  client.send(new DescribeExecutionCommand({ executionArn }));
const ended = (executionArn: string | undefined, client = sfn) =>
  eventually(async () => {
    const execution = await describe(executionArn, client);
    return execution.status === "RUNNING" ? undefined : execution;
  });
const tokensOf = (name: string, count = 1, from = service) =>
  eventually(async () => {
    const result = await from.invoke("Keep", JSON.stringify({ list: name }));
    const kept: { token: string }[] = "payload" in result ? JSON.parse(result.payload) : [];
    return kept.length >= count ? kept.map(({ token }) => token) : undefined;
  });

test("an execution runs the template's states and functions to its end", async () => {
  const execution = await ended((await start("Counting", { n: 0 })).executionArn);
  expect(execution).toMatchObject({ status: "SUCCEEDED", output: '{"n":6}', input: '{"n":0}' });
  expect(execution.stopDate?.getTime()).toBeGreaterThanOrEqual(execution.startDate?.getTime() ?? Infinity);
});

test("transitions are counted as AWS bills them", async () => {
  const before = service.transitions()["test-Counting"] ?? 0;
  await ended((await start("Counting", { n: 3 })).executionArn);
  expect((service.transitions()["test-Counting"] ?? 0) - before).toBe(4);
});

test("a name starts one execution: the same input returns it, another input conflicts", async () => {
  const first = await start("Waiting", { a: 1 }, "once");
  const second = await start("Waiting", { a: 1 }, "once");
  expect([second.executionArn, second.startDate]).toEqual([first.executionArn, first.startDate]);
  await expect(start("Waiting", { a: 2 }, "once")).rejects.toMatchObject({ name: "ExecutionAlreadyExists" });
  const [token] = await tokensOf("once");
  await sfn.send(new SendTaskSuccessCommand({ taskToken: token, output: "{}" }));
  await ended(first.executionArn);
  await expect(start("Waiting", { a: 1 }, "once")).rejects.toMatchObject({ name: "ExecutionAlreadyExists" });
});

test("a failed attempt is retried by its error's name", async () => {
  const execution = await ended((await start("Retrying", { times: 2, error: "Busy" })).executionArn);
  expect(execution).toMatchObject({ status: "SUCCEEDED", output: '{"calls":3}' });
});

test("a business failure is caught by its name, with Lambda's own cause", async () => {
  const execution = await ended((await start("Retrying", { times: 9, error: "invalid_image" })).executionArn);
  const { failure } = JSON.parse(execution.output ?? "");
  expect(failure.Error).toBe("invalid_image");
  expect(JSON.parse(failure.Cause)).toMatchObject({ errorType: "invalid_image", errorMessage: "on purpose" });
  await service.killFunction("Fail");
});

test("an error that nothing catches fails the execution with name and cause", async () => {
  const execution = await ended((await start("Retrying", { times: 9, error: "Unknown" })).executionArn);
  expect(execution).toMatchObject({
    status: "FAILED",
    error: "Unknown",
    cause: expect.stringContaining("on purpose"),
  });
});

test("a task waits for its token and takes the output that is sent with it, once", async () => {
  const { executionArn } = await start("Waiting", {}, "answered");
  const [taskToken] = await tokensOf("answered");
  await sfn.send(new SendTaskSuccessCommand({ taskToken, output: '{"score":1}' }));
  expect(await ended(executionArn)).toMatchObject({ status: "SUCCEEDED", output: '{"score":1}' });
  const again = sfn.send(new SendTaskSuccessCommand({ taskToken, output: "{}" }));
  await expect(again).rejects.toMatchObject({ name: "TaskTimedOut" });
});

test("a task's failure is caught by the error that was sent", async () => {
  const { executionArn } = await start("Waiting", {}, "failed");
  const [taskToken] = await tokensOf("failed");
  await sfn.send(
    new SendTaskFailureCommand({ taskToken, error: "inference_failed", cause: "the model said no" }),
  );
  const execution = await ended(executionArn);
  expect(JSON.parse(execution.output ?? "")).toEqual({
    Error: "inference_failed",
    Cause: "the model said no",
  });
});

test("each attempt gets its own token, and the token of an attempt that timed out is refused", async () => {
  const { executionArn } = await start("Impatient", {}, "impatient");
  const [first, second] = await tokensOf("impatient", 2);
  const late = sfn.send(new SendTaskSuccessCommand({ taskToken: first, output: '"late"' }));
  await expect(late).rejects.toMatchObject({ name: "TaskTimedOut" });
  await sfn.send(new SendTaskSuccessCommand({ taskToken: second, output: '"in time"' }));
  expect(await ended(executionArn)).toMatchObject({ status: "SUCCEEDED", output: '"in time"' });
});

test("a token that was never issued is invalid", async () => {
  const sent = sfn.send(new SendTaskSuccessCommand({ taskToken: "made up", output: "{}" }));
  await expect(sent).rejects.toMatchObject({ name: "InvalidToken" });
});

test("a stopped execution is aborted with the reason given", async () => {
  const { executionArn } = await start("Waiting", {}, "stopped");
  await tokensOf("stopped");
  await sfn.send(new StopExecutionCommand({ executionArn, error: "operator", cause: "no longer wanted" }));
  expect(await describe(executionArn)).toMatchObject({
    status: "ABORTED",
    error: "operator",
    cause: "no longer wanted",
  });
});

test("unknown machines and executions, and input that is not JSON, are refused as on AWS", async () => {
  await expect(start("Nothing", {})).rejects.toMatchObject({ name: "StateMachineDoesNotExist" });
  await expect(describe(`${arnOf("Waiting")}:none`)).rejects.toMatchObject({ name: "ExecutionDoesNotExist" });
  const broken = sfn.send(new StartExecutionCommand({ stateMachineArn: arnOf("Waiting"), input: "{" }));
  await expect(broken).rejects.toMatchObject({ name: "InvalidExecutionInput" });
});

test("after a restart an execution waits again with a new token and ends once", async () => {
  const first = await startTestCloud(assembly);
  const before = clientOf(first);
  const { executionArn } = await start("Waiting", {}, "restarted", before);
  const [old] = await tokensOf("restarted", 1, first);
  await first.stop();
  const second = await startTestCloud(assembly, { dataDir: first.dataDir });
  const after = clientOf(second);
  const [taskToken] = await tokensOf("restarted", 1, second);
  expect(taskToken).not.toBe(old);
  await after.send(new SendTaskSuccessCommand({ taskToken, output: '"done"' }));
  expect(await ended(executionArn, after)).toMatchObject({ status: "SUCCEEDED", output: '"done"' });
  await expect(start("Waiting", {}, "restarted", after)).rejects.toMatchObject({
    name: "ExecutionAlreadyExists",
  });
  await discard(second);
});

test("after a restart a Wait ends when it would have ended, and the context is unchanged", async () => {
  const first = await startTestCloud(assembly);
  const started = Date.now();
  const { executionArn } = await start("Pausing", { seconds: 2, n: 1 }, "paused", clientOf(first));
  await eventually(() => first.transitions()["test-Pausing"] === 2);
  await first.stop();
  const second = await startTestCloud(assembly, { dataDir: first.dataDir });
  const execution = await ended(executionArn, clientOf(second));
  expect(Date.now() - started).toBeGreaterThan(1900);
  const described = JSON.parse(execution.output ?? "");
  expect(described).toMatchObject({ name: "paused", input: { seconds: 2, n: 1 } });
  expect(Math.abs(Date.parse(described.started) - started)).toBeLessThan(1000);
  expect((execution.stopDate?.getTime() ?? 0) - started).toBeLessThan(3000);
  await discard(second);
});

test("waits can be shortened by state name", async () => {
  const quick = await startTestCloud(assembly, { waits: { Pause: 1 } });
  const { executionArn } = await start("Pausing", { seconds: 3600, n: 1 }, undefined, clientOf(quick));
  expect(await ended(executionArn, clientOf(quick))).toMatchObject({ status: "SUCCEEDED" });
  await discard(quick);
});

test("a hundred executions at once all end", async () => {
  const arns = await Promise.all(
    Array.from({ length: 100 }, async (_, n) => (await start("Counting", { n })).executionArn),
  );
  const statuses = await Promise.all(arns.map(async (arn) => (await ended(arn)).status));
  expect(new Set(statuses)).toEqual(new Set(["SUCCEEDED"]));
});

test("a definition that is not valid ASL is refused", () => {
  const dangling = makeAssembly(
    {},
    { M: stateMachine({ StartAt: "A", States: { A: { Type: "Pass", Next: "B" } } }, []) },
  );
  expect(() => checkDefinitions(readStack(dangling))).toThrow(/B/);
});

test("a definition that needs what the local host lacks is refused at the start", async () => {
  const Resource = "arn:aws:states:::batch:submitJob";
  const unknown = makeAssembly(
    {},
    { M: stateMachine({ StartAt: "A", States: { A: { Type: "Task", Resource, End: true } } }, []) },
  );
  await expect(startTestCloud(unknown)).rejects.toThrow(
    `M, state "A": the local host does not run ${Resource}`,
  );
  const beating = { Type: "Task", Resource: waitForToken, HeartbeatSeconds: 9, End: true };
  const unkept = makeAssembly({}, { M: stateMachine({ StartAt: "A", States: { A: beating } }, []) });
  await expect(startTestCloud(unkept)).rejects.toThrow(
    'M, state "A": the local host does not keep heartbeats',
  );
});
