import { readFileSync } from "node:fs";
import * as v from "valibot";

const Retry = v.object({
  ErrorEquals: v.array(v.string()),
  IntervalSeconds: v.optional(v.number(), 1),
  MaxAttempts: v.number(),
  BackoffRate: v.optional(v.number(), 2),
  MaxDelaySeconds: v.optional(v.number(), Number.POSITIVE_INFINITY),
  JitterStrategy: v.optional(v.picklist(["FULL", "NONE"]), "NONE"),
});
const State = v.object({ TimeoutSeconds: v.optional(v.number()), Retry: v.optional(v.array(Retry), []) });
const Machine = v.object({ TimeoutSeconds: v.number(), States: v.record(v.string(), State) });

/** How long a model that is a function is asked while none of its executions is free, in seconds. */
export type Patience = Pick<
  v.InferOutput<typeof Retry>,
  "IntervalSeconds" | "MaxAttempts" | "BackoffRate" | "MaxDelaySeconds" | "JitterStrategy"
> & {
  /** When the job fails, whatever is still tried. */
  endSeconds: number;
};

const read = (name: string) => {
  const file = new URL(`../../../../state-machines/${name}.asl.json`, import.meta.url);
  return v.parse(Machine, JSON.parse(readFileSync(file, "utf8")));
};

/** The patience that the state machines have: retries of a throttled model, and the limits of its machine and of the job's task. */
export function deployedPatience(): Patience {
  const model = read("function-inference");
  const retry = model.States["Run the model"]?.Retry.find(({ ErrorEquals }) =>
    ErrorEquals.includes("Lambda.TooManyRequestsException"),
  );
  const waits = read("generation").States["Run the inference"]?.TimeoutSeconds;
  if (retry === undefined || waits === undefined)
    throw new Error("The state machines do not say how long a throttled model is asked.");
  return { ...retry, endSeconds: Math.min(model.TimeoutSeconds, waits) };
}

/** How patient version 1.2 was. */
export const formerPatience: Patience = {
  IntervalSeconds: 2,
  MaxAttempts: 4,
  BackoffRate: 2,
  MaxDelaySeconds: Number.POSITIVE_INFINITY,
  JitterStrategy: "FULL",
  endSeconds: 600,
};
