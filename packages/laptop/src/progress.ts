import * as v from "valibot";

/** What the model is at with a job, and which part of its pictures is done, from 0 to 1. */
const Said = v.object({ job_id: v.string(), stage: v.string(), done: v.number() });
type Progress = Pick<v.InferOutput<typeof Said>, "stage" | "done">;

const most = 50;

/** What the local model last said about each of the last jobs, for the playground. No deployed stage has it. */
export function createProgress() {
  const latest = new Map<string, Progress>();
  return {
    hear: (message: unknown): void => {
      const { job_id, ...progress } = v.parse(Said, message);
      latest.delete(job_id);
      latest.set(job_id, progress);
      for (const oldest of latest.keys()) if (latest.size > most) latest.delete(oldest);
    },
    /** Null if the model said nothing about the job. */
    of: (jobId: string): Progress | null => latest.get(jobId) ?? null,
  };
}
