import type { EdgeField } from "@image-staging/picture/edge-field";
import type { WorkingCopy } from "@image-staging/picture/working-copy";
import type { Camera } from "@image-staging/tracer/scene";
import type { Segment } from "../camera/segments.ts";
import { minimised } from "../simplex.ts";
import { type Box, conflictWeight, type Evidence } from "./box.ts";
import { type Coarse, coarseLikeness, coarseOf } from "./coarse.ts";
import { contradicted, witnessesOf } from "./conflicts.ts";
import { colourBinsOf, floorLikeness } from "./floor-colour.ts";
import { type Foot, lowered, onFoot } from "./on-foot.ts";
import { floorOf, type Quality, qualityOf } from "./quality.ts";
import { edgeScoreOf, scoresBy } from "./score.ts";
import { searchBoxes } from "./search.ts";
import type { EdgeSums } from "./tables.ts";
import { toldByColours } from "./told-by-colours.ts";

export interface FoundBox extends Quality, Foot {
  /** How much edges and colours speak for it: more for one than for another of the same picture. */
  score: number;
}

/** How much the floor's colour counts in each hypothesis: where wall and floor look alike, it misleads and edges do not. */
const trusts = [1, 0.05] as const;
/** By how much of its score the second hypothesis must be better. */
const margin = 0.025;
/** How much less, as a share of what edges say, colours tell of a floor that ends at its own joints (0.07 to 0.3). */
const leastUntold = 0.055;
/** Of how many candidates the colours are asked, and how many are fitted. */
const [candidatesTold, candidatesFitted] = [8, 3];

/**
 * Fits two boxes, one that trusts the floor's colour and one that hardly does, and keeps the one for which edges and the
 * colours of all faces speak more. The second is right where sills pass for the foot of a wall in the floor's colour.
 */
export function findBox(
  copy: WorkingCopy,
  segments: readonly Segment[],
  camera: Camera,
  edges: EdgeField,
): FoundBox {
  const coarse = coarseOf(camera, edges);
  const scene = {
    copy,
    camera,
    edges,
    coarse,
    witnesses: witnessesOf(segments, camera),
    bins: colourBinsOf(copy),
  };
  const [usual, other] = trusts.map((trust) => hypothesisOf(scene, trust)) as [Hypothesis, Hypothesis];
  const { evidence, box, score } = other.score > usual.score + margin * Math.abs(usual.score) ? other : usual;
  const standing = standingOf(scene, evidence, box);
  return { ...standing, score, ...qualityOf(evidence, standing.box) };
}

/** The box on its walls' foot. What only edges take for a lower one are joints: furniture keeps off them, no more. */
function standingOf({ copy, bins, coarse }: Scene, evidence: Evidence, box: Box): Foot {
  const told = (of: Box): number => toldByColours(copy, bins, coarse.camera, of);
  const lower = onFoot(copy, evidence, box);
  const isTold = told(box) - told(lower.box) < leastUntold * edgeScoreOf(evidence, box);
  return isTold ? lower : { box, nearest: lower.nearest };
}

interface Scene extends Omit<Evidence, "likeness"> {
  copy: WorkingCopy;
  coarse: Coarse;
  bins: Int16Array;
}

interface Hypothesis {
  evidence: Evidence;
  box: Box;
  score: number;
}

/** Fits a box: first with the bottom of the picture as the floor's colour, then with the floor found. */
function hypothesisOf(scene: Scene, trust: number): Hypothesis {
  const { copy, camera, edges, coarse, witnesses, bins } = scene;
  const horizon = camera.centreY + camera.focal * Math.tan(camera.pitch);
  const rest = (_: number, y: number): number => (y < horizon + 0.02 * copy.height ? 1 : 0);
  const bottom = (x: number, y: number): number =>
    y > 0.86 * copy.height ? 1 - 0.8 * Math.abs((2 * x) / copy.width - 1) : 0;
  const likenessBy = (...examples: [typeof bottom, typeof rest]): Float32Array =>
    floorLikeness(copy, bins, ...examples, trust);
  const coarseBy = (likeness: Float32Array): Evidence => ({
    ...coarse,
    likeness: coarseLikeness(likeness, copy.width, coarse),
    witnesses,
  });
  const first = (likelyBoxes(coarseBy(likenessBy(bottom, rest)), coarse.sums, 10)[0] as Likely).box;
  const [inner, outer] = [floorOf(camera, first, 0.88), floorOf(camera, first, 1.06)];
  const likeness = likenessBy(
    (x, y) => (inner(x, y) ? 1 : 0),
    (x, y) => (outer(x, y) ? 0 : 1),
  );
  const evidence = { camera, edges, likeness, witnesses };
  const small = coarseBy(likeness);
  const toldBy = (box: Box): number => toldByColours(copy, bins, coarse.tiny, box);
  const box = fitted(evidence, small, likelyBoxes(small, coarse.sums, 40), toldBy);
  return { evidence, box, score: edgeScoreOf(evidence, box) + toldBy(box) };
}

interface Likely {
  box: Box;
  score: number;
}

/** Boxes of the coarse search that the segments contradict least, best first. */
function likelyBoxes(evidence: Evidence, sums: EdgeSums, keep: number): Likely[] {
  return searchBoxes(evidence, sums, keep)
    .map(({ box, score }) => ({ box, score: score - conflictWeight * contradicted(evidence.witnesses, box) }))
    .sort((a, b) => b.score - a.score);
}

/** Of the candidates that edges and colours make likeliest the one that they speak most for once it is fitted. */
function fitted(
  full: Evidence,
  coarse: Evidence,
  candidates: readonly Likely[],
  toldBy: (box: Box) => number,
): Box {
  const scoreOfFull = scoresBy(full);
  const scoreOfCoarse = scoresBy(coarse);
  const told = ({ box, score }: Likely): Likely => ({ box, score: score + toldBy(box) });
  const likely = candidates
    .slice(0, candidatesTold)
    .map(told)
    .sort((a, b) => b.score - a.score)
    .slice(0, candidatesFitted);
  const found = likely.map(({ box }) =>
    told(refined(scoreOfFull, refined(scoreOfCoarse, box, 0.05, 60).box, 0.015, 70)),
  );
  const best = found.reduce((a, b) => (b.score > a.score ? b : a));
  const searched = eachPlaneMoved(scoreOfFull, eachPlaneMoved(scoreOfFull, best.box));
  return refined(scoreOfFull, searched, 0.01, 60).box;
}

/**
 * Tries the floor's height and each plane of a box at every distance from half to double, the others held: the simplex
 * stays at a skirting's upper edge or a window's frame, next to the edge that it looks for.
 */
function eachPlaneMoved(scoreOf: (box: Box) => number, start: Box): Box {
  let best = { box: start, score: scoreOf(start) };
  for (const moved of ["foot", "left", "right", "back", "height"] as const) {
    const from = best.box;
    for (let step = -45; step <= 45; step++) {
      const by = 1.015 ** step;
      const box = moved === "foot" ? lowered(from, 1 - by) : { ...from, [moved]: from[moved] * by };
      const score = scoreOf(box);
      if (score > best.score) best = { box, score };
    }
  }
  return best.box;
}

function refined(scoreOf: (box: Box) => number, box: Box, step: number, rounds: number): Likely {
  const boxOf = ([l, r, b, h]: readonly number[]): Box => ({
    left: Math.exp(l as number),
    right: Math.exp(r as number),
    back: Math.exp(b as number),
    height: Math.exp(h as number),
  });
  const start = [box.left, box.right, box.back, box.height].map(Math.log);
  const found = minimised((v) => -scoreOf(boxOf(v)), start, [step, step, step, step], rounds);
  return { box: boxOf(found.values), score: -found.cost };
}
