import {
  ExecutionAlreadyExists,
  InvalidToken,
  SendTaskFailureCommand,
  SendTaskSuccessCommand,
  SFNClient,
  StartExecutionCommand,
  TaskDoesNotExist,
  TaskTimedOut,
} from "@aws-sdk/client-sfn";
import { mockClient } from "aws-sdk-client-mock";
import { afterAll, beforeEach, expect, test } from "vitest";
import { failTask, startExecution, succeedTask } from "../../../lambdas/orchestration/executions.ts";

const client = mockClient(SFNClient);
beforeEach(() => void client.reset());
afterAll(() => client.restore());

const details = { $metadata: {}, message: "no" };
const unknown = new Error("Step Functions does not answer.");

test("a task that waits gets its answer", async () => {
  client.on(SendTaskSuccessCommand).resolves({}).on(SendTaskFailureCommand).resolves({});
  expect(await succeedTask("token", { a: 1 })).toBe(true);
  expect(await failTask("token", "inference_failed", "c".repeat(2000))).toBe(true);
  expect(client.calls().map(({ args }) => args[0].input)).toEqual([
    { taskToken: "token", output: '{"a":1}' },
    { taskToken: "token", error: "inference_failed", cause: "c".repeat(1024) },
  ]);
});

test.each([
  ["has timed out", new TaskTimedOut(details)],
  ["is over", new TaskDoesNotExist(details)],
  ["has another token", new InvalidToken(details)],
])("a task that %s gets none, and that is no error", async (_, error) => {
  client.on(SendTaskSuccessCommand).rejects(error).on(SendTaskFailureCommand).rejects(error);
  expect(await succeedTask("token", {})).toBe(false);
  expect(await failTask("token", "job_ended", "late")).toBe(false);
});

test("an answer that cannot be sent is an error", async () => {
  client.on(SendTaskSuccessCommand).rejects(unknown).on(SendTaskFailureCommand).rejects(unknown);
  await expect(succeedTask("token", {})).rejects.toThrow(unknown);
  await expect(failTask("token", "job_ended", "late")).rejects.toThrow(unknown);
});

test("an execution is started once, and a start that fails is an error", async () => {
  client
    .on(StartExecutionCommand)
    .resolvesOnce({})
    .rejectsOnce(new ExecutionAlreadyExists(details))
    .rejects(unknown);
  await startExecution("arn", "name", { a: 1 });
  await startExecution("arn", "name", { a: 1 });
  await expect(startExecution("arn", "name", {})).rejects.toThrow(unknown);
  expect(client.calls()[0]?.args[0].input).toEqual({
    stateMachineArn: "arn",
    name: "name",
    input: '{"a":1}',
  });
});
