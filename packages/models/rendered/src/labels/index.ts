import { assertPicture, type Picture } from "@image-staging/picture/picture";
import { type WorkingCopy, workingCopyOf } from "@image-staging/picture/working-copy";
import { groupOf, labelClasses, labelGroups } from "./classes.ts";
import { withFloorGoneOn } from "./floor-gone-on.ts";
import { guided } from "./guided.ts";
import { Labels } from "./labels.ts";
import { type ClassPlanes, classShares } from "./network.ts";
import { resampled } from "./resampled.ts";

export type { LabelGroup } from "./classes.ts";
export type { Labels } from "./labels.ts";

/** The longest side of what the network sees, whatever the picture's size, and what its sides are multiples of. */
const [longest, multiple] = [480, 32] as const;

/**
 * Labels the pixels of a photo: shares of floor, walls, ceiling, what is fixed and things, with the edges of its working copy.
 * The network sees the photo and its mirror image at one size. Same picture, same bytes on any machine. About a second of
 * processor time; the first call of a process loads the network.
 */
export async function labelsOf(picture: Picture): Promise<Labels> {
  assertPicture(picture);
  const copy = workingCopyOf(picture);
  return withFloorGoneOn(labelsByShares(copy, await sharesOf(copy)));
}

/** The labels of a copy by the shares of classes at any size. */
export function labelsByShares(copy: WorkingCopy, classes: ClassPlanes): Labels {
  const count = classes.width * classes.height;
  const groups = labelGroups.map((group) => {
    const sum = new Float32Array(count);
    for (const [k, name] of labelClasses.entries()) {
      if (groupOf[name] !== group) continue;
      for (let i = 0; i < count; i++) sum[i] = (sum[i] ?? 0) + (classes.data[k * count + i] ?? 0);
    }
    return sum;
  });
  return new Labels(copy, guided(copy, groups, classes), classes);
}

/** The mean of the shares of a photo and of its mirror image. */
async function sharesOf({ width, height, rgb }: WorkingCopy): Promise<ClassPlanes> {
  const scale = longest / Math.max(width, height);
  const sideOf = (side: number): number => Math.max(2, Math.round((side * scale) / multiple)) * multiple;
  const [across, down] = [sideOf(width), sideOf(height)];
  const planes = resampled({ width, height, data: rgb }, across, down).map(
    (value) => (value / 255 - 0.5) / 0.25,
  );
  const straight = await classShares(planes, across, down);
  const turned = mirrored((await classShares(mirrored(planes, across), across, down)).data, straight.width);
  return { ...straight, data: straight.data.map((share, i) => (share + (turned[i] ?? 0)) / 2) };
}

/** Rows of `width` values from right to left. */
function mirrored(rows: Float32Array, width: number): Float32Array {
  const turned = rows.slice();
  for (let start = 0; start < turned.length; start += width) turned.subarray(start, start + width).reverse();
  return turned;
}
