import { rmSync } from "node:fs";
import type { Context } from "aws-lambda";
import { dev } from "../../support/stack/synthesize.ts";
import { secondsOf } from "../../support/stack/time-limits.ts";
import { TaskError } from "../machines/machine.ts";
import { type ActivityWorld, Killed, start } from "../simulation/activity.ts";

type Handler = (event: unknown, context: Context) => Promise<unknown>;

/** The functions of the pipeline by their names in lib/, which say how long each may take. */
const files: Record<string, string> = {
  IngestSource: "ingest-source",
  StartInference: "start-inference",
  CompleteInference: "complete-inference",
  ApproveCandidates: "approve-candidates",
  FinishGeneration: "finish-generation",
  DeliverWebhook: "deliver-webhook",
  Sweep: "sweep",
};

/** Two warm containers of each function, with caches of their own. */
export const containers = ["", "?container=2"];
const handlers = await Promise.all(
  containers.map(async (container) => {
    const loaded = Object.entries(files).map(async ([name, file]): Promise<[string, Handler]> => {
      const { handler } = await import(`../../../lambdas/pipeline/${file}.ts${container}`);
      return [name, handler];
    });
    return new Map(await Promise.all(loaded));
  }),
);
const limits = new Map(Object.keys(files).map((name) => [name, secondsOf(name)]));
// The synthesized template is left in a temporary folder, and the histories look for such that functions leave.
rmSync(dev().app.outdir, { recursive: true });

/** Runs something as a function does: with its own clock, until its time is up. */
export function runAsFunction<T>(
  world: ActivityWorld & { clockError: () => number },
  { name, seconds }: { name: string; seconds: number },
  run: () => Promise<T>,
): Promise<T> {
  const { activity, ended } = start({ name, skewMs: world.clockError(), world }, run);
  const cancel = world.schedule.after(seconds * 1000, activity.kill);
  ended.finally(cancel).catch(() => {});
  return ended;
}

/** Invokes a function as Lambda does: input and output are JSON, and an error has the name that Step Functions sees. */
export async function invoke(
  world: ActivityWorld & { clockError: () => number },
  name: string,
  input: unknown,
): Promise<unknown> {
  const handler = world.random.pick(handlers).get(name);
  const seconds = limits.get(name);
  if (!handler || seconds === undefined) throw new Error(`There is no function ${name}.`);
  const event = JSON.parse(JSON.stringify(input));
  try {
    const output = await runAsFunction(world, { name, seconds }, () =>
      handler(event, { awsRequestId: "simulated" } as Context),
    );
    return output === undefined ? null : JSON.parse(JSON.stringify(output));
  } catch (error) {
    if (error instanceof Killed) throw new TaskError("Runtime.ExitError", '{"errorMessage":"Killed"}');
    const { name: errorType, message: errorMessage } = error as Error;
    throw new TaskError(errorType, JSON.stringify({ errorType, errorMessage, trace: [] }));
  }
}
