import {
  ExecutionAbortedError,
  ExecutionTimeoutError,
  type RunOptions,
  StateMachine,
} from "aws-local-stepfunctions";
import type { Ending, Execution, Position } from "./journal.ts";
import type { Machine } from "./machines.ts";
import { definitionFrom, resumedName } from "./resume.ts";
import type { TaskExecution } from "./tasks.ts";

/** Milliseconds by state name that replace a machine's waits, so that tests need not wait. */
export type TimeOverrides = { waits: Record<string, number>; retries: Record<string, number> };

type TaskHandlers = NonNullable<NonNullable<RunOptions["overrides"]>["taskResourceLocalHandlers"]>;

/** Called as a run proceeds. */
type RunEvents = {
  entered: (position: Position) => void;
  failed: (state: string, error: string, cause: unknown) => void;
  /** A state transition as AWS bills it: each state entered, at any depth, and each retry. */
  transition: () => void;
};

/** Runs an execution from its journaled position, or from its start. `ended` never rejects. */
export function runExecution(
  machine: Machine,
  execution: Execution,
  {
    makeHandlers,
    newToken,
  }: { makeHandlers: (execution: TaskExecution) => TaskHandlers; newToken: () => string },
  { waits, retries }: TimeOverrides,
  events: RunEvents,
): { abort: () => void; ended: Promise<Ending> } {
  const position = positionOf(execution, machine);
  const definition = position
    ? definitionFrom(machine.definition, position, execution.started)
    : machine.definition;
  const tokens = tokenSource(newToken);
  const rest = position && waits[position.state];
  const run = new StateMachine(definition, { validationOptions: { noValidate: true } }).run(
    JSON.parse(position?.input ?? execution.input),
    {
      context: contextOf(machine, execution, tokens.read),
      overrides: {
        taskResourceLocalHandlers: makeHandlers({ arn: execution.arn, takeToken: tokens.take }),
        waitTimeOverrides:
          rest === undefined ? waits : { ...waits, [resumedName(position?.state ?? "")]: rest },
        retryIntervalOverrides: retries,
      },
    },
  );
  follow(run.eventLogs, machine, events);
  const succeeded = (output: unknown): Ending => ({ status: "SUCCEEDED", output: JSON.stringify(output) });
  return { abort: run.abort, ended: run.result.then(succeeded, endingOf) };
}

function positionOf({ state, state_input, entered }: Execution, machine: Machine): Position | undefined {
  if (state === null || state_input === null || entered === null) return undefined;
  return state in machine.definition.States ? { state, input: state_input, entered } : undefined;
}

/** A token is made when a task's input asks for it, and taken by that task, so each attempt gets its own. */
function tokenSource(newToken: () => string) {
  let issued: string | undefined;
  const read = () => {
    issued ??= newToken();
    return issued;
  };
  const take = () => {
    const token = read();
    issued = undefined;
    return token;
  };
  return { read, take };
}

/** The context object `$$`, with `Run` in place of `Execution`. See readMachines(). */
function contextOf(machine: Machine, execution: Execution, token: () => string) {
  return {
    Run: {
      Id: execution.arn,
      Input: JSON.parse(execution.input),
      Name: execution.name,
      StartTime: new Date(execution.started).toISOString(),
    },
    StateMachine: { Id: machine.arn, Name: machine.name },
    Task: {
      get Token() {
        return token();
      },
    },
  };
}

async function follow(
  log: ReturnType<StateMachine["run"]>["eventLogs"],
  machine: Machine,
  events: RunEvents,
): Promise<void> {
  for await (const event of log) {
    if (event.type === "StateFailed") events.failed(event.state.name, event.Error, event.Cause);
    if (event.type === "StateRetried") events.transition();
    if (event.type !== "StateEntered") continue;
    events.transition();
    // States inside Parallel and Map are not positions: the state that holds them runs again as a whole.
    if (event.state.name in machine.definition.States) {
      const { name, input } = event.state;
      events.entered({ state: name, input: JSON.stringify(input), entered: event.timestamp });
    }
  }
}

function endingOf(error: unknown): Ending {
  if (error instanceof ExecutionAbortedError) return { status: "ABORTED" };
  if (error instanceof ExecutionTimeoutError) return { status: "TIMED_OUT", error: "States.Timeout" };
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof Error) return { status: "FAILED", error: cause.name, cause: cause.message };
  return { status: "FAILED", error: "States.Runtime", cause: String(error) };
}
