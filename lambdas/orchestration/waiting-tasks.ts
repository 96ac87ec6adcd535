import type { Generation } from "../domain/generation/generation.ts";
import { listInferences } from "../storage/generation/pending-inferences.ts";
import { failTask } from "./executions.ts";

/**
 * Ends the task that waits for the model, if one does, so that the execution of a job that has ended does not wait
 * until its time-out. The model's answer then finds no task.
 */
export async function endWaiting(job: Generation): Promise<void> {
  const pending = await listInferences(job);
  const cause = `Job ${job.job_id} has ended already.`;
  await Promise.all(pending.map(({ task_token }) => failTask(task_token, "job_ended", cause)));
}
