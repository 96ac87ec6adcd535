import middy from "@middy/core";
import type { Context } from "aws-lambda";
import * as v from "valibot";
import { errorForLog, type Log, logFor } from "./log.ts";

const Ids = v.object({
  organization_id: v.optional(v.string()),
  job_id: v.optional(v.string()),
  ingest_id: v.optional(v.string()),
});

const logOf = (event: unknown, context: Context): Log => {
  const ids = v.safeParse(Ids, event);
  return logFor(context, ids.success ? ids.output : {});
};

/** Errors by which a task tells its state machine what follows; it has names for them. All others are faults. */
const isResult = (error: unknown): boolean =>
  error instanceof Error && /^([a-z]+(_[a-z]+)+|cancelled|Delivery(Postponed|GivenUp))$/.test(error.name);

/**
 * The handler of a Step Functions task or an event. `run` gets the input, parsed by `schema`, and a logger with the
 * input's ids. An error that it throws is logged and reaches the state machine under its `name`.
 */
export const task = <const S extends v.GenericSchema, Output>(
  schema: S,
  run: (input: v.InferOutput<S>, log: Log) => Promise<Output>,
) =>
  middy<unknown, Output>({ timeoutEarlyInMillis: 0 })
    .onError(({ event, context, error }) => {
      const level = isResult(error) ? "warn" : "error";
      logOf(event, context)[level]("The task ended with an error", { error: errorForLog(error) });
    })
    .handler(async (event: unknown, context: Context) => run(v.parse(schema, event), logOf(event, context)));
