import { readFileSync } from "node:fs";
import { join } from "node:path";
import { StateMachine, type StateMachineDefinition } from "aws-local-stepfunctions";

type JSONObject = { [key: string]: JSONObject | string | string[] };
type Task = (input: Record<string, unknown>, attempt: number) => unknown;
type State = {
  Type?: string;
  Parameters?: Record<string, unknown>;
  Resource?: string;
  Next?: string;
  TimeoutSeconds?: number;
  Retry?: {
    ErrorEquals: string[];
    IntervalSeconds?: number;
    MaxAttempts: number;
    BackoffRate?: number;
    JitterStrategy?: string;
    MaxDelaySeconds?: number;
  }[];
};
export type Definition = StateMachineDefinition & { TimeoutSeconds: number; States: Record<string, State> };

export const definitionOf = (file: string): Definition =>
  JSON.parse(readFileSync(join(import.meta.dirname, "../../state-machines", file), "utf8"));

/** An error as a Lambda function ends with it. */
export const errorNamed = (name: string, message = "it went wrong") =>
  Object.assign(new Error(JSON.stringify({ errorType: name, errorMessage: message })), { name });

export const never = () => new Promise<never>(() => {});

/**
 * Runs a definition with functions in place of its tasks, called with the task's payload and the number of the attempt,
 * without any pause, in Wait states or before a retry. Returns the states in their order, each once for every attempt, and the end.
 */
export async function runMachine(definition: Definition, input: JSONObject, tasks: Record<string, Task>) {
  const states: string[] = [];
  const handlers = Object.entries(tasks).map(([state, task]) => {
    let attempt = 0;
    const run = async ({ Payload, ...rest }: { Payload?: Record<string, unknown> }) => {
      states.push(state);
      const result = (await task(Payload ?? rest, ++attempt)) ?? null;
      return definition.States[state]?.Resource?.endsWith(":invoke") ? { Payload: result } : result;
    };
    return [state, run];
  });
  const names = Object.keys(definition.States);
  const run = new StateMachine(definition, { validationOptions: { noValidate: true } }).run(input, {
    context: { Task: { Token: "token" } },
    overrides: {
      taskResourceLocalHandlers: Object.fromEntries(handlers),
      retryIntervalOverrides: Object.fromEntries(names.map((name) => [name, 0])),
      waitTimeOverrides: Object.fromEntries(names.map((name) => [name, 0])),
    },
  });
  const end = await run.result.then(
    (output) => ({ output }),
    (error: Error) => ({ error: error.name }),
  );
  return { states, end };
}
