import * as v from "valibot";
import type { Generation } from "../domain/generation/generation.ts";
import type { ModelResponse } from "../domain/generation/inference.ts";
import type { SourceAsset } from "../domain/source-asset/ingest.ts";
import { env } from "../runtime/env.ts";
import type { Log } from "../runtime/log.ts";
import { type Pixels, release } from "../runtime/picture/decoder.ts";
import { type InferenceAttempt, objectKeys } from "../storage/keys.ts";
import { readObject } from "../storage/objects.ts";
import { applyMask, openingSharesUnder } from "./compose.ts";
import { approvals, isJudgedForDrift, judgeDrift } from "./drift.ts";
import { judgeGrade } from "./grade.ts";
import { keptBy } from "./homography.ts";
import { approvalPolicy, approveCandidate, type Verdict } from "./judge.ts";
import { judgeMask, type MaskRejection } from "./mask.ts";
import { measureCandidate } from "./measure/measure-candidate.ts";
import { measureDrift } from "./measure/measure-drift.ts";
import { measureGrade } from "./measure/measure-grade.ts";

/** A model can store anything under its URLs: an object larger than any picture of the right size is not read. */
const maxCandidateBytes = 64 * 1024 * 1024;

/** Openings are looked for in photos alone. */
const noOpenings = { openingShare: 0, windowShare: 0 };

type Candidate = ModelResponse["candidates"][number];

/** What a candidate is judged by: its job and attempt, and the picture that it was made from. */
export type Made = { job: Generation; asset: SourceAsset; source: Buffer; attempt: InferenceAttempt };

/** A candidate with its verdict, the picture that would leave, and the part of the source in it if that was set upright. */
export type Judged = {
  candidate_id: string;
  score: number;
  verdict: Verdict;
  picture: Buffer | Pixels;
  kept: number | undefined;
};

/** Judges one candidate by the policy of its job's workflow and the stage's settings, and logs measures and verdict. */
export async function judge(candidate: Candidate, made: Made, log: Log): Promise<Judged> {
  const { job, asset, source } = made;
  const { picture, mask } = await readCandidate(candidate, made);
  const homography = job.mode === null ? candidate.homography : undefined;
  const measures = await measureCandidate(picture, source, homography);
  const expected = { width: asset.width, height: asset.height };
  const looked = measures.decodes && showsRoom(job) ? await look(picture, candidate, made) : undefined;
  const policy = approvalPolicy(job.workflow, job.capture_type);
  const approval = v.parse(v.picklist(approvals), env("APPROVAL"));
  const opinion = { ...candidate, expected, mask, drift: looked?.drift };
  const verdict = approveCandidate(measures, opinion, policy, approval);
  log.info("A candidate is judged", {
    ...candidate,
    measures: { ...measures, ...looked?.measured },
    verdict,
  });
  const kept = homography && keptBy(homography);
  return { candidate_id: candidate.candidate_id, score: candidate.score, verdict, picture, kept };
}

/** Measures and judges what a candidate changed that a listing must not: of an enhancement, all but its grade. */
async function look(picture: Buffer | Pixels, { homography, mask }: Candidate, { job, source }: Made) {
  if (job.mode === null) {
    const measured = await measureGrade(picture, source, homography);
    return { measured, drift: judgeGrade(measured, homography) };
  }
  const measured = await measureDrift(picture, source);
  return { measured, drift: judgeDrift(measured, job.mode, mask) };
}

/** Whether candidates show the room itself. The simulated model, which answers sandboxes, makes labelled drawings. */
const showsRoom = ({ mode, sandbox }: Generation): boolean =>
  (mode === null || isJudgedForDrift(mode)) && !sandbox && env("JUDGE_DRIFT") === "true";

/**
 * The picture that would leave: if the model said where it edited, composed of the source's own pixels and the candidate's,
 * so that nothing else can have changed. An enhancement grades the whole picture and has no mask, and
 * the simulated model, which answers sandboxes, gives none.
 */
async function readCandidate(
  { candidate_id, mask }: Candidate,
  { job, source, attempt }: Made,
): Promise<{ picture: Buffer | Pixels; mask?: MaskRejection | undefined }> {
  const read = async (key: string) => (await readObject(key, maxCandidateBytes)) ?? Buffer.alloc(0);
  const picture = await read(objectKeys.candidate(attempt, candidate_id));
  if (job.mode === null) return { picture };
  if (!mask)
    return env("REQUIRE_MASK") === "true" && !job.sandbox ? { picture, mask: "mask_missing" } : { picture };
  const edited = await applyMask(
    picture,
    await read(objectKeys.candidateMask(attempt, candidate_id)),
    source,
  );
  if (!edited) return { picture, mask: "mask_unreadable" };
  const isPhoto = job.capture_type === "photo";
  const openings = isPhoto ? await openingSharesUnder(edited.mask, source) : noOpenings;
  release(edited.mask);
  return { picture: edited.picture, mask: judgeMask({ ...edited.edit, ...openings }, job.mode) };
}
