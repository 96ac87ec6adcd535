import type { Camera } from "../scene.ts";
import {
  type Box,
  boxPrior,
  conflictWeight,
  type Edge,
  type Evidence,
  edgesOf,
  edgeWeight,
  floorWeight,
  searchBoxes,
} from "./box.ts";
import { contradicted, witnessesOf } from "./conflicts.ts";
import { alongLine, clip, edgeFieldOf, reduced } from "./edge-field.ts";
import { crossed } from "./floor.ts";
import { floorLikeness } from "./floor-colour.ts";
import { floorOutline } from "./floor-outline.ts";
import { onFoot } from "./foot.ts";
import { projectorOf } from "./projector.ts";
import type { Segment } from "./segments.ts";
import { minimised } from "./simplex.ts";
import type { WorkingCopy } from "./working-copy.ts";

/** What a pixel of line counts that divides floor from what is none. */
const footWeight = 0.25;

export interface FoundBox {
  box: Box;
  score: number;
  /** From 0 to 1: the share of the box's visible edges that the picture has; the same of the ceiling's and the floor's. */
  edges: number;
  ceiling: number;
  foot: number;
  /** The share of its floor that looks like floor. */
  floor: number;
  likeness: Float32Array;
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

/** Whether a pixel shows the box's floor, drawn in by `margin` (1 is the whole floor). */
function floorOf(camera: Camera, box: Box, margin = 1): (x: number, y: number) => boolean {
  const projector = projectorOf(camera);
  return (x, y) => {
    const point = projector.onLevel(x + 0.5, y + 0.5, 0);
    return (
      point !== undefined &&
      point[0] > -box.left * margin &&
      point[0] < box.right * margin &&
      -point[1] < box.back * margin
    );
  };
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
  return { box, score: best.score, ...qualityOf(full, box), likeness: full.likeness };
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

/** Edges seen, floor covered and the prior, in the units of a picture 300 pixels wide. */
function scoreOf(evidence: Evidence, rows: Float32Array, box: Box): number {
  const unit = 300 / evidence.edges.width;
  const lines = edgesOf(projectorOf(evidence.camera), box);
  let sum = 0;
  for (const edge of Object.keys(lines) as Edge[]) {
    const line = lines[edge];
    if (!line) continue;
    sum += edgeWeight[edge] * alongLine(evidence.edges, ...line);
    if (edge.startsWith("floor")) sum += footWeight * acrossLine(evidence, line);
  }
  return (
    unit * sum +
    floorWeight * unit * unit * floorSum(evidence, rows, box) +
    6 * boxPrior(box) -
    conflictWeight * contradicted(evidence.witnesses, box)
  );
}

/**
 * How much more floor-like the floor's side of a line is than the other, in pixels of line: a skirting's foot divides
 * floor from what is none, its upper edge does not.
 */
function acrossLine({ edges, likeness }: Evidence, line: readonly [number, number, number, number]): number {
  const { width, height } = edges;
  const [x1, y1, x2, y2] = line;
  const part = clip(...line, 1, 1, width - 2, height - 2);
  if (!part) return 0;
  const length = Math.hypot(x2 - x1, y2 - y1);
  const inward = Math.sign((x2 - x1) * (1.5 * height - y1) - (y2 - y1) * (width / 2 - x1));
  const off = Math.max(1.5, 0.006 * width) * inward;
  const [nx, ny] = [((y1 - y2) / length) * off, ((x2 - x1) / length) * off];
  const steps = Math.max(1, Math.ceil((length * (part[1] - part[0])) / 3));
  const at = (x: number, y: number): number => {
    const isInside = x >= 0 && y >= 0 && x < width && y < height;
    return isInside ? (likeness[Math.floor(y) * width + Math.floor(x)] as number) : 0;
  };
  let sum = 0;
  for (let k = 0; k < steps; k++) {
    const t = part[0] + ((k + 0.5) / steps) * (part[1] - part[0]);
    const [x, y] = [x1 + t * (x2 - x1), y1 + t * (y2 - y1)];
    sum += at(x + nx, y + ny) - at(x - nx, y - ny);
  }
  return (sum / steps) * length * (part[1] - part[0]);
}

function rowSums({ edges, likeness }: Evidence): Float32Array {
  const { width, height } = edges;
  const rows = new Float32Array((width + 1) * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      rows[y * (width + 1) + x + 1] =
        (rows[y * (width + 1) + x] as number) + (likeness[y * width + x] as number);
    }
  }
  return rows;
}

/** The floor's likeness within the box, by the floor's outline in each row. */
function floorSum(evidence: Evidence, rows: Float32Array, box: Box): number {
  const { width, height } = evidence.edges;
  const { left, right, back } = box;
  const outline = floorOutline(evidence.camera, { left: -left, right, back: -back });
  let sum = 0;
  for (let y = 0; y < height; y++) {
    const [low, high] = crossed(outline, y + 0.5);
    const [from, to] = [Math.round(Math.max(0, low)), Math.round(Math.min(width, high))];
    if (to > from) sum += (rows[y * (width + 1) + to] as number) - (rows[y * (width + 1) + from] as number);
  }
  return sum;
}

function qualityOf(evidence: Evidence, box: Box): Pick<FoundBox, "edges" | "ceiling" | "foot" | "floor"> {
  const share = (...edges: Edge[]): number => seenShare(evidence, box, edges);
  const { width, height } = evidence.edges;
  const isFloor = floorOf(evidence.camera, box);
  let [count, like] = [1, 0];
  for (let y = 0; y < height; y += 3) {
    for (let x = 0; x < width; x += 3) {
      if (!isFloor(x, y)) continue;
      count++;
      if ((evidence.likeness[y * width + x] as number) > 0) like++;
    }
  }
  return {
    edges: share(...(Object.keys(edgeWeight) as Edge[])),
    ceiling: share("ceilingBack", "ceilingLeft", "ceilingRight"),
    foot: share("floorBack", "floorLeft", "floorRight"),
    floor: like / count,
  };
}

/** How much of some of the box's edges the picture has, over what of them lies in the picture. */
function seenShare(evidence: Evidence, box: Box, names: readonly Edge[]): number {
  const lines = edgesOf(projectorOf(evidence.camera), box);
  const { width, height, background } = evidence.edges;
  let [visible, seen] = [1e-6, 0];
  for (const name of names) {
    const line = lines[name];
    const part = line && clip(...line, 1, 1, width - 2, height - 2);
    if (!line || !part) continue;
    const length = Math.hypot(line[2] - line[0], line[3] - line[1]) * (part[1] - part[0]);
    visible += length;
    seen += alongLine(evidence.edges, ...line) + background * length;
  }
  return seen / visible;
}
