import type { IngestJob } from "../../domain/source-asset/ingest.ts";
import type { Upload } from "../../domain/source-asset/upload.ts";
import { type IdempotencyClaim, recordAccepted } from "../idempotency.ts";
import { keys } from "../keys.ts";
import { tableName, transact, type Write } from "../table.ts";

/** Saves a new upload with its idempotency record. */
export async function createUpload(
  claim: IdempotencyClaim,
  response: string,
  upload: Upload,
  now: Date,
): Promise<"created" | "accepted_before"> {
  const { organization_id, upload_id } = upload;
  const outcome = await transact({
    guards: { accepted_before: recordAccepted(claim, response, now) },
    writes: [
      { Put: { TableName: tableName(), Item: { ...keys.upload(organization_id, upload_id), ...upload } } },
    ],
  });
  return outcome.committed ? "created" : outcome.refusedBy;
}

/**
 * The write by which an ingest uses its upload, if it has one: in the transaction that saves the ingest, so that an
 * upload is used once. Refused if the organization has no such upload, or it has expired or was used before.
 */
export function useUpload({ organization_id, ingest_id, source }: IngestJob, now: Date): Write | null {
  if (source.kind !== "upload" || source.upload_id === undefined) return null;
  return {
    Update: {
      TableName: tableName(),
      Key: keys.upload(organization_id, source.upload_id),
      UpdateExpression: "SET used_by = :ingest",
      ConditionExpression: "attribute_not_exists(used_by) AND expires_at > :now",
      ExpressionAttributeValues: { ":ingest": ingest_id, ":now": Math.floor(now.getTime() / 1000) },
    },
  };
}
