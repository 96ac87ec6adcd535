import type { Generation } from "../../domain/generation/generation.ts";
import { removeFromSweep } from "../generation/sweeping.ts";
import { publishCompletion } from "./events.ts";

/** Announces that a job has ended. It stays on the sweeper's list until that is done: no announcement is lost. */
export async function announceCompletion(job: Generation): Promise<void> {
  await publishCompletion(job);
  await removeFromSweep(job);
}
