import * as v from "valibot";
import { JobFailure } from "../domain/failures.ts";
import { approvalPolicy, approveCandidate, selectOutputs } from "../domain/generation/approval.ts";
import { judgeMask } from "../domain/generation/edit-mask.ts";
import { type Generation, outputIdOf, StoredOutput } from "../domain/generation/generation.ts";
import { ModelResponse, maxRejections } from "../domain/generation/inference.ts";
import { choosesItsEnding } from "../domain/generation/sandbox.ts";
import { disclosureIdOf } from "../domain/ids.ts";
import type { SourceAsset } from "../domain/source-asset/ingest.ts";
import { env } from "../runtime/env.ts";
import type { Log } from "../runtime/log.ts";
import { countMetric } from "../runtime/metrics.ts";
import type { Pixels } from "../runtime/picture/decoder.ts";
import { applyMask } from "../runtime/picture/edit-mask.ts";
import { encodeOutput } from "../runtime/picture/encode-output.ts";
import { measureCandidate } from "../runtime/picture/measure-candidate.ts";
import { task } from "../runtime/task.ts";
import { disclosureUrl, type InferenceAttempt, objectKeys } from "../storage/keys.ts";
import { readObject, writeObject } from "../storage/objects.ts";
import { findOrganization } from "../storage/organization/organizations.ts";
import { storePreviews } from "./disclosure/store-previews.ts";
import { JobReference, loadAsset, loadOpenJob, nothingApproved } from "./job.ts";

const ApprovedBefore = v.object({ ...JobReference.entries, outputs: v.array(StoredOutput) });
/** Executions that were started by an earlier version do not say when the model answered. */
const Inferred = v.object({
  ...JobReference.entries,
  attempt: v.string(),
  rejections: v.optional(v.number(), 0),
  answered_at: v.optional(v.string()),
  ...ModelResponse.entries,
});
const Input = v.union([ApprovedBefore, Inferred]);
type Inferred = v.InferOutput<typeof Inferred>;
/** A model can store anything under its URLs: an object larger than any picture of the right size is not read. */
const maxCandidateBytes = 64 * 1024 * 1024;
type Candidate = ModelResponse["candidates"][number];
type Judged = { score: number; approved: boolean; picture: Buffer | Pixels };

/** Approves the best of the model's candidates. Outputs that were approved before pass through. */
export const handler = task(Input, async (input, log) =>
  "outputs" in input ? input : approveBest(input, log),
);

/** Signals to the state machine, by its name, that the model should be asked again. */
class CandidatesRejected extends Error {
  constructor(jobId: string) {
    super(`Approval rejected every candidate of job ${jobId}.`);
    this.name = "candidates_rejected";
  }
}

/**
 * Judges candidates by the workflow's policy and keeps the best: a primary and, if the job asks for it, one alternate,
 * re-encoded and marked. Measures and verdicts are logged and not stored. A repeat stores the same bytes: nothing of them
 * depends on when or by whom it runs.
 */
async function approveBest({ candidates, rejections, answered_at, ...attempt }: Inferred, log: Log) {
  const { organization_id, job_id } = attempt;
  const job = await loadOpenJob(attempt);
  const asset = await loadAsset(job);
  const source = await readObject(asset.object_key);
  if (!source) throw new Error(`The picture of source asset ${asset.source_asset_id} is gone.`);
  const judged: Judged[] = [];
  for (const candidate of candidates)
    judged.push(await judge(candidate, { job, asset, source, attempt }, log));
  const selected = selectOutputs(judged, job.include_alternates);
  if (selected.length === 0) {
    if (rejections < maxRejections && !choosesItsEnding(job)) throw new CandidatesRejected(job_id);
    throw new JobFailure("no_approved_output", nothingApproved);
  }
  const secret = job.disclosure === "label_and_page" ? await findSecret(organization_id) : null;
  const outputs: StoredOutput[] = [];
  // One after the other: encoding one holds up to 67 megapixels.
  for (const { picture } of selected) {
    const output = newOutput(job, outputs.length + 1, answered_at ?? job.updated_at, secret);
    await storeOutput(job, asset, { source, picture }, output);
    outputs.push(output);
  }
  return { organization_id, job_id, outputs };
}

async function findSecret(organizationId: string): Promise<string> {
  const organization = await findOrganization(organizationId);
  if (!organization) throw new Error(`There is no organization ${organizationId}.`);
  return organization.cursor_key;
}

/** An output of a job; with a `secret`, it is going to have a public page, which is published when the job succeeds. */
function newOutput(
  { organization_id, job_id }: Generation,
  rank: number,
  created_at: string,
  secret: string | null,
): StoredOutput {
  const output_id = outputIdOf(job_id, rank);
  return {
    output_id,
    rank,
    is_primary: rank === 1,
    object_key: objectKeys.output(organization_id, job_id, output_id),
    cached: false,
    ...(secret !== null && { disclosure_id: disclosureIdOf(output_id, secret) }),
    created_at,
  };
}

type Made = { job: Generation; source: Buffer; attempt: InferenceAttempt };

/**
 * The picture that would leave: if the model said which pixels it edited, composed of the source's own pixels and the candidate's,
 * so that nothing else can have changed. An enhancement grades the whole picture and has no mask.
 */
async function readCandidate({ candidate_id, mask }: Candidate, { job, source, attempt }: Made) {
  const read = async (key: string) => (await readObject(key, maxCandidateBytes)) ?? Buffer.alloc(0);
  const picture = await read(objectKeys.candidate(attempt, candidate_id));
  if (!mask || job.mode === null) return { picture };
  const edited = await applyMask(
    picture,
    await read(objectKeys.candidateMask(attempt, candidate_id)),
    source,
  );
  if (!edited) return { picture, mask: "mask_unreadable" as const };
  return { picture: edited.picture, mask: judgeMask(edited.edit, job.mode) };
}

async function judge(
  candidate: Candidate,
  { job, asset, source, attempt }: Made & { asset: SourceAsset },
  log: Log,
): Promise<Judged> {
  const { picture, mask } = await readCandidate(candidate, { job, source, attempt });
  const measures = await measureCandidate(picture, source);
  const expected = { width: asset.width, height: asset.height };
  const policy = approvalPolicy(job.workflow, job.capture_type);
  const verdict = approveCandidate(measures, { ...candidate, expected, mask }, policy);
  if (!verdict.approved && !job.sandbox) countMetric("CandidateRejected", { reason: verdict.reason });
  log.info("A candidate is judged", { ...candidate, measures, verdict });
  return { score: candidate.score, approved: verdict.approved, picture };
}

/**
 * Stores the picture of an output as the job's disclosure wants it: with a label, and with what the page shows to which that
 * leads.
 */
async function storeOutput(
  job: Generation,
  { width, height, pose_heading }: SourceAsset,
  { source, picture }: { source: Buffer; picture: Buffer | Pixels },
  stored: StoredOutput,
): Promise<void> {
  const { object_key, disclosure_id } = stored;
  const { workflow, capture_type, disclosure } = job;
  const panorama = capture_type === "panorama360" ? { width, height, poseHeading: pose_heading } : null;
  const label =
    disclosure === "none"
      ? null
      : {
          workflow,
          captureType: capture_type,
          size: { width, height },
          pageUrl: disclosure_id === undefined ? null : disclosureUrl(env("PUBLIC_BASE_URL"), disclosure_id),
        };
  const output = await encodeOutput(picture, workflow, panorama, label);
  await writeObject(object_key, output, "image/jpeg");
  if (disclosure_id !== undefined) await storePreviews(job, stored, { source, output });
}
