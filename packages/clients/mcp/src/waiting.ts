import { DeadlineError, type GenerationJob, type Waitable, type WaitOptions } from "@image-staging/client";
import type { ServerContext } from "@modelcontextprotocol/server";

/** Shorter than the minute that many hosts give a tool. */
export const defaultWaitSeconds = 50;
export const maxWaitSeconds = 900;
/** Hosts that extend their limit with each notification need one now and then. */
const heartbeatMs = 5000;

type Wait = (options: WaitOptions<GenerationJob>) => Promise<GenerationJob>;

/**
 * Waits for a job, at most until `seconds` after the call began, and notifies the host of what it sees. Returns the job as
 * it was last seen if it takes longer. The wait ends with the request; the job does not, because a host cancels a
 * request also if it has waited long enough, and the job is half done by then. `cancel_generation` ends a job.
 */
export async function waited(wait: Wait, seconds: number, { mcpReq }: ServerContext): Promise<GenerationJob> {
  const began = performance.now();
  let seen = "The picture is being sent.";
  const token = mcpReq._meta?.progressToken;
  const notify = () => {
    if (token === undefined) return;
    const progress = Math.round(performance.now() - began) / 1000;
    const params = { progressToken: token, progress, message: seen };
    // A host that is gone needs no notification.
    mcpReq.notify({ method: "notifications/progress", params }).catch(() => {});
  };
  const heartbeat = setInterval(notify, heartbeatMs);
  try {
    notify();
    return await wait({
      deadlineMs: seconds * 1000,
      signal: mcpReq.signal,
      onStatus: ({ job_id, status }) => {
        seen = `${job_id}: ${status}`;
        notify();
      },
    });
  } catch (error) {
    if (error instanceof DeadlineError) return error.job;
    throw error;
  } finally {
    clearInterval(heartbeat);
  }
}

/** The wait for a job that is being created: what the creation takes counts, too. */
export const afterCreation =
  (create: () => Waitable<GenerationJob>): Wait =>
  async ({ deadlineMs = 0, ...options }) => {
    const began = performance.now();
    const job = create();
    await job;
    return job.wait({ ...options, deadlineMs: Math.max(0, deadlineMs - (performance.now() - began)) });
  };
