import type { Generation } from "../../lambdas/domain/generation/generation.ts";
import { findGeneration } from "../../lambdas/storage/generation/generations.ts";
import { newOutput } from "./new-job.ts";
import type { Partner } from "./partner.ts";

/** By what its state machine names a job. */
export interface Reference {
  organization_id: string;
  job_id: string;
}

/** A job that the API has accepted, with these fields of its request. */
export async function acceptJob(partner: Partner, body: object): Promise<Reference> {
  const reply = await partner.send("createGeneration", {
    body: { workflow: "pro_capture", capture_type: "photo", ...body },
  });
  return { organization_id: partner.organizationId, job_id: reply.body.job_id };
}

/** The job as it is in the table. */
export async function stored({ organization_id, job_id }: Reference): Promise<Generation> {
  const job = await findGeneration(organization_id, job_id);
  if (!job) throw new Error(`${job_id} is gone`);
  return job;
}

/** A primary output of this name. */
export const outputOf = (name: string): Generation["outputs"][number] =>
  newOutput(1, { output_id: `out_${name}`, object_key: `outputs/${name}.jpg` });
