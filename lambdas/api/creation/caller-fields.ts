import { keptFields } from "../../domain/generation/caller-fields.ts";
import type { Configuration } from "../../domain/generation/configuration.ts";
import type { Generation } from "../../domain/generation/generation.ts";
import type { CallerFields } from "../contract/job-fields.ts";

/** The fields of a request that routes handle one by one. */
type Handled =
  | keyof Configuration
  | "include_alternates"
  | "disclosure"
  | "listing"
  | "mask_url"
  | "source_url"
  | "source_asset_id"
  | "upload_id";
/** A request without other fields: one that no route handles and no job keeps does not compile. */
type Complete<Fields> = Fields & { [Name in Exclude<keyof Fields, keyof CallerFields | Handled>]: never };

/** What a job keeps for its caller and its key; a regeneration inherits what it does not name. */
export const callerFieldsOf = <Fields extends CallerFields>(
  fields: Complete<Fields>,
  keyId: string,
  parent?: Generation,
) => ({
  ...keptFields(fields, parent),
  key_id: keyId,
  ...(fields.webhook
    ? { webhook_url: fields.webhook.url, webhook_key_id: keyId }
    : { webhook_url: parent?.webhook_url ?? null, webhook_key_id: parent?.webhook_key_id ?? null }),
});
