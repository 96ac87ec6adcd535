import type { Camera } from "@image-staging/tracer/scene";
import type { Segment } from "../analysis/camera/segments.ts";
import { faceNames, type Hits } from "../analysis/faces.ts";
import { projectorOf } from "../analysis/projector.ts";

/** Lines of tiles, the share of the lines' length that they hold, and how far (radians) joints are from their directions at most. */
const [fewest, most, near] = [20, 0.8, 0.07];
/** Joints repeat after a quarter turn. */
const quarter = Math.PI / 2;

/**
 * Of lines that no axis of the room explains, the joints of tiles or parquet laid askew: most of those on the floor run in two
 * directions at a right angle. None if they run anyhow, as the edges of furniture do.
 */
export function floorJoints(segments: readonly Segment[], camera: Camera, { face }: Hits): Segment[] {
  const { onLevel } = projectorOf(camera);
  const lines = segments.flatMap((segment) => {
    const { x1, y1, x2, y2 } = segment;
    const middle = Math.floor((y1 + y2) / 2) * camera.width + Math.floor((x1 + x2) / 2);
    const [a, b] = [onLevel(x1, y1, 0), onLevel(x2, y2, 0)];
    if (faceNames[face[middle] as number] !== "floor" || !a || !b) return [];
    return [{ segment, turn: Math.atan2(b[1] - a[1], b[0] - a[0]) }];
  });
  if (lines.length < fewest) return [];
  const lengthOf = (of: typeof lines): number => of.reduce((sum, { segment }) => sum + segment.length, 0);
  const along = (turn: number): typeof lines =>
    lines.filter((line) => {
      const off = Math.abs(line.turn - turn) % quarter;
      return Math.min(off, quarter - off) < near;
    });
  const joints = lines
    .map(({ turn }) => along(turn))
    .reduce((best, some) => (lengthOf(some) > lengthOf(best) ? some : best));
  return lengthOf(joints) > most * lengthOf(lines) ? joints.map(({ segment }) => segment) : [];
}
