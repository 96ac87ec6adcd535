import { components } from "@image-staging/picture/components";
import type { WorkingCopy } from "@image-staging/picture/working-copy";
import { faceNames, framesOf, type Hits, type Planes } from "../analysis/faces.ts";
import { without } from "./edge-lines.ts";
import { boundsOf, narrowed, widened } from "./outlines.ts";

/** Lightness (Lab) that sun adds to paint at least, and the pixels of a patch that counts. */
const [brighter, smallest] = [10, 60];
/** Pixels from the sun's edge to the paint, and the share of a patch's border that has paint so near, or the wall's end. */
const [near, mostly] = [4, 0.8];
/** The share of it that is paint: a window has a frame all around. */
const leastPaint = 0.4;
/** How much a patch's upper edge rises to a side at least: windows and doors end level. A strip of fewer pixels across, as a casing, does not tell it. */
const [slant, narrowest] = [0.12, 12];
/** A patch's pixels over the square of its height at least: a window's reveal is a strip. */
const slimmest = 0.1;
/** The share of a patch away from its edges that differs from its mean by `busy` (Lab) at most: panes show things. */
const [busy, leastEven] = [4, 0.85];

/**
 * 1 where the sun shines on a painted wall: bright, even patches right beside paint, whose upper edge is not level. `walls`
 * is where walls are, openings included; what shines beside doors, as bright as they are, is looked at without them.
 */
export function sunOnWalls(
  { lab, width, height }: WorkingCopy,
  paint: Uint8Array,
  walls: Uint8Array,
  doors: Uint8Array,
  hits: Hits,
  planes: Planes,
): Uint8Array {
  const lightness = lab[0];
  const usual = faceNames.map((_, wall) => {
    const own = lightness.values.filter((_, i) => paint[i] && hits.face[i] === wall);
    return own.length ? (own.sort()[own.length >> 1] as number) : Number.POSITIVE_INFINITY;
  });
  const bright = walls.map((isWall, i) =>
    isWall && !paint[i] && lightness.at(i) > (usual[hits.face[i] as number] as number) + brighter ? 1 : 0,
  );
  const besideDoors = withoutSlivers(without(bright, doors), width, height);
  const sun = new Uint8Array(paint.length);
  for (const [mask, wall] of [
    [bright, walls],
    [besideDoors, without(walls, doors)],
  ] as const) {
    const found = new Uint8Array(paint.length);
    for (const patch of components(mask, width, height, 1)) {
      if (patch.length < smallest || !isBesidePaint(patch, mask, wall) || !isEven(patch, mask)) continue;
      const [, first, , last] = boundsOf(patch, width);
      if (patch.length < slimmest * (last - first + 1) ** 2) continue;
      if (Math.abs(riseOf(patch, hits, planes, width)) < slant) continue;
      for (const i of patch) found[i] = 1;
    }
    widened(found, width, height, near).forEach((isIn, i) => {
      if (isIn && wall[i]) sun[i] = 1;
    });
  }
  return sun;

  function isBesidePaint(patch: readonly number[], mask: Uint8Array, wall: Uint8Array): boolean {
    let [border, ends, painted] = [0, 0, 0];
    for (const i of patch) {
      const isAtBorder = i % width === 0 || i % width === width - 1;
      for (const step of [1, -1, width, -width]) {
        if (mask[i + step]) continue;
        border++;
        if (isAtBorder) continue;
        if (!wall[i + step]) ends++;
        else if (Array.from({ length: near }, (_, k) => paint[i + (k + 1) * step]).some(Boolean)) painted++;
      }
    }
    return painted + ends > mostly * border && painted > leastPaint * border;
  }

  function isEven(patch: readonly number[], mask: Uint8Array): boolean {
    const inner = patch.filter((i) =>
      [near, -near, near * width, -near * width].every((step) => mask[i + step]),
    );
    const mean = inner.reduce((sum, i) => sum + lightness.at(i), 0) / inner.length;
    const even = inner.filter((i) => Math.abs(lightness.at(i) - mean) < busy);
    return even.length >= leastEven * inner.length;
  }
}

/** A mask without what is as narrow as a frame's casing. */
function withoutSlivers(mask: Uint8Array, width: number, height: number): Uint8Array {
  const around = widened(narrowed(mask, width, height, near), width, height, near);
  return mask.map((isIn, i) => (isIn && around[i] ? 1 : 0));
}

/** How much the upper edge of a patch rises along its wall, by least squares. What is low beside it, as a skirting beside a door, has none. */
function riseOf(patch: readonly number[], { face, u, v }: Hits, planes: Planes, width: number): number {
  const top = new Map<number, number>();
  for (const i of patch) top.set(i % width, Math.min(i, top.get(i % width) ?? i));
  const wall = faceNames[face[patch[0] as number] as number];
  if (!wall) return 0;
  const { across, up } = framesOf(planes)[wall];
  const heights = patch.map((i) => v[i] as number);
  const half = (heights.reduce((a, b) => Math.min(a, b)) + heights.reduce((a, b) => Math.max(a, b))) / 2;
  const points = [...top.values()]
    .filter((i) => (v[i] as number) >= half)
    .map((i) => [(u[i] as number) * across, (v[i] as number) * up] as const);
  if (points.length < narrowest) return 0;
  const mean = (of: (point: readonly [number, number]) => number): number =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [x, y] = [mean((point) => point[0]), mean((point) => point[1])];
  const spread = mean((point) => (point[0] - x) ** 2);
  return spread > 0 ? mean((point) => (point[0] - x) * (point[1] - y)) / spread : 0;
}
