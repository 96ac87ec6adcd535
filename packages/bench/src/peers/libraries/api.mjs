import { authenticate } from "service/lambdas/api/chain/authenticate.ts";
import { envelope } from "service/lambdas/api/chain/http.ts";
import { jobIdOf } from "service/lambdas/api/chain/path-parameters.ts";
import { countRequest, rateLimitHeaders, withinLimits } from "service/lambdas/api/chain/rate-limit.ts";
import { statusOf } from "service/lambdas/api/chain/responses.ts";
import { Refusal } from "service/lambdas/domain/errors.ts";
import { generationView } from "service/lambdas/domain/generation/view.ts";
import { findGeneration } from "service/lambdas/storage/generation/generations.ts";
import { signPictures } from "service/lambdas/storage/generation/signed-pictures.ts";

/** The work of GET /api/v1/generations/{job_id}, which the frameworks share with ours: only the chain around it differs. */
export const path = "/api/v1/generations/:job_id";

/** Finds the caller and counts the request; `known` is the context of the request. */
export async function admit(event, known) {
  await authenticate().before({ event, context: known });
  countRequest("get_generation").before({ event, context: known });
}

export async function readJob(event, { caller, rate }) {
  const now = new Date();
  const jobId = jobIdOf(event);
  const [job] = await Promise.all([
    findGeneration(caller.organization.organization_id, jobId),
    withinLimits(rate),
  ]);
  if (!job) throw new Refusal("not_found", "There is no generation with this id.");
  return generationView(job, await signPictures(job, now));
}

export const headersOf = async (event, { rate }) => ({
  ...(await rateLimitHeaders(rate)),
  "Cache-Control": "no-store",
  "x-request-id": event.requestContext.requestId,
});

export const refusalOf = (error) =>
  error instanceof Refusal
    ? { status: statusOf[error.code], body: envelope(error.code, error.message, false, error.retryAfter) }
    : { status: 500, body: envelope("internal_error", "An unexpected error occurred.", true, null) };
