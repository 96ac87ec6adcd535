import type { Dimensions } from "../domain/source-asset/dimensions.ts";
import type { DriftFinding, DriftVerdict } from "./drift.ts";
import type { EmptiedVerdict } from "./emptied.ts";
import type { MaskRejection } from "./mask.ts";
import type { Approval, ApprovalPolicy } from "./policy.ts";
import type { RejectionReason } from "./verdicts.ts";

/**
 * What a comparison with the source measured, each from 0 to 1. `spread` is the standard deviation of a candidate's luminance.
 * `difference` is the mean difference from the source in the window that changed most. `structure` is how much of the
 * source's pattern of light and dark is still in place: 1 for any regrading of the source, about 0.1 for another picture.
 * measure/comparison.ts has the arithmetic.
 */
export type Comparison = { spread: number; difference: number; structure: number };

/** What was measured on a candidate. */
export type Measures = { decodes: false } | ({ decodes: true; format: string } & Dimensions & Comparison);

/** What the model says about a candidate (`score` is from 0 to 1), and the size that the candidate must have. */
export interface ModelOpinion {
  score: number;
  safe: boolean;
  expected: Dimensions;
  /** What is wrong with the edit mask, if anything is. */
  mask?: MaskRejection | undefined;
  /** What drifted from the room, if that was measured. */
  drift?: DriftFinding | undefined;
  /** What is wrong with the place of what was removed, if a mask says what that was. */
  emptied?: EmptiedVerdict | undefined;
}

/** An approved candidate can be suspected of a drift that pictures alone cannot prove. */
export type Verdict =
  | { approved: true; suspected?: DriftVerdict }
  | { approved: false; reason: RejectionReason };

/**
 * Whether a candidate may be shown to a caller; if not, the first check that it fails is the reason. A measure that is
 * not a number fails its check. "strict" refuses what is only suspected.
 */
export function approveCandidate(
  measures: Measures,
  opinion: ModelOpinion,
  policy: ApprovalPolicy,
  approval: Approval = "balanced",
): Verdict {
  const suspected = opinion.drift?.suspected;
  const reason = rejection(measures, opinion, policy) ?? (approval === "strict" ? suspected : undefined);
  if (reason) return { approved: false, reason };
  return suspected ? { approved: true, suspected } : { approved: true };
}

function rejection(
  measures: Measures,
  { score, safe, expected, mask, drift, emptied }: ModelOpinion,
  policy: ApprovalPolicy,
): RejectionReason | undefined {
  if (!measures.decodes) return "undecodable";
  if (measures.width !== expected.width || measures.height !== expected.height) return "wrong_size";
  if (mask !== undefined) return mask;
  if (!(measures.spread >= policy.minSpread)) return "blank";
  if (!(measures.difference >= policy.minDifference)) return "same_as_source";
  if (!(measures.structure >= policy.minStructure)) return "structure_lost";
  if (drift?.certain) return drift.certain;
  if (emptied) return emptied;
  if (!safe) return "unsafe";
  return score >= policy.minScore ? undefined : "score_below_bar";
}

/**
 * The outputs of a job, primary first: the best approved candidate, and the next one if an alternate is asked for. What is
 * suspected of drift comes last. Equal scores keep the model's order.
 */
export function selectOutputs<T extends { score: number; verdict: Verdict }>(
  candidates: readonly T[],
  includeAlternates: boolean,
): T[] {
  const approved = candidates.filter(({ verdict }) => verdict.approved);
  const trust = (candidate: T) => (isSuspected(candidate) ? 0 : 1);
  return approved
    .sort((a, b) => trust(b) - trust(a) || b.score - a.score)
    .slice(0, includeAlternates ? 2 : 1);
}

export const isSuspected = ({ verdict }: { verdict: Verdict }): boolean =>
  verdict.approved && verdict.suspected !== undefined;
