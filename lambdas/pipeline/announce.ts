import type { Generation } from "../domain/generation.ts";
import { publishCompletion } from "../storage/events.ts";
import { takeOffTheList } from "../storage/open-work.ts";

/** Announces the end of a job. Until that is done the job stays on the sweeper's list, so that no end goes unheard. */
export async function announceEnd(job: Generation): Promise<void> {
  await publishCompletion(job);
  await takeOffTheList(job);
}
