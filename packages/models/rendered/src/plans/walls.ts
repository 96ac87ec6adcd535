import { componentsOf, distancesTo, runLengths, type Size } from "./grid.ts";
import type { Ink } from "./ink.ts";

export interface Walls extends Size {
  /** 1 in walls, between the two lines of one as well. */
  solid: Uint8Array;
  /** The thickness of the thick walls, in pixels. */
  thickness: number;
}

/**
 * Finds the walls: strokes much thicker than lines, or, on plans that draw a wall as two lines, the band between them.
 * `letters` are pixels of lettering. Returns undefined if there are none.
 */
export function findWalls(ink: Ink, letters: Uint8Array): Walls | undefined {
  const thick = thickStrokes(ink, letters);
  const area = thick.reduce((sum, value) => sum + value, 0);
  const drawn = ink.drawn.reduce((sum, value) => sum + value, 0);
  const solid = area > drawn * 0.3 ? thick : bands(ink, letters, thick);
  if (!solid) return undefined;
  const kept = largeParts(solid, ink);
  const thickness = thicknessOf(kept, ink);
  return thickness > 0 ? { width: ink.width, height: ink.height, solid: kept, thickness } : undefined;
}

function thickStrokes({ thickness, drawn, line }: Ink, letters: Uint8Array): Uint8Array {
  const least = Math.max(4, Math.round(line * 2));
  return drawn.map((value, i) => (value && !letters[i] && (thickness[i] ?? 0) >= least ? 1 : 0));
}

/** The bands between pairs of long parallel lines that are as far apart as walls of this plan are thick. */
function bands(ink: Ink, letters: Uint8Array, thick: Uint8Array): Uint8Array | undefined {
  const { width, height, drawn } = ink;
  const lines = drawn.map((value, i) => (value && !letters[i] ? 1 : 0));
  const long = Math.max(12, Math.round(Math.max(width, height) * 0.025));
  const most = Math.max(6, Math.round(Math.max(width, height) * 0.03));
  const solid = thick.slice();
  const gaps = (["x", "y"] as const).map((along) => gapsBetween(lines, ink, along, long, most));
  const counts = new Float64Array(most + 1);
  for (const found of gaps) for (const [, length] of found) counts[length] = (counts[length] ?? 0) + 1;
  const largest = counts.reduce((a, b) => Math.max(a, b), 0);
  if (largest === 0) return undefined;
  const usual = counts.map((_, length) =>
    Math.max(counts[length - 1] ?? 0, counts[length] ?? 0, counts[length + 1] ?? 0) > largest * 0.12 ? 1 : 0,
  );
  gaps.forEach((found, i) => {
    const step = i === 0 ? width : 1;
    for (const [at, length] of found) {
      if (!usual[length]) continue;
      for (let k = -ink.line; k < length + ink.line; k++) {
        const pixel = at + k * step;
        if (k >= 0 && k < length) solid[pixel] = 1;
        else if (lines[pixel]) solid[pixel] = 1;
      }
    }
  });
  return solid;
}

/** White runs across two long lines: the first pixel and the length of each. `along` is the lines' direction. */
function gapsBetween(
  lines: Uint8Array,
  size: Size,
  along: "x" | "y",
  long: number,
  most: number,
): [number, number][] {
  const { width, height } = size;
  const runs = runLengths(lines, size, along);
  const [outer, inner, step, jump] = along === "x" ? [width, height, width, 1] : [height, width, 1, width];
  const found: [number, number][] = [];
  for (let line = 0; line < outer; line++) {
    let last = -1;
    for (let k = 0; k < inner; k++) {
      const at = line * jump + k * step;
      if (!lines[at]) continue;
      const gap = k - last - 1;
      const before = line * jump + last * step;
      if (last >= 0 && gap >= 2 && gap <= most && (runs[at] ?? 0) >= long && (runs[before] ?? 0) >= long)
        found.push([before + step, gap]);
      last = k;
    }
  }
  return found;
}

/** Without the small parts that belong to no wall: arrow heads, bold symbols, the compass. */
function largeParts(solid: Uint8Array, size: Size): Uint8Array {
  const { map, components } = componentsOf(solid, size, true);
  const longest = Math.max(0, ...components.map(extentOf));
  const kept = new Uint8Array(components.length + 1);
  const main = components.filter((part) => extentOf(part) > longest * 0.35);
  const box = {
    left: Math.min(...main.map(({ left }) => left)),
    top: Math.min(...main.map(({ top }) => top)),
    right: Math.max(...main.map(({ right }) => right)),
    bottom: Math.max(...main.map(({ bottom }) => bottom)),
  };
  const near = longest * 0.15;
  for (const part of components) {
    const apart = Math.max(
      box.left - part.right,
      part.left - box.right,
      box.top - part.bottom,
      part.top - box.bottom,
    );
    const least = apart <= 0 ? 0.025 : apart < near ? 0.04 : 0.12;
    kept[part.id] = extentOf(part) > longest * least ? 1 : 0;
  }
  return solid.map((_, i) => kept[map[i] ?? 0] ?? 0);
}

const extentOf = ({
  left,
  right,
  top,
  bottom,
}: {
  left: number;
  right: number;
  top: number;
  bottom: number;
}) => Math.max(right - left, bottom - top);

/** Twice the distance to the edge that only a tenth of the walls' middle lines exceed. */
function thicknessOf(solid: Uint8Array, size: Size): number {
  const open = solid.map((value) => (value ? 0 : 1));
  const depth = distancesTo(open, size);
  const values: number[] = [];
  for (let i = size.width + 1; i < solid.length - size.width - 1; i++) {
    const own = depth[i] ?? 0;
    if (own === 0) continue;
    const ridge =
      own >= (depth[i - 1] ?? 0) &&
      own >= (depth[i + 1] ?? 0) &&
      own >= (depth[i - size.width] ?? 0) &&
      own >= (depth[i + size.width] ?? 0);
    if (ridge) values.push(own * 2);
  }
  values.sort((a, b) => a - b);
  return values[Math.floor(values.length * 0.85)] ?? 0;
}
