import type { Camera } from "@image-staging/tracer/scene";
import { labelGroups } from "../../labels/classes.ts";
import type { Labels } from "../../labels/index.ts";
import { faceNames, hitsOf } from "../faces.ts";
import { minimised } from "../simplex.ts";
import { type Box, lowered, planesOf } from "./box.ts";

/** Pixels of the longer side that are compared. */
const samples = 150;
/** What all labels together count against the edges' score, in pixels of edge of a picture 300 pixels wide. */
const weight = 2000;
/** First steps of the walls' distances, and the rounds of each search. */
const [steps, rounds] = [[0.12, 0.04], 70] as const;
/** Distances that a sweep tries to each side, and the lowest ceiling in units of the camera's elevation. */
const [sweep, lowest] = [24, 1.05] as const;

/** How well a box agrees with something; more is better. */
type Score = (box: Box) => number;

/**
 * Moves a box's walls and ceiling until the labels' floor lies on its floor, and so on: what hides the walls' foot tells nothing
 * (`hidden`, 1 a pixel of the labels' copy), and edges tell corners between walls.
 */
export function boxByLabels(
  labels: Labels,
  hidden: Uint8Array,
  camera: Camera,
  start: Box,
  edgeScore: Score,
): Box {
  const agree = agreementOf(labels, hidden, camera);
  const score: Score = (box) => weight * agree(box) + edgeScore(box);
  let best = swept(score, swept(score, start));
  for (const step of steps) best = climbed(score, best, step);
  return best;
}

/**
 * The best of a box with each plane and its floor's height tried at every distance from half to double, the others held. The
 * ceiling comes first: no mask covers it, so that walls would be moved to meet it, away from their feet.
 */
function swept(score: Score, start: Box): Box {
  let best = { box: start, score: score(start) };
  for (const moved of ["height", "foot", "left", "right", "back"] as const) {
    const from = best.box;
    for (let step = -sweep; step <= sweep; step++) {
      const by = 2 ** (step / sweep);
      const box = moved === "foot" ? lowered(from, 1 - by) : { ...from, [moved]: from[moved] * by };
      const found = box.height > lowest ? score(box) : Number.NEGATIVE_INFINITY;
      if (found > best.score) best = { box, score: found };
    }
  }
  return best.box;
}

/** The mean share, over what is not hidden, of what the box's faces are. */
export function agreementOf(labels: Labels, hidden: Uint8Array, camera: Camera): Score {
  const { width, height } = labels.copy;
  const factor = Math.max(1, Math.round(Math.max(width, height) / samples));
  const [columns, rows] = [Math.floor(width / factor), Math.floor(height / factor)];
  const small: Camera = {
    ...{ ...camera, width: columns, height: rows, elevation: 1 },
    ...{ focal: camera.focal / factor, centreX: camera.centreX / factor, centreY: camera.centreY / factor },
  };
  const shares = labelGroups.map(() => new Float32Array(columns * rows));
  let told = 1e-6;
  for (let k = 0; k < columns * rows; k++) {
    const at =
      (Math.floor(k / columns) * factor + (factor >> 1)) * width + (k % columns) * factor + (factor >> 1);
    if (hidden[at]) continue;
    told++;
    labelGroups.forEach((group, g) => {
      (shares[g] as Float32Array)[k] = labels.group(group)[at] as number;
    });
  }
  const [floor, walls, ceiling, fixed] = shares as [Float32Array, Float32Array, Float32Array, Float32Array];
  return (box) => {
    const { face } = hitsOf(small, planesOf(box, 1));
    let sum = 0;
    for (let k = 0; k < face.length; k++) {
      const name = faceNames[face[k] as number];
      if (name === "floor") sum += floor[k] as number;
      else if (name === "ceiling") sum += ceiling[k] as number;
      else sum += (walls[k] as number) + (fixed[k] as number);
    }
    return sum / told;
  };
}

function climbed(score: Score, { left, right, back, height }: Box, step: number): Box {
  const boxOf = ([l = 0, r = 0, b = 0, h = 0]: readonly number[]): Box => ({
    ...{ left: Math.exp(l), right: Math.exp(r), back: Math.exp(b), height: lowest + Math.exp(h) },
  });
  const start = [left, right, back, Math.max(0.05, height - lowest)].map(Math.log);
  const found = minimised((values) => -score(boxOf(values)), start, [step, step, step, step], rounds);
  return boxOf(found.values);
}
