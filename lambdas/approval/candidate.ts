import type { Generation } from "../domain/generation/generation.ts";
import type { ModelResponse } from "../domain/generation/inference.ts";
import type { Dimensions } from "../domain/source-asset/dimensions.ts";
import type { SourceAsset } from "../domain/source-asset/ingest.ts";
import type { Log } from "../runtime/log.ts";
import { maskPixelsOf, type Pixels, pixelsOf, readHeader, release } from "../runtime/picture/decoder.ts";
import { formatOf } from "../runtime/picture/format.ts";
import { applyMask, openingSharesUnder } from "./compose.ts";
import { isJudgedForDrift, judgeDrift } from "./drift.ts";
import { judgeEmptied, staysOutside } from "./emptied.ts";
import { judgeGrade } from "./grade.ts";
import { type Homography, keptBy } from "./homography.ts";
import { approveCandidate, type Measures, type Verdict } from "./judge.ts";
import { judgeMask, type MaskRejection } from "./mask.ts";
import { measureCandidate } from "./measure/measure-candidate.ts";
import { measureDrift, measureMasked } from "./measure/measure-drift.ts";
import { measureGrade } from "./measure/measure-grade.ts";
import { approvalPolicy, requiresMask } from "./policy.ts";
import type { ApprovalSettings } from "./settings.ts";

/** Openings are looked for in photos alone. */
const noOpenings = { openingShare: 0, windowShare: 0 };

type Candidate = ModelResponse["candidates"][number];

/** What a model answered in one attempt, and how to read what it stored; no bytes if there is nothing to read. */
export type Answered = {
  candidates: readonly Candidate[];
  read: (part: "candidate" | "candidateMask", candidateId: string) => Promise<Buffer>;
};

/** What candidates are judged by: their job, its source asset with its picture and mask, and the stage's settings. */
export type Judging = {
  job: Generation;
  asset: SourceAsset;
  source: Buffer;
  /** What the job's caller marked as what may be removed, if anything. */
  marked?: Buffer | undefined;
  settings: ApprovalSettings;
};

/** A candidate with its verdict, the picture that would leave, and the part of the source in it if that was set upright. */
export type Judged = {
  candidate_id: string;
  score: number;
  verdict: Verdict;
  picture: Buffer | Pixels;
  /** Its edit mask as the model stored it, if the picture was composed by one. */
  mask: Buffer | undefined;
  kept: number | undefined;
};

/** Judges all candidates of a job, those of each attempt apart, and logs measures and verdicts. Its source is decoded once. */
export async function judgeAll(
  attempts: readonly Answered[],
  { source, marked, ...judging }: Judging,
  log: Log,
): Promise<Judged[][]> {
  const decoded = await pixelsOf(source);
  const mask = marked && (await maskPixelsOf(marked));
  const judged: Judged[][] = [];
  for (const { candidates, read } of attempts) {
    const ofAttempt: Judged[] = [];
    for (const candidate of candidates)
      ofAttempt.push(await judge(candidate, { ...judging, source: decoded, marked: mask, read }, log));
    judged.push(ofAttempt);
  }
  release(decoded);
  return judged;
}

type Made = Omit<Judging, "source" | "marked"> &
  Pick<Answered, "read"> & { source: Pixels; marked: Pixels | undefined };

/** Reads, composes, measures and judges one candidate by the policy of its job's workflow and the stage's settings. */
async function judge(candidate: Candidate, made: Made, log: Log): Promise<Judged> {
  const { job, asset, settings } = made;
  const { candidate_id, score } = candidate;
  const stored = await made.read("candidate", candidate_id);
  const opened = await open(stored, made.source).catch(() => undefined);
  const composed = opened && (await compose(opened.pixels, candidate, made));
  const homography = job.mode === null ? candidate.homography : undefined;
  const measures = await measure(opened, composed, homography, made.source);
  const looked = opened && showsRoom(made) ? await look(opened.pixels, candidate, made) : undefined;
  const expected = { width: asset.width, height: asset.height };
  const opinion = { ...candidate, expected, mask: composed?.refusal, ...looked?.opinion };
  const policy = approvalPolicy(job.workflow, job.capture_type);
  const verdict = approveCandidate(measures, opinion, policy, settings.approval);
  log.info("A candidate is judged", {
    ...candidate,
    measures: { ...measures, ...looked?.measured },
    verdict,
  });
  const kept = homography && keptBy(homography);
  const judged = { candidate_id, score, verdict, mask: composed?.mask, kept };
  if (opened && composed?.isComposed) return { ...judged, picture: opened.pixels };
  if (opened) release(opened.pixels);
  return { ...judged, picture: stored };
}

/** A candidate's format and size, and its samples in its source's size, so that they never need more memory. */
type Opened = Dimensions & { format: string; pixels: Pixels };

/** Throws if the candidate is no whole picture. */
async function open(stored: Buffer, source: Pixels): Promise<Opened | undefined> {
  const format = formatOf(stored);
  if (!format) return undefined;
  const { width, height } = (await readHeader(stored)).autoOrient;
  const isSameSize = width === source.width && height === source.height;
  const pixels = await pixelsOf(stored, isSameSize ? undefined : source);
  return { format, width, height, pixels };
}

type Composed = { isComposed: boolean; mask?: Buffer; refusal?: MaskRejection | undefined };

/**
 * Turns a candidate into the picture that would leave. If the model says where it edited, the source's pixels stay everywhere
 * else, so that nothing else can have changed. An enhancement grades the whole picture and has no mask.
 */
async function compose(
  pixels: Pixels,
  { candidate_id, mask }: Candidate,
  { job, source, settings, read }: Made,
): Promise<Composed> {
  if (job.mode === null) return { isComposed: false };
  if (!mask)
    return { isComposed: false, ...(requiresMask(job, settings.masks) && { refusal: "mask_missing" }) };
  const stored = await read("candidateMask", candidate_id);
  const edited = await applyMask(pixels, stored, source);
  if (!edited) return { isComposed: false, refusal: "mask_unreadable" };
  const isPhoto = job.capture_type === "photo";
  const openings = isPhoto ? await openingSharesUnder(edited.mask, source) : noOpenings;
  release(edited.mask);
  return { isComposed: true, mask: stored, refusal: judgeMask({ ...edited.edit, ...openings }, job.mode) };
}

async function measure(
  opened: Opened | undefined,
  composed: Composed | undefined,
  homography: Homography | undefined,
  source: Pixels,
): Promise<Measures> {
  if (!opened) return { decodes: false };
  const { width, height } = opened;
  const format = composed?.isComposed ? "composed" : opened.format;
  const comparison = await measureCandidate(opened.pixels, source, homography);
  return { decodes: true, format, width, height, ...comparison };
}

/** Whether candidates show the room itself. The simulated model, which answers sandboxes, makes labelled drawings. */
const showsRoom = ({ job: { mode, sandbox }, settings }: Made): boolean =>
  (mode === null || isJudgedForDrift(mode)) && !sandbox && settings.judgesDrift;

/** Measures and judges what a candidate changed that a listing must not: of an enhancement, all but its grade. */
async function look(pixels: Pixels, { homography, mask }: Candidate, { job, source, marked }: Made) {
  const { mode } = job;
  if (mode === null) {
    const measured = await measureGrade(pixels, source, homography);
    return { measured, opinion: { drift: judgeGrade(measured, homography) } };
  }
  if (!marked) {
    const measured = await measureDrift(pixels, source);
    return { measured, opinion: { drift: judgeDrift(measured, mode, mask) } };
  }
  const { drift, emptied } = await measureMasked(pixels, source, marked);
  // New furniture and finishes hide what was removed: only what is emptied shows all of it.
  if (mode !== "clean") return { measured: drift, opinion: { drift: judgeDrift(drift, mode, mask) } };
  const opinion = { drift: judgeDrift(drift, mode, mask, staysOutside), emptied: judgeEmptied(emptied) };
  return { measured: { ...drift, ...emptied }, opinion };
}
