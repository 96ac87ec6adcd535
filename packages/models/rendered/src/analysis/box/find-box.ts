import type { EdgeField } from "@image-staging/picture/edge-field";
import type { Camera } from "@image-staging/tracer/scene";
import type { Labels } from "../../labels/index.ts";
import type { Segment } from "../camera/segments.ts";
import { minimised } from "../simplex.ts";
import { type Box, conflictWeight, type Evidence, lowered } from "./box.ts";
import { coarseLikeness, coarseOf } from "./coarse.ts";
import { contradicted, witnessesOf } from "./conflicts.ts";
import { floorLikeness, toldByLabels } from "./labelled-faces.ts";
import { type Quality, qualityOf } from "./quality.ts";
import { scoresBy } from "./score.ts";
import { searchBoxes } from "./search.ts";
import type { EdgeSums } from "./tables.ts";

export interface FoundBox extends Quality {
  box: Box;
}

/** Of how many candidates the labels are asked, and how many are fitted. */
const [candidatesTold, candidatesFitted] = [8, 3];

/** Fits the box that edges and the labels of its faces speak most for. */
export function findBox(
  labels: Labels,
  segments: readonly Segment[],
  camera: Camera,
  edges: EdgeField,
): FoundBox {
  const coarse = coarseOf(camera, edges);
  const witnesses = witnessesOf(segments, camera);
  const likeness = floorLikeness(labels);
  const small = { ...coarse, likeness: coarseLikeness(likeness, labels.copy.width, coarse), witnesses };
  const evidence = { camera, edges, likeness, witnesses };
  const toldBy = (box: Box): number => toldByLabels(labels, coarse.tiny, box);
  const box = fitted(evidence, small, likelyBoxes(small, coarse.sums, 40), toldBy);
  return { box, ...qualityOf(evidence, box) };
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

/** Of the candidates that edges and labels make likeliest the one that they speak most for once it is fitted. */
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
