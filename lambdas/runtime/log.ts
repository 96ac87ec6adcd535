import { Logger } from "@aws-lambda-powertools/logger";
import type { Context } from "aws-lambda";

const root = new Logger();

export type Log = Logger;

/** A logger whose every line carries the request id of this invocation and the ids given (job, ingest, organization). */
export const logFor = (context: Context, ids: Record<string, unknown> = {}): Log =>
  root.createChild({ persistentKeys: { request_id: context.awsRequestId, ...ids } });
