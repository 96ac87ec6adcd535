import type { Camera } from "../scene.ts";
import { type Box, conflictWeight, type Evidence } from "./box.ts";
import { floorOf, type Quality, qualityOf } from "./box-quality.ts";
import { rowSums, scoreOf } from "./box-score.ts";
import { searchBoxes } from "./box-search.ts";
import { contradicted, witnessesOf } from "./conflicts.ts";
import { edgeFieldOf, reduced } from "./edge-field.ts";
import { floorLikeness } from "./floor-colour.ts";
import { onFoot } from "./foot.ts";
import type { Segment } from "./segments.ts";
import { minimised } from "./simplex.ts";
import type { WorkingCopy } from "./working-copy.ts";

export interface FoundBox extends Quality {
  box: Box;
}

/** Fits the room's box: first with the bottom of the picture as the floor's colour, then with the floor found. */
export function findBox(copy: WorkingCopy, segments: readonly Segment[], camera: Camera): FoundBox {
  const witnesses = witnessesOf(segments, camera);
  const field = edgeFieldOf(copy);
  const horizon = camera.centreY + camera.focal * Math.tan(camera.pitch);
  const rest = (_: number, y: number): number => (y < horizon + 0.02 * copy.height ? 1 : 0);
  const bottom = (x: number, y: number): number =>
    y > 0.86 * copy.height ? 1 - 0.8 * Math.abs((2 * x) / copy.width - 1) : 0;
  const first = guessed(copy, {
    camera,
    edges: field,
    likeness: floorLikeness(copy, bottom, rest),
    witnesses,
  });
  const [inner, outer] = [floorOf(camera, first, 0.88), floorOf(camera, first, 1.06)];
  const likeness = floorLikeness(
    copy,
    (x, y) => (inner(x, y) ? 1 : 0),
    (x, y) => (outer(x, y) ? 0 : 1),
  );
  return fitted(copy, { camera, edges: field, likeness, witnesses });
}

/** The best box of a third of the picture's size. */
function guessed(copy: WorkingCopy, full: Evidence): Box {
  const coarse = coarseEvidence(copy, full, Math.max(1, Math.round(copy.width / 300)));
  const tried = searchBoxes(coarse, 30).map(({ box, score }) => ({
    box,
    score: score - conflictWeight * contradicted(full.witnesses, box),
  }));
  return tried.reduce((best, other) => (other.score > best.score ? other : best)).box;
}

function fitted(copy: WorkingCopy, full: Evidence): FoundBox {
  const coarse = coarseEvidence(copy, full, Math.max(1, Math.round(copy.width / 300)));
  const likely = searchBoxes(coarse, 40)
    .map(({ box, score }) => ({ box, score: score - conflictWeight * contradicted(full.witnesses, box) }))
    .sort((a, b) => b.score - a.score);
  const candidates = likely.slice(0, 3).map(({ box }) => {
    const near = refined(coarse, box, 0.05, 60);
    return refined(full, near.box, 0.015, 70);
  });
  candidates.sort((a, b) => b.score - a.score);
  const best = candidates[0] as (typeof candidates)[number];
  const searched = eachPlaneMoved(full, eachPlaneMoved(full, best.box));
  const box = onFoot(copy, full, refined(full, searched, 0.01, 60).box);
  return { box, ...qualityOf(full, box) };
}

function coarseEvidence(copy: WorkingCopy, full: Evidence, factor: number): Evidence {
  const { camera, edges: field, likeness, witnesses } = full;
  const edges = reduced(field, factor);
  const small = new Float32Array(edges.width * edges.height);
  for (let y = 0; y < edges.height; y++) {
    for (let x = 0; x < edges.width; x++) {
      let sum = 0;
      for (let dy = 0; dy < factor; dy++) {
        for (let dx = 0; dx < factor; dx++)
          sum += likeness[(y * factor + dy) * copy.width + x * factor + dx] as number;
      }
      small[y * edges.width + x] = sum / factor ** 2;
    }
  }
  const shrunk = {
    ...camera,
    width: edges.width,
    height: edges.height,
    focal: camera.focal / factor,
    centreX: camera.centreX / factor,
    centreY: camera.centreY / factor,
  };
  return { camera: shrunk, edges, likeness: small, witnesses };
}

/**
 * Tries each plane of a box at every distance from half to double, the others held: the simplex stays at a skirting's
 * upper edge or a window's frame, next to the edge that it looks for.
 */
function eachPlaneMoved(evidence: Evidence, start: Box): Box {
  const rows = rowSums(evidence);
  let best = { box: start, score: scoreOf(evidence, rows, start) };
  for (const side of ["left", "right", "back", "height"] as const) {
    const from = best.box;
    for (let step = -45; step <= 45; step++) {
      const box = { ...from, [side]: from[side] * 1.015 ** step };
      const score = scoreOf(evidence, rows, box);
      if (score > best.score) best = { box, score };
    }
  }
  return best.box;
}

function refined(evidence: Evidence, box: Box, step: number, rounds: number): { box: Box; score: number } {
  const rows = rowSums(evidence);
  const boxOf = ([l, r, b, h]: readonly number[]): Box => ({
    left: Math.exp(l as number),
    right: Math.exp(r as number),
    back: Math.exp(b as number),
    height: Math.exp(h as number),
  });
  const start = [box.left, box.right, box.back, box.height].map(Math.log);
  const found = minimised((v) => -scoreOf(evidence, rows, boxOf(v)), start, [step, step, step, step], rounds);
  return { box: boxOf(found.values), score: -found.cost };
}
