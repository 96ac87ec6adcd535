import type { Context } from "aws-lambda";
import { handler as finish } from "../../../lambdas/pipeline/finish-generation.ts";
import { env } from "../../../lambdas/runtime/env.ts";
import { rememberApproved } from "../../../lambdas/storage/generation/approved-cache.ts";
import { findGeneration } from "../../../lambdas/storage/generation/generations.ts";
import type { Api } from "../api.ts";
import { newOutput } from "../new-job.ts";
import type { BilledPartner } from "./billed-partner.ts";

type Ending = "succeeds" | "fails";
const context = { awsRequestId: "task" } as Context;

/** Takes a job through its pipeline's tasks; the picture of a job that succeeds is approved, or comes from the cache. */
export async function endJob(api: Api, organization_id: string, job_id: string, how: Ending): Promise<void> {
  const reference = { organization_id, job_id };
  const approved = await api.startInference(reference);
  if (how === "fails") {
    await finish({ ...reference, error: { Error: "inference_failed" } }, context);
  } else if (approved) {
    await finish({ ...reference, outputs: approved }, context);
  } else {
    const output = newOutput(1, {
      output_id: `out_${job_id.slice(4)}`,
      object_key: `outputs/${job_id}.jpg`,
    });
    const fingerprint = (await findGeneration(organization_id, job_id))?.config_fingerprint ?? "";
    await rememberApproved({ organization_id, include_alternates: true }, fingerprint, env("MODEL_VERSION"), [
      output,
    ]);
    await finish({ ...reference, outputs: [output] }, context);
  }
}

/** Makes jobs of a partner's pictures, one after the other, and ends each. Returns their ids. */
export async function makeJobs(
  api: Api,
  partner: BilledPartner,
  endings: readonly (readonly [picture: number, how: Ending])[],
): Promise<string[]> {
  const jobs: string[] = [];
  for (const [picture, how] of endings) {
    const { body } = await partner.create(picture, {}, `${jobs.length}`);
    await endJob(api, partner.organizationId, body.job_id, how);
    jobs.push(body.job_id);
  }
  return jobs;
}
