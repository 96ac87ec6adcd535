import { int32At, uint8At, uint16At } from "@image-staging/picture/at";
import { type Component, componentsOf } from "@image-staging/picture/components";
import { distancesTo } from "@image-staging/picture/distances";
import { runLengths } from "@image-staging/picture/run-lengths";
import type { Size } from "@image-staging/picture/size";
import { bandsOf } from "./bands.ts";
import type { Ink } from "./ink.ts";

export interface Walls extends Size {
  /** 1 in walls, between the two lines of one as well. */
  solid: Uint8Array;
  /** The thickness of the thick walls, in pixels. */
  thickness: number;
}

/**
 * What a plan's walls can be, the likeliest first: strokes much thicker than lines, or, if few are, the bands between two
 * lines; then both; then long single lines too. `letters` are pixels of lettering. Nothing if there are none.
 */
export function* wallsOf(ink: Ink, letters: Uint8Array): Generator<Walls> {
  const thick = thickStrokes(ink, letters, 2);
  const area = thick.reduce((sum, value) => sum + value, 0);
  const drawn = ink.drawn.reduce((sum, value) => sum + value, 0);
  const isFilled = area > drawn * 0.3;
  const bands = () =>
    bandsOf(ink, letters, isFilled ? thick : asWideAs(thickStrokes(ink, letters, 3), ink, 3));
  const first = isFilled ? thick : bands();
  if (!first) return;
  const walls = partsOf(first, ink);
  if (walls) yield walls;
  const both = isFilled ? bands() : undefined;
  const second = both && partsOf(both, ink);
  if (second) yield second;
  const lined = partsOf(withLines(first, ink, letters), ink);
  if (lined && walls) yield { ...lined, thickness: walls.thickness };
}

function partsOf(solid: Uint8Array, ink: Ink): Walls | undefined {
  const kept = largeParts(solid, ink);
  const thickness = thicknessOf(kept, ink);
  return thickness > 0 ? { width: ink.width, height: ink.height, solid: kept, thickness } : undefined;
}

/** How long a line is that can be a wall, over the plan's longer side. */
const longLine = 0.03;

/** Walls with the straight lines that are long enough to be walls. */
function withLines(solid: Uint8Array, { drawn, ...size }: Ink, letters: Uint8Array): Uint8Array {
  const lines = drawn.map((value, i) => (value && !letters[i] ? 1 : 0));
  const long = longLine * Math.max(size.width, size.height);
  const runs = (["x", "y"] as const).map((along) => runLengths(lines, size, along));
  return solid.map((value, i) => (value || runs.some((lengths) => uint16At(lengths, i) > long) ? 1 : 0));
}

/** Strokes that are so many times as thick as lines. A slanted line, such as a door's leaf, has longer runs than a level one. */
function thickStrokes({ thickness, drawn, line }: Ink, letters: Uint8Array, times: number): Uint8Array {
  const least = Math.max(4, Math.round(line * times));
  return drawn.map((value, i) => (value && !letters[i] && uint16At(thickness, i) >= least ? 1 : 0));
}

/** The parts that are somewhere so many times as wide as lines, across their own direction. */
function asWideAs(mask: Uint8Array, ink: Ink, times: number): Uint8Array {
  const { map, components } = componentsOf(mask, ink, true);
  const open = mask.map((value) => (value ? 0 : 1));
  const depth = distancesTo(open, ink);
  const kept = new Uint8Array(components.length + 1);
  map.forEach((id, i) => {
    if (2 * depth.at(i) >= times * ink.line) kept[id] = 1;
  });
  return mask.map((_, i) => uint8At(kept, int32At(map, i)));
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
  return solid.map((_, i) => uint8At(kept, int32At(map, i)));
}

const extentOf = ({ left, right, top, bottom }: Component): number => Math.max(right - left, bottom - top);

/** Twice the distance to the edge that only a tenth of the walls' middle lines exceed. */
function thicknessOf(solid: Uint8Array, size: Size): number {
  const open = solid.map((value) => (value ? 0 : 1));
  const depth = distancesTo(open, size);
  const values: number[] = [];
  const isRidge = (i: number, step: number) =>
    depth.at(i) >= depth.at(i - step) && depth.at(i) >= depth.at(i + step);
  for (let i = size.width + 1; i < solid.length - size.width - 1; i++)
    if (depth.at(i) > 0 && isRidge(i, 1) && isRidge(i, size.width)) values.push(depth.at(i) * 2);
  values.sort((a, b) => a - b);
  return values[Math.floor(values.length * 0.85)] ?? 0;
}
