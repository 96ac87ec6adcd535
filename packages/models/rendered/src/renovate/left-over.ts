import { boxMean } from "@image-staging/picture/box-mean";
import { meansOf } from "@image-staging/picture/means-of";
import { Plane } from "@image-staging/picture/plane";
import type { WorkingCopy } from "@image-staging/picture/working-copy";
import { faceNames, type Hits } from "../analysis/faces.ts";

/** Pixels around one that show the paint there. */
const nearby = 24;
/** How far (Lab) what looks like paint is at most from the paint near it, else from its wall's mean, else from another wall's (`colourOfOther`). */
const alike = { colour: 3, light: 6, lightOfWall: 20, colourOfOther: 5 } as const;
/** Pixels to each side of one in a patch: less is a sliver at an edge. */
const sliver = 3;

/** Shares of walls between their openings: of painted ones what shows something else than paint, and patches that look like paint and have none. */
export interface LeftOver {
  unexplained: number;
  patches: number;
  /** The share of all walls in such patches on those without any paint. */
  missed: number;
}

/** What renovation leaves of walls. Patches on painted walls are `even`: the ribs of a radiator of the wall's colour are none. */
export function leftOverOf(
  copy: WorkingCopy,
  paint: Uint8Array,
  domain: Uint8Array,
  { face }: Hits,
  even: Uint8Array,
): LeftOver {
  const { lab } = copy;
  const seen = Array.from(domain.keys()).filter((i) => domain[i]);
  const painted = Map.groupBy(
    seen.filter((i) => paint[i]),
    (i) => face[i] as number,
  );
  const isOnPainted = (i: number): boolean => painted.has(face[i] as number);
  const meanOf = (pixels: readonly number[]): number[] => meansOf(lab, pixels);
  const largest = [...painted.values()].reduce((a, b) => (b.length > a.length ? b : a), []);
  const usual = faceNames.map((_, wall) => meanOf(painted.get(wall) ?? largest));
  const weight = boxMean(new Plane(copy, Float32Array.from(paint)), nearby);
  const around = lab.map((plane) =>
    boxMean(
      plane.map((value, i) => (paint[i] ? value : 0)),
      nearby,
    ),
  );
  const isAlike = new Plane(copy);
  for (const i of seen) {
    if (paint[i] || (isOnPainted(i) && !even[i])) continue;
    const count = weight.at(i);
    const isNear = count > 0;
    const [light = 0, a = 0, b = 0] = lab.map((plane, c) => {
      const own = isNear ? (around[c] as Plane).at(i) / count : (usual[face[i] as number]?.[c] as number);
      return Math.abs(plane.at(i) - own);
    });
    const isLight = light < (isNear ? alike.light : alike.lightOfWall);
    if (isLight && Math.hypot(a, b) < (isNear || isOnPainted(i) ? alike.colour : alike.colourOfOther))
      isAlike.values[i] = 1;
  }
  const inPatches = boxMean(isAlike, sliver);
  const patches = seen.filter((i) => inPatches.at(i) > 0.999);
  const onPainted = seen.filter(isOnPainted);
  return {
    unexplained: onPainted.filter((i) => !paint[i]).length / Math.max(1, onPainted.length),
    patches: patches.filter(isOnPainted).length / Math.max(1, onPainted.length),
    missed: patches.filter((i) => !isOnPainted(i)).length / Math.max(1, seen.length),
  };
}
