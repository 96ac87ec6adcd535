import { medianOf } from "@image-staging/picture/quantile";
import type { WorkingCopy } from "@image-staging/picture/working-copy";
import type { Camera } from "@image-staging/tracer/scene";
import { faceNames, type Hits, hitsOf, type Planes } from "../faces.ts";
import { footOf } from "../seams/foot.ts";
import { linesOf } from "../seams/lines.ts";
import { shownAround } from "../seams/shown.ts";
import { planesOf } from "./box.ts";
import { type Foot, lowered } from "./on-foot.ts";

/** Metres by which a foot lies below the box's line at least if that line is a skirting's upper edge, and the columns that tell. */
const [least, fewest] = [0.04, 15];
/** The elevation of most cameras: metres. */
const usual = 1.3;
/** How far the heights of a skirting along two walls differ at most: metres, or as a share of the lesser. */
const [alike, alikeShare] = [0.03, 0.2];

type Wall = "left" | "right" | "back";

/**
 * What was found of the walls' foot can be a skirting's upper edge: the floor's border, looked for along all walls as
 * renovations do, lies below it. If it does along all walls in sight, the floor lies lower; else those walls can stand nearer.
 */
export function offSkirting(copy: WorkingCopy, camera: Camera, { box, nearest }: Foot): Foot {
  const planes = planesOf(box, usual);
  const drops = dropsOf(copy, planes, hitsOf({ ...camera, elevation: usual }, planes));
  const share = (drop: number): number => usual / (usual + drop);
  const [low, high] = [Math.min(...drops.values()), Math.max(...drops.values())];
  if (drops.size > 1 && low >= least && high - low <= Math.max(alike, alikeShare * low)) {
    const floor = lowered(box, 1 - share((low + high) / 2));
    return { box: floor, nearest: floor };
  }
  const { left, right, back } = nearest;
  const closer = { left, right, back };
  for (const [wall, drop] of drops)
    if (drop >= least) closer[wall] = Math.min(closer[wall], box[wall] * share(drop));
  return { box, nearest: closer };
}

/** Metres by which the foot of each wall in sight lies below the box's line. */
function dropsOf(copy: WorkingCopy, planes: Planes, hits: Hits): Map<Wall, number> {
  const { width, height } = copy;
  const lines = linesOf(hits, planes, width, height);
  const { floor, metre, runs } = lines;
  const { foot } = footOf(shownAround(copy, lines));
  const drops = new Map<Wall, number>();
  for (const { from, to } of runs) {
    const own = Array.from({ length: to - from }, (_, k) => from + k)
      .filter((x) => (foot[x] as number) < height && (floor[x] as number) < height)
      .map((x) => ((foot[x] as number) - (floor[x] as number)) / (metre[x] as number));
    const wall = wallAt(hits, Math.floor((from + to) / 2), width, height);
    if (wall && own.length >= fewest) drops.set(wall, medianOf(Float32Array.from(own)));
  }
  return drops;
}

/** The wall that a column shows. */
function wallAt({ face }: Hits, x: number, width: number, height: number): Wall | undefined {
  for (let y = 0; y < height; y++) {
    const name = faceNames[face[y * width + x] as number];
    if (name === "left" || name === "right" || name === "back") return name;
  }
  return undefined;
}
