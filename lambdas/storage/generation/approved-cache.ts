import { PutCommand } from "@aws-sdk/lib-dynamodb";
import * as v from "valibot";
import { StoredOutput } from "../../domain/generation/generation.ts";
import { keys } from "../keys.ts";
import { readItem, table, tableName } from "../table.ts";

const Approved = v.object({ outputs: v.pipe(v.array(StoredOutput), v.minLength(1)) });

/** The outputs approved before for the same configuration and model, best first, or null. */
export const findApproved = async (organizationId: string, fingerprint: string, modelVersion: string) =>
  (await readItem(Approved, keys.approved(organizationId, fingerprint, modelVersion)))?.outputs ?? null;

/** Remembers approved outputs; the latest approval of a configuration replaces the one before. */
export async function rememberApproved(
  organizationId: string,
  fingerprint: string,
  modelVersion: string,
  outputs: StoredOutput[],
): Promise<void> {
  const key = keys.approved(organizationId, fingerprint, modelVersion);
  await table.send(new PutCommand({ TableName: tableName(), Item: { ...key, outputs } }));
}
