import * as v from "valibot";
import { JobFailure } from "../domain/failures.ts";
import { approvalPolicy, approveCandidate, selectOutputs } from "../domain/generation/approval.ts";
import { type Generation, StoredOutput } from "../domain/generation/generation.ts";
import { ModelResponse } from "../domain/generation/inference.ts";
import { derivedId, disclosureIdBytes, disclosureIdOf } from "../domain/ids.ts";
import type { SourceAsset } from "../domain/source-asset/ingest.ts";
import type { Log } from "../runtime/log.ts";
import { countMetric } from "../runtime/metrics.ts";
import { encodeOutput } from "../runtime/picture/encode-output.ts";
import { measureCandidate } from "../runtime/picture/measure-candidate.ts";
import { systemRandom } from "../runtime/random.ts";
import { task } from "../runtime/task.ts";
import { disclosureUrl } from "../storage/generation/disclosure-url.ts";
import { type InferenceAttempt, objectKeys } from "../storage/keys.ts";
import { readObject, writeObject } from "../storage/objects.ts";
import { publishPage } from "./disclosure/publish-page.ts";
import { JobReference, loadAsset, loadOpenJob } from "./job.ts";

const ApprovedBefore = v.object({ ...JobReference.entries, outputs: v.array(StoredOutput) });
const Inferred = v.object({ ...JobReference.entries, attempt: v.string(), ...ModelResponse.entries });
const Input = v.union([ApprovedBefore, Inferred]);
type Inferred = v.InferOutput<typeof Inferred>;
/** A model can store anything under its URLs: an object larger than any picture of the right size is not read. */
const maxCandidateBytes = 64 * 1024 * 1024;
type Candidate = ModelResponse["candidates"][number];
type Judged = { score: number; approved: boolean; picture: Buffer };

/** Approves the best of the model's candidates. Outputs that were approved before pass through. */
export const handler = task(Input, async (input, log) =>
  "outputs" in input ? input : approveBest(input, log),
);

/**
 * Judges candidates by the workflow's policy and keeps the best: a primary and at most one alternate, re-encoded and
 * marked. Measures and verdicts are logged and not stored.
 */
async function approveBest({ candidates, ...attempt }: Inferred, log: Log) {
  const { organization_id, job_id } = attempt;
  const job = await loadOpenJob(attempt);
  const asset = await loadAsset(job);
  const source = await readObject(asset.object_key);
  if (!source) throw new Error(`The picture of source asset ${asset.source_asset_id} is gone.`);
  const judged: Judged[] = [];
  for (const candidate of candidates)
    judged.push(await judge(candidate, { job, asset, source, attempt }, log));
  const selected = selectOutputs(judged);
  if (selected.length === 0)
    throw new JobFailure(
      "no_approved_output",
      "No picture passed approval. Regenerating may give one that does.",
    );
  const outputs: StoredOutput[] = [];
  // One after the other: encoding one holds up to 67 megapixels.
  for (const { picture } of selected)
    outputs.push(await storeOutput(job, asset, { source, picture, rank: outputs.length + 1 }));
  return { organization_id, job_id, outputs };
}

async function judge(
  candidate: Candidate,
  {
    job,
    asset,
    source,
    attempt,
  }: { job: Generation; asset: SourceAsset; source: Buffer; attempt: InferenceAttempt },
  log: Log,
): Promise<Judged> {
  const key = objectKeys.candidate(attempt, candidate.candidate_id);
  const picture = (await readObject(key, maxCandidateBytes)) ?? Buffer.alloc(0);
  const measures = await measureCandidate(picture, source);
  const expected = { width: asset.width, height: asset.height };
  const policy = approvalPolicy(job.workflow, job.capture_type);
  const verdict = approveCandidate(measures, { ...candidate, expected }, policy);
  if (!verdict.approved && !job.sandbox) countMetric("CandidateRejected", { reason: verdict.reason });
  log.info("A candidate is judged", { ...candidate, measures, verdict });
  return { score: candidate.score, approved: verdict.approved, picture };
}

/** Stores an output as the job's disclosure wants it: with a label, and with a public page that the label leads to. */
async function storeOutput(
  job: Generation,
  asset: SourceAsset,
  { source, picture, rank }: { source: Buffer; picture: Buffer; rank: number },
): Promise<StoredOutput> {
  const output_id = derivedId("out", job.job_id, String(rank));
  const object_key = objectKeys.output(job.organization_id, job.job_id, output_id);
  const { workflow, capture_type, disclosure } = job;
  const { width, height } = asset;
  const panorama = capture_type === "panorama360" ? { width, height, poseHeading: asset.pose_heading } : null;
  const disclosure_id =
    disclosure === "label_and_page" ? disclosureIdOf(systemRandom.bytes(disclosureIdBytes)) : undefined;
  const label =
    disclosure === "none"
      ? null
      : {
          workflow,
          captureType: capture_type,
          size: { width, height },
          pageUrl: disclosure_id === undefined ? null : disclosureUrl(disclosure_id),
        };
  const output = await encodeOutput(picture, workflow, panorama, label);
  await writeObject(object_key, output, "image/jpeg");
  const created_at = new Date().toISOString();
  if (disclosure_id !== undefined)
    await publishPage(job, asset, { output_id, disclosure_id, created_at, source, output });
  return {
    output_id,
    rank,
    is_primary: rank === 1,
    object_key,
    cached: false,
    ...(disclosure_id !== undefined && { disclosure_id }),
    created_at,
  };
}
