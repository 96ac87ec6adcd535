import { randomUUID } from "node:crypto";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { ulid } from "ulid";
import type { OperationId } from "../../lambdas/api/contract/operations.ts";
import { defaultLimits, type LimitOverrides } from "../../lambdas/domain/organization/limits.ts";
import { newApiKey, newOrganization } from "../../lambdas/domain/organization/new-organization.ts";
import type { KeyScope, Organization } from "../../lambdas/domain/organization/organization.ts";
import { systemRandom } from "../../lambdas/runtime/random.ts";
import { keys } from "../../lambdas/storage/keys.ts";
import { saveApiKey } from "../../lambdas/storage/organization/api-keys.ts";
import { createOrganization } from "../../lambdas/storage/organization/organizations.ts";
import { table, tableName } from "../../lambdas/storage/table.ts";
import { createSigningSecret } from "../../lambdas/storage/webhook/signing-secrets.ts";
import type { Call, Reply, Send } from "./requests.ts";

/** Limits that no test reaches by accident. */
export const unlimited: LimitOverrides = Object.fromEntries(
  Object.keys(defaultLimits).map((name) => [name, 1_000_000]),
);

export type BillingEvent = {
  event_id: string;
  occurred_at: string;
  job_id: string;
  usage_type: string;
  amount_usd: number;
};

/** An approved organization with a key and a signing secret, without limits unless `settings` has others. */
export async function addOrganization(settings: Partial<Organization> = {}, keyLimits: LimitOverrides = {}) {
  const organization = {
    ...newOrganization("Partner", null, new Date(), systemRandom, { sandbox: settings.sandbox }),
    limits: unlimited,
    ...settings,
  };
  const organizationId = organization.organization_id;
  await createOrganization(organization);
  const secret = await createSigningSecret(organizationId);
  return { organization, organizationId, secret, ...(await addKey(organization, keyLimits)) };
}

/** A new organization that calls the API. */
export async function newPartner(send: Send, settings?: Partial<Organization>, keyLimits?: LimitOverrides) {
  const account = await addOrganization(settings, keyLimits);
  return { ...account, ...callsOf(send, account.organizationId, account.apiKey) };
}
export type Partner = Awaited<ReturnType<typeof newPartner>>;

/** The calls of an organization that exists already. */
export function callsOf(sendCall: Send, organizationId: string, apiKey: string) {
  /** Sends with the key and, on writes, with a new Idempotency-Key, unless `headers` has others. */
  const send = (operationId: OperationId, call: Call = {}): Promise<Reply> => {
    const headers = { Authorization: `Bearer ${apiKey}`, "Idempotency-Key": randomUUID(), ...call.headers };
    return sendCall(operationId, { ...call, headers });
  };
  return {
    organizationId,
    apiKey,
    send,
    /** Sends and returns the body; throws if the answer is an error. */
    sendOk: async (operationId: OperationId, call: Call = {}): Promise<Reply["body"]> => {
      const { status, text, body } = await send(operationId, call);
      if (status !== 200) throw new Error(`${operationId}: ${status} ${text}`);
      return body;
    },
    /** The whole ledger by pages of `limit`, newest first. */
    readEvents: async (limit: number): Promise<BillingEvent[]> => {
      const events: BillingEvent[] = [];
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const query = { limit: String(limit), ...(cursor && { cursor }) };
        const { body } = await send("listBillingEvents", { query });
        events.push(...body.items);
        cursor = body.next_cursor;
      }
      return events;
    },
    /** A source asset as the pipeline leaves it, but without a picture. */
    addAsset: (size = { width: 1024, height: 512 }, id = `src_${ulid()}`) =>
      addAsset(organizationId, id, size),
  };
}

/** Another key of an organization. */
export async function addKey(organization: Organization, limits: LimitOverrides = {}, scope?: KeyScope) {
  const { key, shownOnce } = newApiKey(organization, limits, new Date(), systemRandom, { scope });
  await saveApiKey(key);
  return { key, apiKey: shownOnce };
}

async function addAsset(
  organization_id: string,
  source_asset_id: string,
  size: { width: number; height: number },
): Promise<string> {
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
