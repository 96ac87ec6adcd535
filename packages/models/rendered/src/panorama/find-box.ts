import { edgeFieldOf } from "@image-staging/picture/edge-field";
import type { Labels } from "../labels/index.ts";
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
  ceiling: number;
  /** The share of its floor that looks like floor. */
  floor: number;
}

/** How far the log ratio of floor to other counts, and the share that both have at least: things say nothing of what is behind them. */
const [most, least] = [1.5, 0.05] as const;

/** For each pixel the log ratio of floor to the surfaces that it can end at. */
function likenessOf(labels: Labels): Float32Array {
  const others = (["walls", "ceiling", "fixed"] as const).map((group) => labels.group(group));
  return labels.group("floor").map((floor, i) => {
    const other = others.reduce((sum, shares) => sum + Math.max(0, shares[i] ?? 0), 0);
    return Math.max(-most, Math.min(most, Math.log((Math.max(0, floor) + least) / (other + least))));
  });
}

/** Fits the room's box around the viewer to edges and to what the labels call floor. */
export function findPanoramaBox(labels: Labels): FoundPanoramaBox {
  const field = edgeFieldOf(labels.copy);
  const corners = cornersOf(field);
  const evidence = evidenceOf(field, likenessOf(labels));
  const likeliest = (headings: readonly number[]): number =>
    headings
      .map((heading) => searchRing(evidence, corners, heading))
      .reduce((best, other) => (other.score > best.score ? other : best)).box.heading;
  const guess = likeliest(headingsOf(field));
  const heading = likeliest([-2, -1, 0, 1, 2].map((step) => guess + (step * Math.PI) / 240));
  const found = searchRing(evidence, corners, heading, { blocks: true }).box;
  const level = refined(evidence, corners, found);
  const box = nearestWalls(evidence, corners, atFloorBoundary(evidence, corners, level));
  return { ...box, lean: leanLeft(evidence, box), ...qualityOf(evidence, corners, box) };
}

function qualityOf(evidence: Evidence, corners: Float32Array, box: PanoramaBox) {
  const { width, height, background } = evidence.edges;
  const sums = supports(evidence, corners, box, { floor: onlyEdges, ceiling: onlyEdges });
  const rows = boundaryRows(box, width, height, 1);
  let [like, all] = [0, 1];
  for (let y = Math.floor(height / 2); y < 0.93 * height; y += 3) {
    for (let x = 0; x < width; x += 3) {
      const i = y * width + x;
      if (y < (rows[x] as number)) continue;
      all++;
      if ((evidence.likeness[i] as number) > 0) like++;
    }
  }
  return {
    boundary: sums.floor / 360 + background,
    ceiling: sums.ceiling / 360 + background,
    floor: like / all,
  };
}
