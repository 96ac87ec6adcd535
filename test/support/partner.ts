import { randomUUID } from "node:crypto";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { ulid } from "ulid";
import { defaultLimits, type LimitOverrides } from "../../lambdas/domain/organization/limits.ts";
import { newApiKey, newOrganization } from "../../lambdas/domain/organization/new-organization.ts";
import type { Organization } from "../../lambdas/domain/organization/organization.ts";
import { systemRandom } from "../../lambdas/runtime/random.ts";
import { keys } from "../../lambdas/storage/keys.ts";
import { createOrganization, saveApiKey } from "../../lambdas/storage/organization/organizations.ts";
import { table, tableName } from "../../lambdas/storage/table.ts";
import { type Call, call, type OperationId } from "./api.ts";

/** Limits that no test reaches by accident. */
export const unlimited: LimitOverrides = Object.fromEntries(
  Object.keys(defaultLimits).map((name) => [name, 1_000_000]),
);

/** An approved organization with an API key that calls the handlers. */
export async function newPartner(settings: Partial<Organization> = {}, keyLimits: LimitOverrides = {}) {
  const now = new Date();
  const organization = {
    ...newOrganization("Partner", null, now, systemRandom),
    limits: unlimited,
    ...settings,
  };
  const organizationId = organization.organization_id;
  const { key, shownOnce } = newApiKey(organizationId, keyLimits, now, systemRandom);
  await createOrganization(organization);
  await saveApiKey(key);
  return {
    organization,
    organizationId,
    key,
    apiKey: shownOnce,
    /** Calls with the key and, on writes, with a new Idempotency-Key; headers given go first. */
    send: (operationId: OperationId, request: Call = {}) =>
      call(operationId, {
        ...request,
        headers: {
          Authorization: `Bearer ${shownOnce}`,
          "Idempotency-Key": randomUUID(),
          ...request.headers,
        },
      }),
    /** A source asset of the organization, as the pipeline leaves it. */
    addAsset: (size = { width: 1024, height: 512 }) => addAsset(organizationId, size),
  };
}
export type Partner = Awaited<ReturnType<typeof newPartner>>;

async function addAsset(organization_id: string, size: { width: number; height: number }): Promise<string> {
  const source_asset_id = `src_${ulid()}`;
  const Item = {
    ...keys.asset(organization_id, source_asset_id),
    organization_id,
    source_asset_id,
    content_hash: source_asset_id,
    object_key: `sources/${organization_id}/${source_asset_id}.jpg`,
    ...size,
    created_at: new Date().toISOString(),
  };
  await table.send(new PutCommand({ TableName: tableName(), Item }));
  return source_asset_id;
}

/** A body that creates a generation, with changes; a field set to undefined is left out. */
export const refurnish = (source_asset_id: string, changes: object = {}) => ({
  source_asset_id,
  workflow: "staging",
  capture_type: "photo",
  mode: "refurnish",
  room_types: ["Living Room"],
  ...changes,
});
