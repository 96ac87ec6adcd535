import type { WorkingCopy } from "@image-staging/picture/working-copy";
import { groupOf, type LabelGroup, labelClasses, labelGroups } from "./classes.ts";
import { Labels } from "./labels.ts";

/** The class that a pixel of a group shows at once when nothing else is known. */
const plainOf = { floor: "floor", walls: "wall", ceiling: "ceiling", fixed: "window" } as const;
/** What a pixel without furniture can show; `undefined` leaves it as it is labelled. */
export type Behind = Extract<LabelGroup, keyof typeof plainOf> | undefined;

/** The labels of a photo that something was removed from: `behind` says what each pixel of the new copy shows now, if it changed. */
export function labelsAsEmptied(labels: Labels, copy: WorkingCopy, behind: (i: number) => Behind): Labels {
  const groups = labelGroups.map((group) =>
    labels.group(group).map((share, i) => {
      const now = behind(i);
      return now === undefined ? share : now === group ? 1 : 0;
    }),
  );
  const { width, height } = labels.grid;
  const data = new Float32Array(labelClasses.length * width * height);
  for (const [k, name] of labelClasses.entries()) {
    const shares = labels.shares(name);
    for (let i = 0; i < shares.length; i++) {
      const x = Math.floor((((i % width) + 0.5) * copy.width) / width);
      const y = Math.floor(((Math.floor(i / width) + 0.5) * copy.height) / height);
      const now = behind(y * copy.width + x);
      data[k * width * height + i] =
        now === undefined ? (shares[i] as number) : groupOf[name] === now && plainOf[now] === name ? 1 : 0;
    }
  }
  return new Labels(copy, groups, { ...labels.grid, data });
}
