import { float32At, int32At } from "@image-staging/picture/at";
import { boxMean } from "@image-staging/picture/box-mean";
import { components } from "@image-staging/picture/components";
import { Plane } from "@image-staging/picture/plane";
import { medianOf } from "@image-staging/picture/quantile";
import type { WorkingCopy } from "@image-staging/picture/working-copy";
import { type LabelClass, labelGroups } from "../labels/classes.ts";
import { enlarged } from "../labels/enlarged.ts";
import type { Labels } from "../labels/index.ts";
import { narrowed, widened } from "./outlines.ts";

/**
 * The Lab step over four pixels of the copy that is an edge; the mean share of wall from which a plain part of a door or a
 * thing can be wall that was taken for it: of 1.5 to 3.5 and 0.1 to 0.3 these lose least on the photos with known walls. Strays of a mask
 * are up to this share of a part.
 */
const [edge, doubtful, stray] = [2.5, 0.2, 0.05] as const;
/** The share of the picture that a fleck in the paint covers at most, and the Lab by which it differs from the paint around it. */
const [fleck, alike] = [0.02, 9] as const;
/** Pixels of the copy around one that show what a surface looks like there. */
const near = 16;
/** Lab between skirtings and walls from which they are of two colours: else both get the same paint, and no seam can show. */
const otherColour = 9;

/**
 * 1 for each pixel of the copy that is painted: what the labels call wall, but brick, and plain parts that they doubt as far as no edge
 * parts them from it.
 * Skirtings are painted with the walls if they have their colour.
 */
export function paintOf(labels: Labels): Uint8Array {
  const { copy, greatest } = labels;
  const share = (name: LabelClass): Float32Array => enlarged(labels.shares(name), labels.grid, copy);
  const [wall, trim, brick] = [share("wall"), share("trim"), share("brick")];
  const walls = labels.group("walls");
  const isWalls = labelGroups.indexOf("walls");
  const isDoubted = [labelGroups.indexOf("fixed"), labelGroups.indexOf("things")];
  const seeds = greatest.map((group, i) =>
    group === isWalls && float32At(brick, i) < float32At(wall, i) + float32At(trim, i) ? 1 : 0,
  );
  const edges = edgesOf(copy);
  const doubted = greatest.map((group) => (group === isWalls ? 1 : 0));
  for (const other of isDoubted) {
    const plain = greatest.map((group, i) => (group === other && float32At(edges, i) < edge ? 1 : 0));
    for (const part of components(plain, copy.width, copy.height, 1))
      if (sumOver(part, walls) > doubtful * part.length) for (const i of part) doubted[i] = 1;
  }
  const [fixed, things] = [labels.group("fixed"), labels.group("things")];
  const likely = walls.map((share, i) => share - float32At(fixed, i) - float32At(things, i));
  const [sure, more] = wholeParts([seeds, doubted], likely, edges, copy);
  const paint = withoutFlecks(copy, spreadOver(sure, more, edges, copy.width));
  const skirting = paint.map((isPaint, i) => (isPaint && float32At(trim, i) > float32At(wall, i) ? 1 : 0));
  const bare = paint.map((isPaint, i) => (skirting[i] ? 0 : isPaint));
  return isOfOtherColour(copy, skirting, bare) ? bare : paint;
}

const sumOver = (part: readonly number[], plane: Float32Array): number =>
  part.reduce((sum, i) => sum + float32At(plane, i), 0);

/** Lab steps across each pixel, the larger of those along its row and its column. */
function edgesOf({ lab, width, height }: WorkingCopy): Float32Array {
  const smooth = lab.map((plane) => boxMean(plane, 1));
  const steps = new Float32Array(width * height);
  const square = (a: number, b: number): number =>
    smooth.reduce((sum, plane) => sum + (plane.at(a) - plane.at(b)) ** 2, 0);
  for (let y = 2; y < height - 2; y++)
    for (let x = 2; x < width - 2; x++) {
      const i = y * width + x;
      steps[i] = Math.sqrt(Math.max(square(i - 2, i + 2), square(i - 2 * width, i + 2 * width)));
    }
  return steps;
}

/**
 * A mask that neither begins nor ends within a plain part of the house, a door's leaf for one: parts of it and of `doubted`
 * that no edge crosses, with more than stray pixels of the mask in them, are wholly in it if they are `likely` it in sum, and wholly out of both
 * if not.
 */
function wholeParts(
  [seeds, doubted]: readonly [Uint8Array, Uint8Array],
  likely: Float32Array,
  edges: Float32Array,
  { width, height }: WorkingCopy,
): [Uint8Array, Uint8Array] {
  const plain = doubted.map((isDoubted, i) => (isDoubted && float32At(edges, i) < edge ? 1 : 0));
  const [inside, outside] = [new Uint8Array(seeds.length), new Uint8Array(seeds.length)];
  for (const part of components(narrowed(plain, width, height, 1), width, height, 1)) {
    if (part.filter((i) => seeds[i]).length < stray * part.length) continue;
    const mask = sumOver(part, likely) > 0 ? inside : outside;
    for (const i of part) mask[i] = 1;
  }
  const out = widened(outside, width, height, 1);
  return [
    seeds.map((isSeed, i) => (inside[i] || (isSeed && !out[i]) ? 1 : 0)),
    doubted.map((isDoubted, i) => (isDoubted && !out[i] ? 1 : 0)),
  ];
}

/** A mask grown over `more`, wherever a way of three pixels without an edge leads from what is itself as wide. */
function spreadOver(seeds: Uint8Array, more: Uint8Array, edges: Float32Array, width: number): Uint8Array {
  const height = seeds.length / width;
  const free = seeds.map((isSeed, i) => (isSeed || (more[i] && float32At(edges, i) < edge) ? 1 : 0));
  const open = narrowed(free, width, height, 1);
  const sure = narrowed(seeds, width, height, 1);
  const reached = open.map((isOpen, i) => (isOpen && sure[i] ? 1 : 0));
  const queue = Int32Array.from({ length: seeds.length }, () => 0);
  let end = 0;
  reached.forEach((isIn, i) => {
    if (isIn) queue[end++] = i;
  });
  for (let at = 0; at < end; at++) {
    const i = int32At(queue, at);
    for (const next of [i - 1, i + 1, i - width, i + width]) {
      if (!open[next] || reached[next]) continue;
      reached[next] = 1;
      queue[end++] = next;
    }
  }
  const grown = widened(reached, width, height, 1);
  return free.map((isFree, i) => (seeds[i] || (isFree && grown[i]) ? 1 : 0));
}

/** Paint that has no flecks: what it surrounds is paint too, if it has its colour, and no socket. */
function withoutFlecks(copy: WorkingCopy, paint: Uint8Array): Uint8Array {
  const { width, height } = copy;
  const away = awayFrom(copy, paint);
  const whole = paint.slice();
  const isAtBorder = (i: number): boolean =>
    i % width === 0 || i % width === width - 1 || i < width || i >= width * (height - 1);
  const others = paint.map((isPaint) => (isPaint ? 0 : 1));
  for (const pixels of components(others, width, height, 1)) {
    if (pixels.length > fleck * paint.length || pixels.some(isAtBorder)) continue;
    for (const i of pixels) if (float32At(away, i) < alike) whole[i] = 1;
  }
  return whole;
}

/** Whether skirtings have another colour than the wall that stands right above them. */
function isOfOtherColour(copy: WorkingCopy, skirting: Uint8Array, wall: Uint8Array): boolean {
  const { width, height } = copy;
  const away = awayFrom(copy, narrowed(wall, width, height, 2));
  const middle = narrowed(skirting, width, height, 2);
  return medianOf(away.filter((step, i) => middle[i] && Number.isFinite(step))) > otherColour;
}

/** How far (Lab) each pixel is from the mean of a mask's pixels near it; not a number if none is near. */
function awayFrom(copy: WorkingCopy, mask: Uint8Array): Float32Array {
  const share = boxMean(new Plane(copy, Float32Array.from(mask)), near);
  const away = new Float32Array(mask.length);
  for (const plane of copy.lab) {
    const sum = boxMean(
      plane.map((value, i) => (mask[i] ? value : 0)),
      near,
    );
    for (let i = 0; i < away.length; i++) {
      const step = share.at(i) > 0 ? plane.at(i) - sum.at(i) / share.at(i) : Number.NaN;
      away[i] = (away[i] ?? 0) + step * step;
    }
  }
  return away.map(Math.sqrt);
}
