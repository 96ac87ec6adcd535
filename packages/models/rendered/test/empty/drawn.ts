import { generateRoom } from "@image-staging/generated/rooms";
import type { Picture } from "@image-staging/picture/picture";
import { workingCopyOf } from "@image-staging/picture/working-copy";
import { hitsOf } from "../../src/analysis/faces.ts";
import { bent, boundaryOf } from "../../src/empty/boundary.ts";
import type { Hidden } from "../../src/empty/hidden.ts";
import { labelClasses, labelGroups } from "../../src/labels/classes.ts";
import { Labels } from "../../src/labels/labels.ts";

const size = { width: 240, height: 160 };
/** What `truth.surfaces` counts, as labels: fitting, floor, wall, ceiling. */
const groups = ["fixed", "floor", "walls", "ceiling"] as const;
const classes = ["window", "floor", "wall", "ceiling"] as const;

/** A rectangle of pixels, ends exclusive. */
export interface Block {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export const isIn = ({ left, right, top, bottom }: Block, i: number): boolean => {
  const [x, y] = [i % size.width, Math.floor(i / size.width)];
  return x >= left && x < right && y >= top && y < bottom;
};

/** A drawn empty room, the same with a red block before it, and what is known of it: all but the block. */
export function drawnWithBlock(
  seed: number,
  block: Block,
): { empty: Picture; furnished: Picture; hidden: Hidden } {
  const { picture: empty, truth } = generateRoom(seed, size);
  const removed = Uint8Array.from(truth.surfaces, (_, i) => (isIn(block, i) ? 1 : 0));
  const data = empty.data.map((level, k) =>
    removed[Math.floor(k / 3)] ? ([170, 40, 40][k % 3] ?? 0) : level,
  );
  const furnished = { ...size, data };
  const copy = workingCopyOf(furnished);
  const shareOf = (names: readonly string[], name: string) =>
    Float32Array.from(truth.surfaces, (surface, i) => {
      const own = removed[i] ? "thing" : names[surface];
      return own === name || (own === "thing" && name === "things") ? 1 : 0;
    });
  const labels = new Labels(
    copy,
    labelGroups.map((name) => shareOf(groups, name)),
    { ...size, data: Float32Array.from(labelClasses.flatMap((name) => [...shareOf(classes, name)])) },
  );
  const inBox = hitsOf(truth.camera, truth.room);
  const boundary = boundaryOf(labels, removed, inBox);
  const hits = bent(inBox, boundary, truth.camera);
  return {
    ...{ empty, furnished },
    hidden: { labels, camera: truth.camera, room: truth.room, boundary, hits, removed },
  };
}

/** The peak signal-to-noise ratio in decibels, over the pixels of a block. */
export function noiseIn(block: Block, a: Picture, b: Picture): number {
  let [sum, count] = [0, 0];
  for (let k = 0; k < a.data.length; k++) {
    if (!isIn(block, Math.floor(k / 3))) continue;
    sum += ((a.data[k] ?? 0) - (b.data[k] ?? 0)) ** 2;
    count++;
  }
  return 10 * Math.log10((255 ** 2 * count) / Math.max(1e-6, sum));
}
