import * as v from "valibot";
import { jobId } from "../inputs.ts";
import { Job } from "../job.ts";
import { shown } from "../shown.ts";
import { tool } from "../tool.ts";

const Input = v.strictObject({ job_id: jobId });

export const cancelGeneration = tool(
  "cancel_generation",
  {
    title: "Cancel a job",
    description:
      "Ends a job that has not ended: it fails with cancelled, and no unit is used. A job that has ended stays as it is.",
    input: Input,
    output: Job,
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  },
  async ({ job_id }, { staging }, context) => {
    const { signal } = context.mcpReq;
    const job = await staging.generations.cancel(job_id, { signal });
    return shown(staging, job, false, signal);
  },
);
