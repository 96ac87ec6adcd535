import { JobId, SourceId } from "../../domain/ids.ts";
import { Day } from "./day.ts";

/** Path parameters by name. */
export const pathParameters = {
  ingest_id: SourceId,
  job_id: JobId,
  period_start: Day,
};
