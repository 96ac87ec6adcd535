import { medianOf } from "../renovate/box-mean.ts";
import { footOf } from "../renovate/foot.ts";
import { linesOf } from "../renovate/lines.ts";
import { shownAround } from "../renovate/seams.ts";
import type { Camera, Room } from "../scene.ts";
import { faceNames, type Hits, type Planes } from "./faces.ts";
import type { WorkingCopy } from "./working-copy.ts";

/** Metres by which a foot lies below the box's line at least if that line is a skirting's upper edge, and the columns that tell. */
const [least, fewest] = [0.04, 15];

/**
 * The walls that were found, nearer if that was a skirting's upper edge: if the floor's border, looked for along all walls as
 * renovations do, lies below it.
 */
export function nearestWalls(
  copy: WorkingCopy,
  { elevation }: Camera,
  planes: Planes,
  hits: Hits,
): NonNullable<Room["nearest"]> {
  const { width, height } = copy;
  const lines = linesOf(hits, planes, width, height);
  const { floor, metre, runs } = lines;
  const { foot } = footOf(shownAround(copy, lines));
  const nearest = { left: planes.left, right: planes.right, back: planes.back };
  for (const { from, to } of runs) {
    const drops = Array.from({ length: to - from }, (_, k) => from + k)
      .filter((x) => (foot[x] as number) < height && (floor[x] as number) < height)
      .map((x) => ((foot[x] as number) - (floor[x] as number)) / (metre[x] as number));
    const drop = medianOf(Float32Array.from(drops));
    if (drops.length < fewest || drop < least) continue;
    const wall = wallAt(hits, Math.floor((from + to) / 2), width, height);
    if (wall) nearest[wall] = (planes[wall] * elevation) / (elevation + drop);
  }
  return nearest;
}

/** The wall that a column shows. */
function wallAt(
  { face }: Hits,
  x: number,
  width: number,
  height: number,
): "left" | "right" | "back" | undefined {
  for (let y = 0; y < height; y++) {
    const name = faceNames[face[y * width + x] as number];
    if (name === "left" || name === "right" || name === "back") return name;
  }
  return undefined;
}
