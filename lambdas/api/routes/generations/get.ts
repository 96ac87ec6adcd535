import { notFound } from "../../../domain/errors.ts";
import { generationView } from "../../../domain/generation/view.ts";
import { findGeneration } from "../../../storage/generation/generations.ts";
import { signPictures } from "../../../storage/generation/signed-pictures.ts";
import { json } from "../../chain/http.ts";
import { jobIdOf } from "../../chain/path-parameters.ts";
import { route } from "../../chain/route.ts";
import { GetGeneration } from "../../contract/generations/get.ts";

/** GET /api/v1/generations/{job_id} */
export const handler = route(GetGeneration, {
  parse: ({ event }) => jobIdOf(event),
  read: ({ caller, input: jobId }) => findGeneration(caller.organization.organization_id, jobId),
  answer: async (job, { now }) => {
    if (!job) throw notFound("generation");
    return json(200, generationView(job, await signPictures(job, now)));
  },
});
