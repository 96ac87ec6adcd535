import "./quiet.ts";
import type { APIGatewayProxyResult, Context } from "aws-lambda";
import { newApiKey, newOrganization } from "../../bin/admin/new-organization.ts";
import * as billingEvents from "../../lambdas/api/billing-events/list.ts";
import * as create from "../../lambdas/api/generations/create.ts";
import * as regenerate from "../../lambdas/api/generations/regenerate.ts";
import * as summary from "../../lambdas/api/usage/get-summary.ts";
import { defaultLimits } from "../../lambdas/domain/limits.ts";
import type { Organization, Plan } from "../../lambdas/domain/organization.ts";
import { keys } from "../../lambdas/storage/keys.ts";
import { createOrganization, saveApiKey } from "../../lambdas/storage/organizations.ts";
import { tableName, transact } from "../../lambdas/storage/table.ts";

const context = { awsRequestId: "request" } as Context;
const unlimited = Object.fromEntries(Object.keys(defaultLimits).map((name) => [name, 1_000_000]));

export type BillingEvent = {
  event_id: string;
  occurred_at: string;
  job_id: string;
  usage_type: string;
  billable: boolean;
  unit_price_usd: number;
  amount_usd: number;
};
export type Reply = { status: number; body: Record<string, never> & Record<string, unknown> };

/** An organization with a key, a source asset for each of a few pictures, and the API's own handlers to call. */
export async function newPartner(plan: Plan | null, settings: Partial<Organization> = {}) {
  const now = new Date();
  const organization = { ...newOrganization("Partner", null, now), plan, limits: unlimited, ...settings };
  const { organization_id } = organization;
  const { key, shownOnce } = newApiKey(organization_id, {}, now);
  await createOrganization(organization);
  await saveApiKey(key);

  const send = async (
    handler: typeof create.handler,
    event: { body?: object; job?: string; query?: Record<string, string>; idempotencyKey?: string },
  ) => {
    const request = {
      httpMethod: event.idempotencyKey ? "POST" : "GET",
      path: `/${event.job ?? ""}`,
      headers: {
        Authorization: `Bearer ${shownOnce}`,
        "Content-Type": "application/json",
        ...(event.idempotencyKey && { "Idempotency-Key": event.idempotencyKey }),
      },
      pathParameters: event.job ? { job_id: event.job } : null,
      queryStringParameters: event.query ?? null,
      body: event.body ? JSON.stringify(event.body) : null,
      isBase64Encoded: false,
      requestContext: { requestId: "request", identity: { sourceIp: "192.0.2.1" } },
    };
    const response = (await handler(request as never, context)) as APIGatewayProxyResult;
    return { status: response.statusCode, body: JSON.parse(response.body) };
  };

  const readEvents = async (limit: number) => {
    const events: BillingEvent[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const query: Record<string, string> = { limit: String(limit), ...(cursor && { cursor }) };
      const { body } = await send(billingEvents.handler, { query });
      events.push(...body.items);
      cursor = body.next_cursor;
    }
    return events;
  };

  return {
    organization,
    apiKey: shownOnce,
    create: (picture: number, options: object, idempotencyKey: string) =>
      send(create.handler, {
        idempotencyKey,
        body: {
          workflow: "pro_capture",
          capture_type: "photo",
          source_asset_id: `src_P${picture}`,
          ...options,
        },
      }),
    regenerate: (job: string, idempotencyKey: string) => send(regenerate.handler, { job, idempotencyKey }),
    summary: async () => (await send(summary.handler, {})).body,
    page: (query: Record<string, string>) => send(billingEvents.handler, { query }),
    /** The whole ledger by pages of `limit`, newest first. */
    readEvents,
    addPicture: (picture: number) => saveAsset(organization_id, picture),
  };
}
export type Partner = Awaited<ReturnType<typeof newPartner>>;

const saveAsset = (organization_id: string, picture: number) =>
  transact([
    {
      Put: {
        TableName: tableName(),
        Item: {
          ...keys.asset(organization_id, `src_P${picture}`),
          organization_id,
          source_asset_id: `src_P${picture}`,
          content_hash: String(picture),
          object_key: `sources/${picture}.jpg`,
          width: 1024,
          height: 512,
          created_at: new Date().toISOString(),
        },
      },
    },
  ]);
