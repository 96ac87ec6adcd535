import type { Generation } from "../domain/generation/generation.ts";
import { removeFromSweep } from "../storage/generation/sweeping.ts";
import { publishCompletion } from "../storage/webhook/events.ts";

/** Announces the end of a job. Until that is done the job stays on the sweeper's list, so that no end goes unheard. */
export async function announceEnd(job: Generation): Promise<void> {
  await publishCompletion(job);
  await removeFromSweep(job);
}
