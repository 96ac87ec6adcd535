import { notFound } from "../../domain/errors.ts";
import { json } from "../../runtime/http.ts";
import { generationView } from "../../storage/generation-view.ts";
import { findGeneration } from "../../storage/generations.ts";
import { apiHandler } from "../api-handler.ts";
import { jobIdOf } from "../path.ts";

/** GET /api/v1/generations/{job_id} */
export const handler = apiHandler({
  counter: "get_generation",
  parse: jobIdOf,
  read: ({ caller, input: jobId }) => findGeneration(caller.organization.organization_id, jobId),
  answer: async (job, { now }) => {
    if (!job) throw notFound("generation");
    return json(200, await generationView(job, now));
  },
});
