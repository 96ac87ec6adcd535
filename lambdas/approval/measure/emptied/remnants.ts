import { componentsOf } from "@image-staging/picture/components";
import type { View } from "../view.ts";

/** How far inside and outside an island its contrast is looked for, in pixels of a view. */
const reach = 3;
/** Levels by which an island differs from what is around it: a floor seen between legs does not. */
const contrast = 15;

/**
 * The largest island of what was there, as a part of the picture: pixels of the marked region that are as before, with changed ones
 * all around, that differ from them.
 */
export function remnantShare(candidate: View, marked: Uint8Array, changed: Uint8Array): number {
  const same = marked.map((inside, at) => (inside && !changed[at] ? 1 : 0));
  const { map, components } = componentsOf(same, candidate, true);
  const islands = components.filter(({ id }) => isEnclosed(id, map, candidate, marked));
  const left = islands.filter(({ id }) => contrastOf(id, map, candidate, changed) >= contrast);
  return Math.max(0, ...left.map(({ pixels }) => pixels)) / map.length;
}

/** Whether no pixel of a component touches one outside the marked region, or the picture's side. */
function isEnclosed(id: number, map: Int32Array, { width, height }: View, marked: Uint8Array): boolean {
  for (let at = 0; at < map.length; at++) {
    if (map[at] !== id) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    if (x === 0 || y === 0 || x === width - 1 || y === height - 1) return false;
    if (!marked[at - 1] || !marked[at + 1] || !marked[at - width] || !marked[at + width]) return false;
  }
  return true;
}

/** The mean difference of a component's pixels to changed ones `reach` pixels away. */
function contrastOf(id: number, map: Int32Array, view: View, changed: Uint8Array): number {
  const { width } = view;
  let [sum, count] = [0, 0];
  for (let at = 0; at < map.length; at++) {
    if (map[at] !== id) continue;
    for (const step of [-reach, reach, -reach * width, reach * width]) {
      if (!changed[at + step]) continue;
      sum += differenceOf(view, at, at + step);
      count++;
    }
  }
  return count === 0 ? 0 : sum / count;
}

/** How much two pixels of a view differ, in levels. */
const differenceOf = ({ luma, redGreen, yellowBlue }: View, a: number, b: number): number =>
  Math.hypot(
    luma.at(a) - luma.at(b),
    (redGreen.at(a) - redGreen.at(b)) / 2,
    (yellowBlue.at(a) - yellowBlue.at(b)) / 2,
  );
