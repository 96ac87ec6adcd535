import { type GenerationJob, JobFailedError, type WaitOptions } from "@image-staging/client";
import * as v from "valibot";
import { jobId, waitSeconds } from "../inputs.ts";
import { Job } from "../job.ts";
import { shown } from "../shown.ts";
import { tool } from "../tool.ts";
import { waited } from "../waiting.ts";

const Input = v.strictObject({
  job_id: jobId,
  wait_seconds: waitSeconds(0),
  pictures: v.optional(
    v.pipe(v.boolean(), v.description("Whether to show the pictures, too. True if you omit it.")),
    true,
  ),
});

export const getGeneration = tool(
  "get_generation",
  {
    title: "Look at a job",
    description:
      "Reads one job: its state, what was asked for, and its pictures with fresh links. Can wait for a job that has not ended.",
    input: Input,
    output: Job,
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  async (input, { staging }, context) => {
    const { job_id, wait_seconds, pictures } = input;
    const wait = (options: WaitOptions<GenerationJob>) =>
      staging.generations.wait(job_id, options).catch(jobOfFailure);
    const job = await waited(wait, wait_seconds, context);
    return shown(staging, job, pictures, context.mcpReq.signal);
  },
);

/** To read a job that has failed is no failure. */
function jobOfFailure(error: unknown): GenerationJob {
  if (error instanceof JobFailedError) return error.job;
  throw error;
}
