import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { Generation } from "../../lambdas/domain/generation/generation.ts";
import { newApiKey, newOrganization } from "../../lambdas/domain/organization/new-organization.ts";
import { systemRandom } from "../../lambdas/runtime/random.ts";
import { findGeneration } from "../../lambdas/storage/generation/generations.ts";
import { createOrganization, saveApiKey } from "../../lambdas/storage/organization/organizations.ts";
import { findIngest } from "../../lambdas/storage/source-asset/ingests.ts";
import { createSigningSecret } from "../../lambdas/storage/webhook/signing-secrets.ts";
import { Form } from "./api.ts";
import { unlimited } from "./partner.ts";

/** An organization of the service with a key, no limits, and its webhooks going to a URL. */
export async function newPipelinePartner(baseUrl: string, webhookUrl: string) {
  const now = new Date();
  const organization = { ...newOrganization("Partner", webhookUrl, now, systemRandom), limits: unlimited };
  const organizationId = organization.organization_id;
  const { key, shownOnce } = newApiKey(organizationId, {}, now, systemRandom);
  await createOrganization(organization);
  await createSigningSecret(organizationId);
  await saveApiKey(key);
  const authorization = `Bearer ${shownOnce}`;
  const call = async (path: string, init: RequestInit = {}) => {
    const headers = { authorization, "idempotency-key": randomUUID(), ...init.headers };
    const response = await fetch(`${baseUrl}/api/v1${path}`, { ...init, headers });
    const body: ReturnType<JSON["parse"]> = await response.json();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(body)}`);
    return body;
  };
  const post = (path: string, body: Form | object = {}) =>
    body instanceof Form
      ? call(path, {
          method: "POST",
          body: new Uint8Array(body.bytes()),
          headers: { "content-type": body.contentType },
        })
      : call(path, {
          method: "POST",
          body: JSON.stringify(body),
          headers: { "content-type": "application/json" },
        });
  return { organizationId, get: (path: string) => call(path), post };
}
export type PipelinePartner = Awaited<ReturnType<typeof newPipelinePartner>>;

/** Waits until `read` yields something, by the table alone: no call of a function disturbs what is counted. */
export async function until<T>(read: () => Promise<T | undefined | null | false>): Promise<T> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    const value = await read();
    if (value) return value;
    if (Date.now() > deadline) throw new Error("it did not come about within 30 seconds");
    await setTimeout(25);
  }
}

export const endOfJob = ({ organizationId }: PipelinePartner, jobId: string): Promise<Generation> =>
  until(async () => {
    const job = await findGeneration(organizationId, jobId);
    return job?.completed_at ? job : undefined;
  });

export const endOfIngest = ({ organizationId }: PipelinePartner, ingestId: string) =>
  until(async () => {
    const ingest = await findIngest(organizationId, ingestId);
    return ingest?.completed_at ? ingest : undefined;
  });
