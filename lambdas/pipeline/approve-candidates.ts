import * as v from "valibot";
import { type Answered, type Judged, judgeAll } from "../approval/candidate.ts";
import { isSuspected, selectOutputs } from "../approval/judge.ts";
import { type ApprovalSettings, approvalSettings } from "../approval/settings.ts";
import { nothingApproved } from "../approval/verdicts.ts";
import { JobFailure } from "../domain/failures.ts";
import { type Generation, outputIdOf, StoredOutput } from "../domain/generation/generation.ts";
import {
  candidatesRejected,
  candidatesSuspected,
  Declined,
  ModelResponse,
  maxRejections,
  Suspected,
} from "../domain/generation/inference.ts";
import { choosesItsEnding } from "../domain/generation/sandbox.ts";
import { disclosureIdOf } from "../domain/ids.ts";
import type { SourceAsset } from "../domain/source-asset/ingest.ts";
import { signingSettings } from "../runtime/credentials/settings.ts";
import type { Log } from "../runtime/log.ts";
import { countMetric } from "../runtime/metrics.ts";
import { task } from "../runtime/task.ts";
import { rememberRejections } from "../storage/generation/generations.ts";
import { type InferenceAttempt, objectKeys } from "../storage/object-keys.ts";
import { readObject } from "../storage/objects.ts";
import { findOrganization } from "../storage/organization/organizations.ts";
import { keepProposal } from "./approval/keep-proposal.ts";
import { storeOutput } from "./approval/store-output.ts";
import { JobReference, loadAsset, loadOpenJob, maskHashOf } from "./job.ts";

const ApprovedBefore = v.object({ ...JobReference.entries, outputs: v.array(StoredOutput) });
/** Executions that were started by an earlier version do not say when the model answered. */
const Inferred = v.object({
  ...JobReference.entries,
  attempt: v.string(),
  rejections: v.optional(v.number(), 0),
  answered_at: v.optional(v.string()),
  model_version: v.optional(v.string()),
  candidates: ModelResponse.entries.candidates,
  declined: v.optional(Declined),
  suspected: v.optional(Suspected),
});
const Input = v.union([ApprovedBefore, Inferred]);
type Inferred = v.InferOutput<typeof Inferred>;

/** Approves the best of the model's candidates. Outputs that were approved before pass through. */
export const handler = task(Input, async (input, log) =>
  "outputs" in input ? input : approveBest(input, log),
);

/** A model can store anything under its URLs: an object larger than any picture of the right size is not read. */
const maxCandidateBytes = 64 * 1024 * 1024;

/** What a warm container read from its environment. */
let settings: ApprovalSettings | null = null;

/** Signals to the state machine, by its name, that the model should be asked again. */
class AskAgain extends Error {
  constructor(name: typeof candidatesRejected | typeof candidatesSuspected, jobId: string) {
    super(`Approval wants other candidates of job ${jobId}.`);
    this.name = name;
  }
}

/**
 * Judges candidates by the workflow's policy and keeps the best: a primary and, if the job asks for it, one alternate,
 * re-encoded, marked and signed. Measures and verdicts are logged. If all are rejected, the model is asked again; if the best is
 * suspected of drift, once. A repeat stores the same picture: only its signature is another.
 */
async function approveBest(
  { candidates, declined, rejections, answered_at, model_version, suspected, ...attempt }: Inferred,
  log: Log,
) {
  const { organization_id, job_id } = attempt;
  const job = await loadOpenJob(attempt);
  const asset = await loadAsset(job);
  if (declined) {
    await keepProposal(attempt, job, asset, log);
    throw new ModelDeclined(declined.message);
  }
  const source = await readObject(asset.object_key);
  if (!source) throw new Error(`The picture of source asset ${asset.source_asset_id} is gone.`);
  const marked = await readMarked(job, asset);
  settings ??= approvalSettings();
  const answers = [answeredIn(attempt, candidates)];
  if (suspected) answers.push(answeredIn({ ...attempt, attempt: suspected.attempt }, suspected.candidates));
  const [judged = [], earlier = []] = await judgeAll(answers, { job, asset, source, marked, settings }, log);
  await keepRejections(job, attempt.attempt, judged);
  const selected = selectOutputs([...judged, ...earlier], job.include_alternates);
  const mayAsk = rejections < maxRejections && !choosesItsEnding(job);
  const [best] = selected;
  if (!best) {
    if (mayAsk) throw new AskAgain(candidatesRejected, job_id);
    throw new JobFailure("no_approved_output", nothingApproved(judged.flatMap(reasonOf)));
  }
  if (isSuspected(best) && mayAsk && rejections === 0) throw new AskAgain(candidatesSuspected, job_id);
  const secret = job.disclosure === "label_and_page" ? await findSecret(organization_id) : null;
  const outputs: StoredOutput[] = [];
  // One after the other: encoding one holds up to 67 megapixels.
  for (const { picture, mask, kept } of selected) {
    const made = {
      rank: outputs.length + 1,
      at: answered_at ?? job.updated_at,
      isMasked: mask !== undefined,
    };
    const output = newOutput(job, made, secret);
    await storeOutput(
      { job, asset, source, picture, mask, kept, modelVersion: model_version ?? null },
      output,
      log,
    );
    outputs.push(output);
  }
  return { organization_id, job_id, outputs };
}

/** The mask of what may be removed from a job's picture, if its caller sent one. */
async function readMarked(job: Generation, asset: SourceAsset): Promise<Buffer | undefined> {
  const hash = maskHashOf(job);
  if (hash === null) return undefined;
  const mask = await readObject(objectKeys.mask(job.organization_id, asset.source_asset_id, hash));
  if (!mask) throw new Error(`The mask of job ${job.job_id} is gone.`);
  return mask;
}

/** What an attempt's model answered and stored. */
const answeredIn = (attempt: InferenceAttempt, candidates: Inferred["candidates"]): Answered => ({
  candidates,
  read: async (part, candidateId) =>
    (await readObject(objectKeys[part](attempt, candidateId), maxCandidateBytes)) ?? Buffer.alloc(0),
});

/** Signals to the state machine, by its name, that the model declined; its message is for callers. */
class ModelDeclined extends Error {
  constructor(message: string) {
    super(message);
    this.name = "inference_declined";
  }
}

const reasonOf = ({ verdict }: Judged) => (verdict.approved ? [] : [verdict.reason]);

/** For the operator. Jobs of sandboxes are not counted: a rejection that a partner asks for must not wake anyone. */
async function keepRejections(job: Generation, attempt: string, judged: readonly Judged[]): Promise<void> {
  const refused = judged.flatMap((candidate) =>
    reasonOf(candidate).map((reason) => ({ attempt, candidate_id: candidate.candidate_id, reason })),
  );
  const doubted = judged.flatMap(({ candidate_id, verdict }) =>
    verdict.approved && verdict.suspected
      ? [{ attempt, candidate_id, reason: verdict.suspected, suspected: true }]
      : [],
  );
  if (refused.length + doubted.length === 0) return;
  await rememberRejections(job, attempt, [...refused, ...doubted]);
  if (job.sandbox) return;
  for (const refusal of refused) countMetric("CandidateRejected", { reason: refusal.reason });
  for (const doubt of doubted) countMetric("CandidateSuspected", { reason: doubt.reason });
}

async function findSecret(organizationId: string): Promise<string> {
  const organization = await findOrganization(organizationId);
  if (!organization) throw new Error(`There is no organization ${organizationId}.`);
  return organization.cursor_key;
}

/** An output of a job; with a `secret`, it is going to have a public page, which is published when the job succeeds. */
function newOutput(
  { organization_id, job_id }: Generation,
  { rank, at, isMasked }: { rank: number; at: string; isMasked: boolean },
  secret: string | null,
): StoredOutput {
  const output_id = outputIdOf(job_id, rank);
  return {
    output_id,
    rank,
    is_primary: rank === 1,
    object_key: objectKeys.output(organization_id, job_id, output_id),
    ...(isMasked && { mask_key: objectKeys.outputMask(organization_id, job_id, output_id) }),
    cached: false,
    ...(secret !== null && { disclosure_id: disclosureIdOf(output_id, secret) }),
    ...(signingSettings() !== null && { signed: true }),
    created_at: at,
  };
}
