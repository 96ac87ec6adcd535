import { float64At, int32At, uint16At, uint32At } from "@image-staging/picture/at";
import { componentsOf } from "@image-staging/picture/components";
import { runLengths } from "@image-staging/picture/run-lengths";
import type { Size } from "@image-staging/picture/size";
import type { Ink } from "./ink.ts";

/** White pixels between two lines: the first one, and how many. */
type Across = readonly [at: number, length: number];

/** The bands between pairs of long parallel lines that are as far apart as walls of this plan are thick. */
export function bandsOf(ink: Ink, letters: Uint8Array, thick: Uint8Array): Uint8Array | undefined {
  const { width, height, drawn } = ink;
  const lines = drawn.map((value, i) => (value && !letters[i] ? 1 : 0));
  const long = Math.max(12, Math.round(Math.max(width, height) * 0.025));
  const most = Math.max(6, Math.round(Math.max(width, height) * 0.03));
  const isBeside = besidesWalls(lines, ink);
  const gaps = (["x", "y"] as const).map((along) =>
    gapsBetween(lines, ink, along, long, most).filter(
      ([at, length]) => !isBeside(at, length, along === "x" ? width : 1),
    ),
  );
  const counts = new Float64Array(most + 1);
  for (const found of gaps) for (const [, length] of found) counts[length] = float64At(counts, length) + 1;
  const largest = counts.reduce((a, b) => Math.max(a, b), 0);
  if (largest === 0) return undefined;
  const usual = counts.map((_, length) =>
    Math.max(counts[length - 1] ?? 0, counts[length] ?? 0, counts[length + 1] ?? 0) > largest * 0.12 ? 1 : 0,
  );
  const found = gaps.map((all) => all.filter(([, length]) => usual[length]));
  const paint = (solid: Uint8Array, [at, length]: Across, step: number) => {
    for (let k = -ink.line; k < length + ink.line; k++) {
      const pixel = at + k * step;
      if ((k >= 0 && k < length) || lines[pixel]) solid[pixel] = 1;
    }
  };
  const all = thick.slice();
  found.forEach((across, i) => {
    for (const one of across) paint(all, one, i === 0 ? width : 1);
  });
  const solid = thick.slice();
  found.forEach((across, i) => {
    const [step, along] = i === 0 ? [width, 1] : [1, width];
    for (const run of runsOf(across, along))
      if (isWallLong(run) || hasEnds(run, { step, along }, { lines, all, line: ink.line }))
        for (const one of run) paint(solid, one, step);
  });
  fillBetween(solid, lines, ink);
  return solid;
}

/** The part of what lines enclose that is a band if the rest is wall too: its corners, and its ends between doors. */
const mostly = 0.5;

/** Bands become the whole of what the walls' lines enclose, with those lines. */
function fillBetween(solid: Uint8Array, lines: Uint8Array, { width, height, line }: Ink): void {
  const size = { width, height };
  const blank = lines.map((value) => 1 - value);
  const { map, components } = componentsOf(blank, size);
  const inBands = new Uint32Array(components.length + 1);
  map.forEach((id, i) => {
    if (solid[i]) inBands[id] = uint32At(inBands, id) + 1;
  });
  const isWall = components.map(({ id, pixels }) => uint32At(inBands, id) > mostly * pixels);
  map.forEach((id, i) => {
    if (!isWall[id - 1]) return;
    for (const step of [1, -1, width, -width])
      for (let k = 0; k <= line; k++) {
        const pixel = i + k * step;
        if (k > 0 && !lines[pixel]) break;
        solid[pixel] = 1;
      }
  });
}

/** The parts of the plan's longer side that the ends of a dimension line are high, and that a sink or a basin is long at most. */
const [ends, basin] = [0.02, 0.08];

/**
 * Tells whether a gap lies at a line that is no wall's: the outline of something small, or a dimension line beside another
 * line, which is alone but for its ends.
 */
function besidesWalls(lines: Uint8Array, size: Size) {
  const { map, components } = componentsOf(lines, size, true);
  const longest = Math.max(size.width, size.height);
  const sides = components.map(({ left, right, top, bottom }) => [right - left, bottom - top] as const);
  const isSmall = sides.map((both) => Math.max(...both) < basin * longest);
  const isAlone = sides.map((both) => Math.min(...both) < ends * longest);
  return (at: number, length: number, step: number): boolean => {
    const both = [int32At(map, at - step), int32At(map, at + length * step)] as const;
    return both.some((id) => isSmall[id - 1] || (both[0] !== both[1] && isAlone[id - 1]));
  };
}

/** Runs of neighbours that are alike: `along` is the step from one pixel to the next. */
function runsOf(found: readonly Across[], along: number): Across[][] {
  const left = new Map(found.map((one) => [one[0], one]));
  const runs: Across[][] = [];
  for (const first of found) {
    if (!left.has(first[0]) || left.get(first[0] - along)?.[1] === first[1]) continue;
    const run: Across[] = [];
    for (let one = left.get(first[0]); one?.[1] === first[1]; one = left.get(one[0] + along)) run.push(one);
    for (const [at] of run) left.delete(at);
    runs.push(run);
  }
  return runs;
}

/** A band that is so many times as long as wide is a wall, whatever its ends are. */
const longWall = 8;
const isWallLong = (run: readonly Across[]): boolean => run.length > longWall * (run[0]?.[1] ?? 0);

/**
 * Whether both ends of a band meet a line across it or another wall, as those of a wall do. The ends of what lies between the
 * round corners of a basin do not.
 */
function hasEnds(
  run: readonly Across[],
  { step, along }: { step: number; along: number },
  { lines, all, line }: { lines: Uint8Array; all: Uint8Array; line: number },
): boolean {
  const ends = [run[0], run.at(-1)];
  return ends.every((end, i) => {
    if (!end) return false;
    const [at, length] = end;
    const away = i === 0 ? -along : along;
    for (let k = 1; k <= length + 2 * line + 2; k++) {
      let marked = 0;
      for (let across = 0; across < length; across++) {
        const pixel = at + k * away + across * step;
        marked += lines[pixel] || all[pixel] ? 1 : 0;
      }
      if (marked > 0.8 * length) return true;
    }
    return false;
  });
}

/** White runs across two long lines: the first pixel and the length of each. `along` is the lines' direction. */
function gapsBetween(lines: Uint8Array, size: Size, along: "x" | "y", long: number, most: number): Across[] {
  const runs = runLengths(lines, size, along);
  const step = along === "x" ? size.width : 1;
  const found: Across[] = [];
  for (const { at, from, to } of gapsOf(lines, size, along === "x" ? "y" : "x")) {
    const length = to - from;
    if (length < 2 || length > most) continue;
    if (uint16At(runs, at - step) >= long && uint16At(runs, at + length * step) >= long)
      found.push([at, length]);
  }
  return found;
}

/** What is not marked between two marked pixels of a row (or column): its first step, its pixel, and the end (exclusive). */
export function* gapsOf(
  mask: Uint8Array,
  { width, height }: Size,
  along: "x" | "y",
): Generator<{ line: number; from: number; to: number; at: number }> {
  const [lines, steps, next, jump] = along === "x" ? [height, width, 1, width] : [width, height, width, 1];
  for (let line = 0; line < lines; line++)
    for (let step = 0, from = 0; step < steps; step++) {
      if (!mask[line * jump + step * next]) continue;
      if (from > 0 && step > from) yield { line, from, to: step, at: line * jump + from * next };
      from = step + 1;
    }
}
