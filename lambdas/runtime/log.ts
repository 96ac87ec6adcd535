import { Logger } from "@aws-lambda-powertools/logger";
import type { Context } from "aws-lambda";

const root = new Logger();

export type Log = Logger;

/** A logger that adds to each line this invocation's request id and the given ids (job, ingest, organization). */
export const logFor = (context: Context, ids: Record<string, unknown> = {}): Log =>
  root.createChild({ persistentKeys: { request_id: context.awsRequestId, ...ids } });

/** What to log of an error. Not the error itself: it may carry a stored item that did not fit its schema. */
export const errorForLog = (error: unknown) =>
  error instanceof Error ? { name: error.name, trace: error.stack } : { trace: String(error) };
