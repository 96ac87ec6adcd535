import middy from "@middy/core";
import type { Context } from "aws-lambda";
import * as v from "valibot";
import { type Log, logFor } from "./log.ts";

const Ids = v.object({
  organization_id: v.optional(v.string()),
  job_id: v.optional(v.string()),
  ingest_id: v.optional(v.string()),
});

/**
 * A Step Functions task (or event) handler: its input parsed by `schema`, a logger with the ids of the input. An error
 * thrown reaches the state machine under its `name`.
 */
export const task = <const S extends v.GenericSchema, Output>(
  schema: S,
  run: (input: v.InferOutput<S>, log: Log) => Promise<Output>,
) =>
  middy<unknown, Output>({ timeoutEarlyInMillis: 0 }).handler((event: unknown, context: Context) => {
    const ids = v.safeParse(Ids, event);
    return run(v.parse(schema, event), logFor(context, ids.success ? ids.output : {}));
  });
