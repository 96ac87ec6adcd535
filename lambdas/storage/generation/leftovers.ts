import { type Generation, leftoverOutputs } from "../../domain/generation/generation.ts";
import { env } from "../../runtime/env.ts";
import { objectKeys } from "../keys.ts";
import { deleteObjects } from "../objects.ts";

/** Deletes the pictures that a job which has ended may have stored and does not refer to. */
export async function removeLeftovers(job: Generation): Promise<void> {
  const { organization_id, job_id } = job;
  for (const outputId of leftoverOutputs(job)) {
    const keys = [
      objectKeys.output(organization_id, job_id, outputId),
      objectKeys.preview(organization_id, outputId, "original"),
      objectKeys.preview(organization_id, outputId, "altered"),
    ];
    for (const key of job.disclosure === "label_and_page" ? keys : keys.slice(0, 1))
      await deleteObjects(env("BUCKET_NAME"), key);
  }
}
