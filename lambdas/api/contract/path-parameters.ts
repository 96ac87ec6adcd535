import * as v from "valibot";
import { JobId, SourceId } from "../../domain/ids.ts";

/** Path parameters by name. */
export const pathParameters = {
  ingest_id: SourceId,
  job_id: JobId,
  period_start: v.pipe(v.string(), v.isoDate("must be a date such as 2026-03-01")),
};
