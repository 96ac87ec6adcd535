import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { ulid } from "ulid";
import { type Generation, newGeneration } from "../../lambdas/domain/generation/generation.ts";
import { newOrganization } from "../../lambdas/domain/organization/new-organization.ts";
import type { Organization } from "../../lambdas/domain/organization/organization.ts";
import { completionMessage, type Message } from "../../lambdas/domain/webhook/delivery.ts";
import { systemRandom } from "../../lambdas/runtime/random.ts";
import { generationItem } from "../../lambdas/storage/generation/generations.ts";
import { createOrganization } from "../../lambdas/storage/organization/organizations.ts";
import { table, tableName } from "../../lambdas/storage/table.ts";
import { createSigningSecret } from "../../lambdas/storage/webhook/signing-secrets.ts";

/** An organization with a default webhook URL and a signing secret. */
export async function organizationWithWebhook(
  webhookUrl: string | null,
): Promise<{ organization: Organization; secret: string }> {
  const organization = newOrganization("Partner", webhookUrl, new Date(), systemRandom);
  await createOrganization(organization);
  return { organization, secret: await createSigningSecret(organization.organization_id) };
}

/** A job that succeeded with one output lying under `object_key`, and the event that announces it. */
export async function succeededJob(organizationId: string, overrides: Partial<Generation> = {}) {
  const now = new Date();
  const jobId = `job_${ulid()}`;
  const output_id = `out_${ulid()}`;
  const job: Generation = {
    ...newGeneration(
      {
        organization_id: organizationId,
        job_id: jobId,
        parent_job_id: null,
        ingest_id: null,
        source_asset_id: `src_${ulid()}`,
        workflow: "staging",
        capture_type: "photo",
        mode: "refurnish",
        room_types: ["Living Room"],
        style_preset: "modern",
        include_alternates: false,
        reference: "listing 4711",
        metadata: { floor: 2 },
        webhook_url: null,
        reserved_period: null,
      },
      now,
    ),
    status: "succeeded",
    completed_at: now.toISOString(),
    outputs: [
      {
        output_id,
        rank: 1,
        is_primary: true,
        object_key: `outputs/${organizationId}/${jobId}/${output_id}.jpg`,
        cached: false,
        created_at: now.toISOString(),
      },
    ],
    ...overrides,
  };
  await table.send(new PutCommand({ TableName: tableName(), Item: generationItem(job) }));
  const event = { type: `generation.${job.status}`, organization_id: organizationId, job_id: jobId };
  return { job, event };
}

/** The message that announces how a job ended. */
export function messageOf(job: Generation): Message {
  const message = completionMessage(job);
  if (!message) throw new Error(`${job.job_id} has not ended`);
  return message;
}
