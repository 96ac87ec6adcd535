import { notFound } from "../../domain/errors.ts";
import { json } from "../../runtime/http.ts";
import { generationView } from "../../storage/generation-view.ts";
import { findGeneration } from "../../storage/generations.ts";
import { apiHandler } from "../api-handler.ts";
import { GetGeneration } from "../operations.ts";
import { jobIdOf } from "../path.ts";
import type { GenerationJob } from "../resources.ts";

/** GET /api/v1/generations/{job_id} */
export const handler = apiHandler(GetGeneration, {
  parse: jobIdOf,
  read: ({ caller, input: jobId }) => findGeneration(caller.organization.organization_id, jobId),
  answer: async (job, { now }) => {
    if (!job) throw notFound("generation");
    const view: GenerationJob = await generationView(job, now);
    return json(200, view);
  },
});
