import { faceNames, type Hits } from "../analysis/faces.ts";
import { boxMean } from "../analysis/picture/box-mean.ts";
import type { WorkingCopy } from "../analysis/picture/working-copy.ts";

/** Pixels around one that show the paint there. */
const nearby = 24;
/** How far (Lab) from it, or from the wall's mean if none is near, what looks like paint is at most. */
const alike = { colour: 3, light: 6, lightOfWall: 20 } as const;
/** Pixels to each side of one in a patch: less is a sliver at an edge. */
const sliver = 3;

/** The pixels of a domain that lie on walls with paint. */
function onPaintedWalls(paint: Uint8Array, domain: Uint8Array, { face }: Hits): number[] {
  const painted = faceNames.map((_, wall) => paint.some((isPaint, i) => isPaint && face[i] === wall));
  return Array.from(domain.keys()).filter((i) => domain[i] && painted[face[i] as number]);
}

/** The share of painted walls, between their openings, that shows something else than paint. */
export function unexplainedShare(paint: Uint8Array, domain: Uint8Array, hits: Hits): number {
  const seen = onPaintedWalls(paint, domain, hits);
  return seen.filter((i) => !paint[i]).length / Math.max(1, seen.length);
}

/** The shares of painted walls, and of those without any paint, between their openings, in patches that look like the paint and have none. */
export function patchesShare(
  copy: WorkingCopy,
  paint: Uint8Array,
  domain: Uint8Array,
  hits: Hits,
): { patches: number; missed: number } {
  const { width, height, lab } = copy;
  const { face } = hits;
  const seen = Array.from(domain.keys()).filter((i) => domain[i]);
  const painted = Map.groupBy(
    seen.filter((i) => paint[i]),
    (i) => face[i] as number,
  );
  const meanOf = (pixels: readonly number[]): number[] =>
    lab.map((plane) => pixels.reduce((sum, i) => sum + (plane[i] as number), 0) / pixels.length);
  const largest = [...painted.values()].reduce((a, b) => (b.length > a.length ? b : a), []);
  const usual = faceNames.map((_, wall) => meanOf(painted.get(wall) ?? largest));
  const weight = boxMean(Float32Array.from(paint), width, height, nearby);
  const around = lab.map((plane) => {
    const painted = plane.map((value, i) => (paint[i] ? value : 0));
    return boxMean(painted, width, height, nearby);
  });
  const isAlike = new Float32Array(paint.length);
  for (const i of seen) {
    if (paint[i]) continue;
    const count = weight[i] as number;
    const isNear = count > 0;
    const [light = 0, a = 0, b = 0] = lab.map((plane, c) => {
      const own = isNear
        ? ((around[c] as Float32Array)[i] as number) / count
        : (usual[face[i] as number]?.[c] as number);
      return Math.abs((plane[i] as number) - own);
    });
    if (light < (isNear ? alike.light : alike.lightOfWall) && Math.hypot(a, b) < alike.colour) isAlike[i] = 1;
  }
  const inPatches = boxMean(isAlike, width, height, sliver);
  const patchesOn = (isOn: (wall: number) => boolean): number =>
    seen.filter((i) => isOn(face[i] as number) && (inPatches[i] as number) > 0.999).length;
  const all = Math.max(1, seen.length);
  const onPainted = seen.filter((i) => painted.has(face[i] as number)).length;
  return {
    patches: patchesOn((wall) => painted.has(wall)) / Math.max(1, onPainted),
    missed: patchesOn((wall) => !painted.has(wall)) / all,
  };
}
