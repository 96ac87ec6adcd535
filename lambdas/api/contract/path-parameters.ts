import { JobId, KeyId, MessageId, SourceId } from "../../domain/ids.ts";
import { ListingName } from "../../domain/listing/listing.ts";
import { Day } from "./day.ts";

/** Path parameters by name. */
export const pathParameters = {
  ingest_id: SourceId,
  job_id: JobId,
  key_id: KeyId,
  listing: ListingName,
  period_start: Day,
  webhook_id: MessageId,
};
