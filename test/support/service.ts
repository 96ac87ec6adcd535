import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { ulid } from "ulid";
import { inject } from "vitest";
import type { LimitOverrides } from "../../lambdas/domain/organization/limits.ts";
import { newApiKey, newOrganization } from "../../lambdas/domain/organization/new-organization.ts";
import { systemRandom } from "../../lambdas/runtime/random.ts";
import { keys } from "../../lambdas/storage/keys.ts";
import { createOrganization, saveApiKey } from "../../lambdas/storage/organization/organizations.ts";
import { table, tableName } from "../../lambdas/storage/table.ts";
import { Form } from "./api.ts";

export const service = inject("service");
// The storage functions of this process work on the table of the service.
Object.assign(process.env, service.environment);

export type HttpReply = {
  status: number;
  headers: Headers;
  text: string;
  body: ReturnType<JSON["parse"]>;
};
export type HttpCall = {
  method?: string;
  headers?: Record<string, string>;
  /** An object is sent as JSON, a form by its own content type, anything else as it is. */
  body?: object | string | undefined;
};

const contentOf = (
  body: HttpCall["body"],
): { headers: Record<string, string>; body?: string | Uint8Array<ArrayBuffer> } => {
  if (body === undefined) return { headers: {} };
  if (body instanceof Form)
    return { headers: { "content-type": body.contentType }, body: new Uint8Array(body.bytes()) };
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return { headers: { "content-type": "application/json" }, body: text };
};

const gatewayThrottle = "Too many requests. Try again in a second.";

/** Calls the service over HTTP; waits and repeats where its gateway, which is shared by all tests, throttles. */
export async function http(
  path: string,
  { method = "GET", headers = {}, body }: HttpCall = {},
): Promise<HttpReply> {
  const content = contentOf(body);
  for (;;) {
    const response = await fetch(`${service.baseUrl}${path}`, {
      method,
      ...content,
      headers: { ...content.headers, ...headers },
    });
    const text = await response.text();
    const reply = { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
    if (reply.body.error?.message !== gatewayThrottle) return reply;
    await setTimeout(Number(reply.headers.get("retry-after")) * 1000 * Math.random());
  }
}

/** An organization of the service with its key. */
export async function newHttpPartner(limits: LimitOverrides = {}) {
  const now = new Date();
  const organization = { ...newOrganization("Partner", null, now, systemRandom), limits };
  const { key, shownOnce } = newApiKey(organization.organization_id, {}, now, systemRandom);
  await createOrganization(organization);
  await saveApiKey(key);
  return httpPartner(organization.organization_id, shownOnce);
}

/** The organization that the service came with; its webhooks go to the inbox. */
export const developmentPartner = () => httpPartner(service.organizationId, service.apiKey);

const httpPartner = (organizationId: string, apiKey: string) => {
  const authorization = `Bearer ${apiKey}`;
  return {
    organizationId,
    apiKey,
    get: (path: string) => http(path, { headers: { authorization } }),
    post: (path: string, body?: HttpCall["body"], headers: Record<string, string> = {}) =>
      http(path, {
        method: "POST",
        body,
        headers: { authorization, "idempotency-key": randomUUID(), ...headers },
      }),
    /** A source asset without a picture: enough for what is decided before a pipeline runs. */
    addAsset: () => addAsset(organizationId),
  };
};
export type HttpPartner = ReturnType<typeof httpPartner>;

async function addAsset(organization_id: string): Promise<string> {
  const source_asset_id = `src_${ulid()}`;
  const Item = {
    ...keys.asset(organization_id, source_asset_id),
    organization_id,
    source_asset_id,
    content_hash: source_asset_id,
    object_key: `sources/${organization_id}/${source_asset_id}.jpg`,
    width: 1024,
    height: 512,
    created_at: new Date().toISOString(),
  };
  await table.send(new PutCommand({ TableName: tableName(), Item }));
  return source_asset_id;
}
