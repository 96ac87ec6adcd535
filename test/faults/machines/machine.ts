import type { Random } from "../simulation/random.ts";
import type { Schedule } from "../simulation/schedule.ts";
import { type Definition, definitionOf, type Retrier, requireKnown, type State } from "./definition.ts";
import { fill, putAt, select } from "./paths.ts";

type Json = ReturnType<JSON["parse"]>;
/** What a state machine sees of a task that failed. */
export class TaskError extends Error {
  override readonly name: string;
  constructor(name: string, cause: string) {
    super(cause);
    this.name = name;
  }
}
export type Execution = { machine: string; name: string; input: Json; status: string };
/** How a state machine runs the task of a state. `token` is for a task that waits for an answer. */
type RunTask = (execution: Execution, resource: string, parameters: Json, token: string) => Promise<Json>;
type Parts = { schedule: Schedule; random: Random; runTask: RunTask };

const definitions = new Map<string, Definition>();

function load(machine: string): Definition {
  const definition = definitions.get(machine) ?? definitionOf(machine);
  requireKnown(machine, definition);
  definitions.set(machine, definition);
  return definition;
}

/** Runs one execution of the definition in state-machines/ to its end, in simulated time. */
export async function execute(execution: Execution, parts: Parts): Promise<void> {
  const { States, StartAt, TimeoutSeconds } = load(execution.machine);
  const endsAt = parts.schedule.now() + (TimeoutSeconds ?? Number.POSITIVE_INFINITY) * 1000;
  const within = <T>(ms: number, work: Promise<T>): Promise<T> =>
    limit(parts.schedule, Math.min(ms, endsAt - parts.schedule.now()), work);
  let title = StartAt;
  let value = execution.input;
  try {
    for (;;) {
      if (execution.status === "ABORTED") return;
      if (parts.schedule.now() >= endsAt) throw new TaskError("States.Timeout", "");
      const state = States[title];
      if (!state) throw new Error(`${execution.machine} has no state "${title}".`);
      const step = await runState(state, title, value);
      if (step.next === null) break;
      [title, value] = [step.next, step.value];
    }
    if (execution.status === "RUNNING") execution.status = "SUCCEEDED";
  } catch (error) {
    if (execution.status === "RUNNING")
      execution.status = parts.schedule.now() >= endsAt ? "TIMED_OUT" : "FAILED";
    if (!(error instanceof TaskError)) throw error;
  }

  async function runState(
    state: State,
    title: string,
    value: Json,
  ): Promise<{ next: string | null; value: Json }> {
    const next = state.End || state.Type === "Succeed" ? null : (state.Next ?? "");
    if (state.Type === "Succeed") return { next, value };
    if (state.Type === "Wait") {
      const due = state.TimestampPath
        ? Date.parse(select(state.TimestampPath, value))
        : parts.schedule.now() + (state.Seconds ?? 0) * 1000;
      await within(Number.POSITIVE_INFINITY, parts.schedule.sleepUntil(due));
      return { next, value };
    }
    if (state.Type === "Pass") {
      const result = state.Result ?? (state.Parameters ? fill(state.Parameters, value, {}) : value);
      return { next, value: putAt(state.ResultPath, value, result) };
    }
    try {
      const raw = await attempt(state, title, value);
      const result = state.ResultSelector ? fill(state.ResultSelector, raw, {}) : raw;
      return { next, value: select(state.OutputPath, putAt(state.ResultPath, value, result)) };
    } catch (error) {
      if (!(error instanceof TaskError) || parts.schedule.now() >= endsAt) throw error;
      const caught = state.Catch?.find(({ ErrorEquals }) => matches(ErrorEquals, error.name));
      if (!caught) throw error;
      const output = { Error: error.name, Cause: error.message };
      return { next: caught.Next, value: putAt(caught.ResultPath, value, output) };
    }
  }

  async function attempt(state: State, title: string, value: Json): Promise<Json> {
    const retries = new Map<Retrier, number>();
    for (let tries = 1; ; tries++) {
      const token = `${execution.machine}/${execution.name}/${title}/${tries}`;
      const parameters = fill(state.Parameters, value, { Task: { Token: token } });
      try {
        const task = parts.runTask(execution, state.Resource ?? "", parameters, token);
        return await within((state.TimeoutSeconds ?? 86_400) * 1000, task);
      } catch (error) {
        if (!(error instanceof TaskError) || parts.schedule.now() >= endsAt) throw error;
        const retrier = state.Retry?.find(({ ErrorEquals }) => matches(ErrorEquals, error.name));
        const made = retrier ? (retries.get(retrier) ?? 0) : 0;
        if (!retrier || made >= (retrier.MaxAttempts ?? 3)) throw error;
        retries.set(retrier, made + 1);
        await within(Number.POSITIVE_INFINITY, parts.schedule.sleep(pauseOf(retrier, made, parts.random)));
      }
    }
  }
}

/** States.TaskFailed stands for every error of a task but a time-out (Amazon States Language, "Error names"). */
const matches = (wanted: string[], name: string): boolean =>
  wanted.some(
    (one) =>
      one === name || one === "States.ALL" || (one === "States.TaskFailed" && name !== "States.Timeout"),
  );

function pauseOf(retrier: Retrier, made: number, random: Random): number {
  const { IntervalSeconds = 1, BackoffRate = 2, MaxDelaySeconds = Number.POSITIVE_INFINITY } = retrier;
  const seconds = Math.min(MaxDelaySeconds, IntervalSeconds * BackoffRate ** made);
  return seconds * 1000 * (retrier.JitterStrategy === "FULL" ? random.next() : 1);
}

/** What a promise gives within a time; after it, the work continues and nobody waits for it. */
function limit<T>(schedule: Schedule, ms: number, work: Promise<T>): Promise<T> {
  if (!Number.isFinite(ms)) return work;
  return new Promise((resolve, reject) => {
    const cancel = schedule.after(ms, () => reject(new TaskError("States.Timeout", "")));
    work.then(resolve, reject).finally(cancel);
  });
}
