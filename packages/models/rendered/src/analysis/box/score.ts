import { alongLine, clip } from "@image-staging/picture/edge-field";
import { spansOf } from "../floor.ts";
import { floorOutline } from "../floor-outline.ts";
import { projectorOf } from "../projector.ts";
import {
  type Box,
  boxPrior,
  conflictWeight,
  type Edge,
  type Evidence,
  edgesOf,
  edgeWeight,
  floorWeight,
} from "./box.ts";
import { contradicted } from "./conflicts.ts";
import { jointOf, lengthInSight } from "./corner.ts";

/** Each corner's upright, and the lines of floor and ceiling that recede from it. */
const corners = [
  ["left", "floorLeft", "ceilingLeft"],
  ["right", "floorRight", "ceilingRight"],
] as const satisfies readonly (readonly Edge[])[];
/** The weight of a pixel on a line between floor and something else. */
const footWeight = 0.25;
/** Scores boxes: edges seen, floor covered and the prior, in the units of a picture 300 pixels wide. */
export function scoresBy(evidence: Evidence): (box: Box) => number {
  const unit = 300 / evidence.edges.width;
  const rows = rowSums(evidence);
  return (box) => {
    const lines = edgesOf(projectorOf(evidence.camera), box);
    let foot = 0;
    for (const edge of ["floorBack", "floorLeft", "floorRight"] as const) {
      const line = lines[edge];
      if (line) foot += acrossLine(evidence, line);
    }
    return (
      edgeScoreOf(evidence, box, lines) +
      footWeight * unit * foot +
      floorWeight * unit * unit * floorSum(evidence, rows, box)
    );
  };
}

/** What speaks for a box without regard to colours: the edges seen and the prior, less what the segments contradict. */
export function edgeScoreOf(
  { camera, edges, witnesses }: Evidence,
  box: Box,
  lines = edgesOf(projectorOf(camera), box),
): number {
  const unit = 300 / edges.width;
  const seen = (edge: Edge): number => (lines[edge] ? alongLine(edges, ...lines[edge]) : 0);
  const length = (edge: Edge): number => (lines[edge] ? lengthInSight(edges, ...lines[edge]) : 0);
  let sum = edgeWeight.floorBack * seen("floorBack") + edgeWeight.ceilingBack * seen("ceilingBack");
  for (const [corner, low, high] of corners) {
    const [foot, top] = [seen(low), seen(high)];
    const joint = jointOf(unit * (foot + top), unit * (length(low) + length(high)));
    sum += edgeWeight[low] * foot + edgeWeight[high] * top + edgeWeight[corner] * joint * seen(corner);
  }
  return unit * sum + 6 * boxPrior(box) - conflictWeight * contradicted(witnesses, box);
}

/**
 * How much more floor-like the floor's side of a line is than the other, in pixels of line: a skirting's foot does so,
 * its upper edge does not.
 */
function acrossLine({ edges, likeness }: Evidence, line: readonly [number, number, number, number]): number {
  const { width, height } = edges;
  const x1 = line[0];
  const y1 = line[1];
  const x2 = line[2];
  const y2 = line[3];
  const part = clip(line, 1, edges);
  if (!part) return 0;
  const length = Math.hypot(x2 - x1, y2 - y1);
  const inward = Math.sign((x2 - x1) * (1.5 * height - y1) - (y2 - y1) * (width / 2 - x1));
  const off = Math.max(1.5, 0.006 * width) * inward;
  const nx = ((y1 - y2) / length) * off;
  const ny = ((x2 - x1) / length) * off;
  const steps = Math.max(1, Math.ceil((length * (part[1] - part[0])) / 3));
  const at = (x: number, y: number): number => {
    const isInside = x >= 0 && y >= 0 && x < width && y < height;
    return isInside ? (likeness[Math.floor(y) * width + Math.floor(x)] as number) : 0;
  };
  let sum = 0;
  for (let k = 0; k < steps; k++) {
    const t = part[0] + ((k + 0.5) / steps) * (part[1] - part[0]);
    const x = x1 + t * (x2 - x1);
    const y = y1 + t * (y2 - y1);
    sum += at(x + nx, y + ny) - at(x - nx, y - ny);
  }
  return (sum / steps) * length * (part[1] - part[0]);
}

/** Running sums of each row of the likeness. */
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
  const { low, high } = spansOf(outline, height, 1);
  let sum = 0;
  for (let y = 0; y < height; y++) {
    const from = Math.round(Math.max(0, low[y] as number));
    const to = Math.round(Math.min(width, high[y] as number));
    if (to > from) sum += (rows[y * (width + 1) + to] as number) - (rows[y * (width + 1) + from] as number);
  }
  return sum;
}
