import { setImmediate } from "node:timers/promises";
import * as v from "valibot";
import type { LambdaService } from "../lambda/service.ts";
import type { Machine, TaskState } from "./machines.ts";
import { TaskFailure } from "./task-failure.ts";
import type { TaskTokens } from "./tokens.ts";

/** The services that tasks call. Inputs are the services' own. */
export type TaskServices = {
  lambda: LambdaService;
  sendMessage: (input: unknown) => unknown;
  publish: (topicArn: string, message: string) => void;
};

/** The execution that a task belongs to. `takeToken` returns the token that the task's input holds. */
export type TaskExecution = { arn: string; takeToken: () => string };

type Run = (input: unknown, task: TaskState, execution: TaskExecution) => Promise<unknown>;

const LambdaInput = v.object({ FunctionName: v.string(), Payload: v.optional(v.unknown(), {}) });
const MessageInput = v.object({ QueueUrl: v.string(), MessageBody: v.unknown() });
const NotificationInput = v.object({ TopicArn: v.string(), Message: v.unknown() });
const stateDataLimit = 256 * 1024;

/** The integrations that the local host runs, by the task's Resource. */
function integrations({ lambda, sendMessage, publish }: TaskServices, tokens: TaskTokens) {
  const invoke = async (input: unknown) => {
    const { FunctionName, Payload } = v.parse(LambdaInput, input);
    const result = await lambda.invoke(FunctionName, JSON.stringify(Payload));
    if ("error" in result) throw new TaskFailure(result.error.errorType, JSON.stringify(result.error));
    return { ExecutedVersion: "$LATEST", Payload: JSON.parse(result.payload), StatusCode: 200 };
  };
  const known: Record<string, Run> = {
    "arn:aws:states:::lambda:invoke": invoke,
    "arn:aws:states:::lambda:invoke.waitForTaskToken": async (input, { state }, execution) => {
      const waiting = tokens.wait(execution.takeToken(), execution.arn, state);
      const failed = invoke(input).then(() => waiting);
      return JSON.parse(await Promise.race([waiting, failed]));
    },
    "arn:aws:states:::sqs:sendMessage": async (input) => {
      const { QueueUrl, MessageBody } = v.parse(MessageInput, input);
      return sendMessage({ QueueUrl, MessageBody: textOf(MessageBody) });
    },
    "arn:aws:states:::sns:publish": async (input) => {
      const { TopicArn, Message } = v.parse(NotificationInput, input);
      publish(TopicArn, textOf(Message));
      return {};
    },
  };
  return known;
}

/** Step Functions sends an object as JSON. */
const textOf = (message: unknown) => (typeof message === "string" ? message : JSON.stringify(message));

/**
 * Binds a machine's Task states to the local services. Throws for a resource that the local host cannot run.
 * The returned function makes the handlers of one execution.
 */
export function taskHandlers(machine: Machine, services: TaskServices, tokens: TaskTokens) {
  const known = integrations(services, tokens);
  const bound = machine.tasks.map((task) => {
    const run = known[task.resource];
    if (run === undefined)
      throw new Error(`${machine.id}, state "${task.state}": the local host does not run ${task.resource}`);
    return { task, run };
  });
  return (execution: TaskExecution) =>
    Object.fromEntries(
      bound.map(({ task, run }) => [
        task.state,
        async (input: unknown) => {
          await entryIsJournaled();
          return withinLimit(await run(input, task, execution));
        },
      ]),
    );
}

/** The follower of the execution's events journals an entry before the event loop's next turn. See follow(). */
const entryIsJournaled = () => setImmediate();

function withinLimit(result: unknown) {
  const text = JSON.stringify(result) ?? "null";
  if (Buffer.byteLength(text) > stateDataLimit)
    throw new TaskFailure("States.DataLimitExceeded", "The result exceeds 256 KiB", false);
  return JSON.parse(text);
}
