import { notFound, rateLimited } from "../../../domain/errors.ts";
import { cancelledJob, type Generation, isTerminal } from "../../../domain/generation/generation.ts";
import { generationView } from "../../../domain/generation/view.ts";
import { nextChangeAt } from "../../../domain/times.ts";
import { announceCompletion } from "../../../orchestration/events.ts";
import { endWaiting } from "../../../orchestration/waiting-tasks.ts";
import { errorForLog } from "../../../runtime/log.ts";
import { isContention } from "../../../storage/contention.ts";
import { cancelGeneration, findForCancel } from "../../../storage/generation/cancel.ts";
import { findGeneration } from "../../../storage/generation/generations.ts";
import { signPictures } from "../../../storage/generation/signed-pictures.ts";
import { type IdempotencyClaim, keepResponse } from "../../../storage/idempotency.ts";
import { readOptionalJson } from "../../chain/body.ts";
import { type Answer, answer, type Json, jsonOf } from "../../chain/http.ts";
import { parseInput } from "../../chain/parse-input.ts";
import { jobIdOf } from "../../chain/path-parameters.ts";
import { type ApiRequest, type ReceivedRequest, route } from "../../chain/route.ts";
import { CancelGeneration } from "../../contract/generations/cancel.ts";
import type { GenerationJob } from "../../contract/published/resources/generation-job.ts";
import { idempotencyClaimOf, replay, replayWinner } from "../../creation/idempotency.ts";

/** POST /api/v1/generations/{job_id}/cancel */
export const handler = route(CancelGeneration, {
  readBody: readOptionalJson,
  parse: parseCancel,
  read: ({ input, now }) => findForCancel(input.claim, input.jobId, now),
  answer: async ({ accepted, job }, request) => {
    if (accepted) return replay(accepted, request.input.claim);
    if (!job) throw notFound("generation");
    return cancel(job, request);
  },
});

function parseCancel({ event, caller, body }: ReceivedRequest) {
  const jobId = jobIdOf(event);
  parseInput(CancelGeneration.body, body.fields);
  return { jobId, claim: idempotencyClaimOf(event, caller, body) };
}

type CancelRequest = ApiRequest<{ jobId: string; claim: IdempotencyClaim }>;

/** Cancels a job, or answers with it as it ended. A job that moves on meanwhile is read again: it only moves forward. */
async function cancel(job: Generation, request: CancelRequest): Promise<Answer<GenerationJob>> {
  const { caller, input, now } = request;
  const { claim } = input;
  if (isTerminal(job.status)) {
    const response = await responseOf(job, now);
    const isKept = await keepResponse(claim, response.text, now);
    return isKept ? answer(200, response) : replayWinner(claim, now);
  }
  const at = nextChangeAt(job, now);
  const ended = cancelledJob(job, at);
  const response = await responseOf(ended, now);
  const write = { claim, organization: caller.organization, job, now: at };
  switch (await cancelGeneration(write, response.text).catch(refuseContention)) {
    case "accepted_before":
      return replayWinner(claim, now);
    case "job_has_moved_on": {
      const current = await findGeneration(job.organization_id, job.job_id);
      if (!current) throw notFound("generation");
      return cancel(current, request);
    }
    case "cancelled":
      await finishCancelled(ended, request);
      return answer(200, response);
  }
}

async function responseOf(job: Generation, now: Date): Promise<Json<GenerationJob>> {
  return jsonOf(generationView(job, await signPictures(job, now)));
}

function refuseContention(error: unknown): never {
  if (!isContention(error)) throw error;
  throw rateLimited("Too many jobs are being created or ended at once. Try again in a second.", 1);
}

/** The job has ended: what fails here is made up for. The sweeper announces it, and its tasks find it ended. */
async function finishCancelled(job: Generation, { log }: CancelRequest): Promise<void> {
  const { job_id } = job;
  const warn = (message: string) => (error: unknown) =>
    log.warn(message, { job_id, error: errorForLog(error) });
  await Promise.all([
    announceCompletion(job).catch(warn("The job is cancelled; the sweeper will announce it")),
    endWaiting(job).catch(warn("The job is cancelled, but its execution may wait for the model")),
  ]);
  log.info("The job is cancelled", { job_id });
}
