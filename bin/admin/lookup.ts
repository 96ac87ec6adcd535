import type { Generation } from "../../lambdas/domain/generation/generation.ts";
import type { Organization } from "../../lambdas/domain/organization/organization.ts";
import { completionMessage, type Message } from "../../lambdas/domain/webhook/delivery.ts";
import { findGeneration } from "../../lambdas/storage/generation/generations.ts";
import { findOrganization } from "../../lambdas/storage/organization/organizations.ts";
import { InputError } from "./inputs.ts";

/** What a command works on, read from the table by the ids that were typed. */

/** The organization of that id; throws an InputError if there is none. */
export async function requireOrganization(organizationId: string): Promise<Organization> {
  const organization = await findOrganization(organizationId);
  if (!organization)
    throw new InputError(`There is no organization ${organizationId}: org list shows the ids.`);
  return organization;
}

/** The organization's job of that id; throws an InputError if there is none. */
export async function requireJob(organizationId: string, jobId: string): Promise<Generation> {
  const job = await findGeneration(organizationId, jobId);
  if (!job) throw new InputError(`Organization ${organizationId} has no job ${jobId}: check both ids.`);
  return job;
}

/** A job that has ended and the message that announces it; throws an InputError if there is none. */
export async function requireEndedJob(
  organizationId: string,
  jobId: string,
): Promise<{ job: Generation; message: Message }> {
  const job = await requireJob(organizationId, jobId);
  const message = completionMessage(job);
  if (!message) throw new InputError(`Job ${jobId} is ${job.status}: there is nothing to deliver yet.`);
  return { job, message };
}
