import { PutCommand } from "@aws-sdk/lib-dynamodb";
import * as v from "valibot";
import { exposedOutputs, type Generation, StoredOutput } from "../../domain/generation/generation.ts";
import { keys } from "../keys.ts";
import { readItem, table, tableName } from "../table.ts";

/** Before 1.2.0 an alternate was always kept if there was one. */
const Approved = v.object({
  outputs: v.pipe(v.array(StoredOutput), v.minLength(1)),
  include_alternates: v.optional(v.boolean(), true),
});

type Request = Pick<Generation, "organization_id" | "include_alternates">;

/**
 * The outputs approved before for the same configuration and model, as many as a job asks for, best first. Null if there
 * are none, or if the job asks for an alternate and the one before did not.
 */
export async function findApproved(
  { organization_id, include_alternates }: Request,
  fingerprint: string,
  modelVersion: string,
): Promise<StoredOutput[] | null> {
  const approved = await readItem(Approved, keys.approved(organization_id, fingerprint, modelVersion));
  if (!approved || (include_alternates && !approved.include_alternates)) return null;
  return exposedOutputs(approved.outputs, include_alternates);
}

/** Remembers approved outputs; the latest approval of a configuration replaces the one before. */
export async function rememberApproved(
  { organization_id, include_alternates }: Request,
  fingerprint: string,
  modelVersion: string,
  outputs: StoredOutput[],
): Promise<void> {
  const key = keys.approved(organization_id, fingerprint, modelVersion);
  const Item = { ...key, outputs, include_alternates };
  await table.send(new PutCommand({ TableName: tableName(), Item }));
}
