import { randomUUID } from "node:crypto";
import * as v from "valibot";
import { newApiKey, newOrganization } from "../../lambdas/domain/organization/new-organization.ts";
import type { ApiKey } from "../../lambdas/domain/organization/organization.ts";
import { systemRandom } from "../../lambdas/runtime/random.ts";
import { saveApiKey } from "../../lambdas/storage/organization/api-keys.ts";
import { createOrganization, updateOrganization } from "../../lambdas/storage/organization/organizations.ts";
import { createSigningSecret } from "../../lambdas/storage/webhook/signing-secrets.ts";

export type Reply = { status: number; headers: Headers; text: string };

type CallOptions = { body?: FormData | object; withKey?: boolean; idempotencyKey?: string };

/** An organization that exists for one smoke test, and how it calls the API. */
export type Partner = {
  baseUrl: string;
  organizationId: string;
  apiKey: string;
  /** Calls the API, with the key unless `options` say otherwise. */
  call: (method: string, path: string, options?: CallOptions) => Promise<Reply>;
  /** Ends its key, its access and its webhooks. What it made stays until it is erased. */
  retire: () => Promise<void>;
};

/** Makes the organization, or a sandbox; its webhooks go to `webhookUrl` until it is retired. */
export async function newPartner(baseUrl: string, webhookUrl: string, sandbox: boolean): Promise<Partner> {
  const now = new Date();
  const organization = newOrganization("Smoke test", webhookUrl, now, systemRandom, { sandbox });
  const { organization_id } = organization;
  const { key, shownOnce } = newApiKey(organization, {}, now, systemRandom);
  await createOrganization(organization);
  await saveApiKey(key);
  await createSigningSecret(organization_id);
  return {
    baseUrl,
    organizationId: organization_id,
    apiKey: shownOnce,
    call: (method, path, options = {}) => send(`${baseUrl}${path}`, method, shownOnce, options),
    retire: () => retire(organization_id, key),
  };
}

async function retire(organizationId: string, key: ApiKey): Promise<void> {
  await saveApiKey({ ...key, revoked_at: new Date().toISOString() });
  await updateOrganization(organizationId, { access_status: "disabled", default_webhook_url: null });
}

async function send(
  url: string,
  method: string,
  apiKey: string,
  { body, withKey = true, idempotencyKey = randomUUID() }: CallOptions,
): Promise<Reply> {
  const isJson = body !== undefined && !(body instanceof FormData);
  const response = await fetch(url, {
    method,
    headers: {
      ...(withKey && { authorization: `Bearer ${apiKey}` }),
      ...(method === "POST" && { "idempotency-key": idempotencyKey }),
      ...(isJson && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const Envelope = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    error: v.object({
      code: v.string(),
      message: v.string(),
      retryable: v.boolean(),
      retry_after: v.nullable(v.number()),
    }),
  }),
);

/** What is wrong with a refusal: its status, its code, its envelope or its headers; null if nothing is. */
export function flawOf({ status, headers, text }: Reply, expected: number, code: string): string | null {
  const envelope = v.safeParse(Envelope, text);
  const seen = `got ${status} ${text.slice(0, 300)}`;
  if (status !== expected) return `expected ${expected} ${code}, ${seen}`;
  if (!envelope.success) return `expected the envelope of errors, ${seen}`;
  if (envelope.output.error.code !== code) return `expected the code ${code}, ${seen}`;
  if (headers.get("cache-control") !== "no-store") return `Cache-Control is ${headers.get("cache-control")}`;
  return headers.get("x-request-id") ? null : "there is no x-request-id header";
}
