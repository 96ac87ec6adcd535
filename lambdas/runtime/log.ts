import { Logger } from "@aws-lambda-powertools/logger";
import type { Context } from "aws-lambda";

const root = new Logger();

export type Log = Logger;

/** A logger whose every line carries the request id of this invocation and the ids given (job, ingest, organization). */
export const logFor = (context: Context, ids: Record<string, unknown> = {}): Log =>
  root.createChild({ persistentKeys: { request_id: context.awsRequestId, ...ids } });

/** What to log of an error: not the error itself, which may carry the item that it could not read. */
export const errorForLog = (error: unknown) =>
  error instanceof Error ? { name: error.name, trace: error.stack } : { trace: String(error) };
