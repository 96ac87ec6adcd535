import { randomUUID } from "node:crypto";
import * as v from "valibot";
import { AwsError } from "../aws-api.ts";
import type { Log } from "../log.ts";
import type { Ending, Execution, Journal } from "./journal.ts";
import type { Machine } from "./machines.ts";
import { runExecution, type TimeOverrides } from "./run.ts";
import { type TaskServices, taskHandlers } from "./tasks.ts";
import { type TaskTokens, taskTokens } from "./tokens.ts";

/** The state machines of the template and their executions. Errors are the Step Functions API's. */
export type StateMachines = ReturnType<typeof createStateMachines>;

/**
 * Runs state machines so that a crash loses nothing: an execution is journaled before its start is confirmed, and is
 * resumed by running the state that it was in again.
 */
export function createStateMachines(
  machines: Machine[],
  journal: Journal,
  services: TaskServices,
  overrides: TimeOverrides,
  log: Log,
) {
  const tokens = taskTokens();
  const runner = createRunner(journal, tokens, overrides, log);
  const byArn = new Map(
    machines.map((machine) => [machine.arn, { machine, handlers: taskHandlers(machine, services, tokens) }]),
  );

  const find = (arn: string): Execution => {
    const execution = journal.find(arn);
    if (execution) return execution;
    throw new AwsError("ExecutionDoesNotExist", `Execution Does Not Exist: '${arn}'`);
  };
  const run = (execution: Execution) => {
    const known = byArn.get(execution.machine);
    if (known) return runner.run(execution, known.machine, known.handlers);
    const cause = "The template no longer has its state machine";
    journal.end(execution.arn, { status: "ABORTED", cause });
  };

  return {
    tokens,
    find,
    /** Starts an execution. If one with this name and input is running, returns that one. */
    start: (machineArn: string, name: string, input: string): Execution => {
      if (!byArn.has(machineArn))
        throw new AwsError("StateMachineDoesNotExist", `State Machine Does Not Exist: '${machineArn}'`);
      if (!/^[\w.-]{1,80}$/.test(name)) throw new AwsError("InvalidName", `Invalid Name: '${name}'`);
      if (!isJson(input))
        throw new AwsError("InvalidExecutionInput", "Invalid State Machine Execution Input");
      const arn = `${machineArn.replace(":stateMachine:", ":execution:")}:${name}`;
      const existing = journal.find(arn);
      if (existing?.status === "RUNNING" && existing.input === input) return existing;
      if (existing) throw new AwsError("ExecutionAlreadyExists", `Execution Already Exists: '${arn}'`);
      journal.add({ arn, machine: machineArn, name, input, started: Date.now() });
      run(find(arn));
      return find(arn);
    },
    abort: (arn: string, error: string | undefined, cause: string | undefined): Execution => {
      runner.abort(arn, { status: "ABORTED", ...(error && { error }), ...(cause && { cause }) });
      return find(arn);
    },
    /** State transitions since the host started, by machine name. */
    transitions: (): Record<string, number> =>
      Object.fromEntries(machines.map(({ name }) => [name, runner.transitionsOf(name)])),
    /** Resumes what an earlier process left unfinished. */
    resume: () => journal.running().forEach(run),
    stop: runner.stop,
  };
}

/** Runs executions and journals the state of each. */
function createRunner(journal: Journal, tokens: TaskTokens, overrides: TimeOverrides, log: Log) {
  const running = new Map<string, () => void>();
  const transitions = new Map<string, number>();
  let isStopped = false;

  return {
    run: (execution: Execution, machine: Machine, handlers: ReturnType<typeof taskHandlers>) => {
      const { arn } = execution;
      const { abort, ended } = runExecution(
        machine,
        execution,
        { makeHandlers: handlers, newToken: tokens.create },
        overrides,
        {
          entered: (position) => isStopped || journal.enter(arn, position),
          failed: (state, error, cause) => {
            tokens.drop(arn, state);
            const reason = String(cause).slice(0, 2000);
            log(`${machine.name} ${execution.name}, "${state}" failed: ${error} ${reason}\n`);
          },
          transition: () => transitions.set(machine.name, (transitions.get(machine.name) ?? 0) + 1),
        },
      );
      running.set(arn, abort);
      ended.then((ending) => {
        if (isStopped) return;
        tokens.drop(arn);
        journal.end(arn, ending);
        running.delete(arn);
      });
    },
    /** Ends a running execution. The journal keeps the first ending that it gets. */
    abort: (arn: string, ending: Ending) => {
      const abort = running.get(arn);
      if (abort === undefined) return;
      journal.end(arn, ending);
      abort();
    },
    transitionsOf: (machineName: string) => transitions.get(machineName) ?? 0,
    /** Interrupts all executions, for the next process to resume. */
    stop: () => {
      isStopped = true;
      for (const [arn, abort] of running) {
        abort();
        tokens.drop(arn);
      }
    },
  };
}

/** A name for an execution that is started without one. */
export const randomName = (): string => randomUUID();

const isJson = (text: string) => v.is(v.pipe(v.string(), v.parseJson()), text);
