import { edgeFieldOf } from "@image-staging/picture/edge-field";
import type { WorkingCopy } from "@image-staging/picture/working-copy";
import { colourBinsOf, floorLikeness } from "../analysis/box/floor-colour.ts";
import { boundaryRows, cornersOf, type PanoramaBox, supports } from "./box.ts";
import { headingsOf } from "./heading.ts";
import { nearestWalls } from "./nearest-walls.ts";
import { leanLeft, refined } from "./refine.ts";
import { searchRing } from "./ring-search.ts";
import { atFloorBoundary } from "./skirting.ts";
import { type Evidence, evidenceOf, onlyEdges } from "./wall-line.ts";

export interface FoundPanoramaBox extends PanoramaBox {
  /** The shares of the floor boundary's and the ceiling's lines that the picture has. */
  boundary: number;
  /** The same of each wall's floor boundary. */
  boundaries: readonly number[];
  ceiling: number;
  /** The share of its floor that looks like floor. */
  floor: number;
  /** For each pixel the log ratio of floor to other. */
  likeness: Float32Array;
}

/** What is lighter (Lab) is the sun on a floor, clipped: it says nothing of the floor. */
const clipped = 97;

/** Fits the room's box around the viewer: first with what lies below as the floor's colour, then with the floor found. */
export function findPanoramaBox(copy: WorkingCopy): FoundPanoramaBox {
  const { width, height } = copy;
  const field = edgeFieldOf(copy);
  const corners = cornersOf(field);
  const bins = colourBinsOf(copy);
  const weight = (y: number): number => Math.sin((Math.PI * (y + 0.5)) / height);
  const first = evidenceOf(
    field,
    floorLikeness(
      copy,
      bins,
      (_, y) => (y > 0.76 * height ? weight(y) : 0),
      (_, y) => (y < 0.53 * height ? weight(y) : 0),
    ),
  );
  const guesses = headingsOf(field).map((heading) => searchRing(first, corners, heading));
  const likely = guesses.reduce((best, other) => (other.score > best.score ? other : best)).box;
  const guess = searchRing(first, corners, likely.heading, { blocks: true }).box;
  const [inner, outer] = [boundaryRows(guess, width, height, 0.9), boundaryRows(guess, width, height, 1.06)];
  const second = evidenceOf(
    field,
    floorLikeness(
      copy,
      bins,
      (x, y) => (y > (inner[x] as number) ? weight(y) : 0),
      (x, y) => (y < (outer[x] as number) ? weight(y) : 0),
    ),
  );
  const tried = [-2, -1, 0, 1, 2].map((step) =>
    searchRing(second, corners, guess.heading + (step * Math.PI) / 240),
  );
  const { heading } = tried.reduce((most, other) => (other.score > most.score ? other : most)).box;
  const best = searchRing(second, corners, heading, { blocks: true }).box;
  const level = refined(second, corners, best);
  const box = nearestWalls(second, corners, atFloorBoundary(second, corners, level));
  return {
    ...box,
    lean: leanLeft(second, box),
    ...qualityOf(second, corners, box, copy),
    likeness: second.likeness,
  };
}

function qualityOf(evidence: Evidence, corners: Float32Array, box: PanoramaBox, { lab }: WorkingCopy) {
  const { width, height, background } = evidence.edges;
  const sums = supports(evidence, corners, box, { floor: onlyEdges, ceiling: onlyEdges });
  const rows = boundaryRows(box, width, height, 1);
  let [like, all] = [0, 1];
  for (let y = Math.floor(height / 2); y < 0.93 * height; y += 3) {
    for (let x = 0; x < width; x += 3) {
      const i = y * width + x;
      if (y < (rows[x] as number) || lab[0].at(i) > clipped) continue;
      all++;
      if ((evidence.likeness[i] as number) > 0) like++;
    }
  }
  return {
    boundary: sums.floor / 360 + background,
    boundaries: sums.boundaries.map((share) => share + background),
    ceiling: sums.ceiling / 360 + background,
    floor: like / all,
  };
}
