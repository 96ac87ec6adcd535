import type { Size } from "@image-staging/picture/size";
import type { WorkingCopy } from "@image-staging/picture/working-copy";
import { type LabelClass, type LabelGroup, labelClasses, labelGroups } from "./classes.ts";
import type { ClassPlanes } from "./network.ts";

/** What each pixel of a photo shows, as shares. */
export class Labels {
  /** The copy of the photo whose pixels are labelled. */
  readonly copy: WorkingCopy;
  /** The size of the planes of classes: half of what the network saw. */
  readonly grid: Size;
  /** For each pixel of the copy, the index in `labelGroups` of its greatest share. */
  readonly greatest: Uint8Array;
  readonly #groups: readonly Float32Array[];
  readonly #classes: Float32Array;

  constructor(copy: WorkingCopy, groups: readonly Float32Array[], { data, ...grid }: ClassPlanes) {
    this.copy = copy;
    this.grid = grid;
    this.greatest = greatestOf(groups, copy.width * copy.height);
    this.#groups = groups;
    this.#classes = data;
  }

  /** The share of a group at each pixel of the copy, row by row. */
  group(name: LabelGroup): Float32Array {
    const plane = this.#groups[labelGroups.indexOf(name)];
    if (!plane) throw new RangeError(`There are no labels of ${name}.`);
    return plane;
  }

  /** The share of a class at each place of `grid`, row by row. */
  shares(name: LabelClass): Float32Array {
    const { width, height } = this.grid;
    const from = labelClasses.indexOf(name) * width * height;
    return this.#classes.subarray(from, from + width * height);
  }
}

/** For each of so many pixels the index of the plane with the greatest share, the first of several. */
export function greatestOf(planes: readonly Float32Array[], count: number): Uint8Array {
  const greatest = new Uint8Array(count);
  const most = new Float32Array(count).fill(Number.NEGATIVE_INFINITY);
  planes.forEach((plane, k) => {
    for (let i = 0; i < count; i++) {
      const share = plane[i] ?? 0;
      if (share <= (most[i] ?? 0)) continue;
      most[i] = share;
      greatest[i] = k;
    }
  });
  return greatest;
}
