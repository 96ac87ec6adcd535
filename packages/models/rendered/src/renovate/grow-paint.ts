import { boxMean } from "@image-staging/picture/box-mean";
import { components } from "@image-staging/picture/components";
import { distance, meansOf } from "@image-staging/picture/means-of";
import { Plane } from "@image-staging/picture/plane";
import type { WorkingCopy } from "@image-staging/picture/working-copy";
import type { Opening } from "@image-staging/tracer/scene";
import { faceNames, framesOf, type Hits, type Planes } from "../analysis/faces.ts";
import { foundBy } from "./fittings.ts";

/** Metres from a corner within which paint grows over edges: a corner's shade has some, and no fitting stands there. */
const atCorner = 0.3;
/** Metres below a window in which its sill's shade lies. */
const belowSill = 0.2;
/** Pixels that it grows by there, and how much further (Lab) from the paint around it. */
const [grownAtCorner, shade] = [14, 1];
/** Pixels around one that show the paint there: fewer at corners, where shade deepens quickly. */
const [around, aroundAtCorner] = [6, 3];
/** How far (Lab) from the paint beside it a hole of shade is at most, and how much of its border is paint at least. */
const [unlike, enclosed] = [3, 0.9];

/** The part of the domain that lies at the walls' corners or right below windows' sills, but for edges (`lines`) there. */
export function shadedOf(
  domain: Uint8Array,
  lines: Uint8Array,
  hits: Hits,
  planes: Planes,
  windows: readonly Opening[],
): Uint8Array {
  const across = faceNames.map((name) => framesOf(planes)[name].across);
  const belowSills = foundBy(
    windows.map((window) => ({ ...window, bottom: window.bottom - belowSill, top: window.bottom })),
    hits,
    planes,
  );
  return domain.map((isIn, i) => {
    const share = hits.u[i] as number;
    const isAtCorner = Math.min(share, 1 - share) * (across[hits.face[i] as number] as number) < atCorner;
    return isIn && (isAtCorner || (belowSills[i] && !lines[i])) ? 1 : 0;
  });
}

/** Grows the paint over the pixels at edges that look like it. */
export function grown(
  copy: WorkingCopy,
  paint: Uint8Array,
  domain: Uint8Array,
  tolerance: number,
  rounds: number,
  radius = around,
): Uint8Array {
  const { width } = copy;
  const smooth = copy.lab.map((plane) => boxMean(plane, 1));
  let last = paint;
  for (let round = 0; round < rounds; round++) {
    const now = last;
    const weight = boxMean(new Plane(copy, Float32Array.from(now)), radius);
    const nearby = copy.lab.map((plane) =>
      boxMean(
        plane.map((value, i) => (now[i] ? value : 0)),
        radius,
      ),
    );
    const next = now.slice();
    let hasGrown = false;
    for (let i = 0; i < next.length; i++) {
      const count = weight.at(i);
      if (now[i] || !domain[i] || !count) continue;
      const x = i % width;
      const isBeside =
        (x > 0 && now[i - 1]) || (x < width - 1 && now[i + 1]) || now[i - width] || now[i + width];
      if (!isBeside) continue;
      const off = smooth.map((plane, c) => plane.at(i) - (nearby[c] as Plane).at(i) / count);
      if (Math.hypot(...off) >= tolerance) continue;
      next[i] = 1;
      hasGrown = true;
    }
    if (!hasGrown) break;
    last = next;
  }
  return last;
}

/** Grows the paint over corners and below sills, as far as shade deepens step by step. */
export const grownOverShade = (
  copy: WorkingCopy,
  paint: Uint8Array,
  shaded: Uint8Array,
  tolerance: number,
): Uint8Array => grown(copy, paint, shaded, tolerance + shade, grownAtCorner, aroundAtCorner);

/** Fills the holes that shade leaves in the paint: they differ from the paint on all their sides no more than those do. */
export function fillShade({ lab, width, height }: WorkingCopy, paint: Uint8Array, domain: Uint8Array): void {
  const open = domain.map((isIn, i) => (isIn && !paint[i] ? 1 : 0));
  const meanOf = (pixels: readonly number[]): number[] => meansOf(lab, pixels);
  for (const pixels of components(open, width, height, 1)) {
    const border = pixels.flatMap((i) => [i - 1, i + 1, i - width, i + width].filter((k) => !open[k]));
    const beside = border.filter((i) => paint[i]);
    if (beside.length < enclosed * border.length) continue;
    const own = meanOf(pixels);
    const away = distance(meanOf(beside), own);
    if (away < unlike) for (const i of pixels) paint[i] = 1;
  }
}
