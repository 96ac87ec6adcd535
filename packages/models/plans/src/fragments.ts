import { int32At, uint8At } from "@image-staging/picture/at";
import { componentsOf } from "@image-staging/picture/components";
import type { Ink, Reading } from "./ink.ts";
import type { Opening } from "./openings.ts";
import type { RoomMap } from "./rooms.ts";
import type { Walls } from "./walls.ts";

/** A smaller part of a plan, in square metres, that no door leads to belongs to the room next to it. */
const smallest = 2.5;

/**
 * The openings without those that only cut a small part off from its room: at the pier of a shower, at the wider end of a
 * hall. Such an opening has no door leaf. On plans that draw no leaves all openings are kept.
 */
export function withoutFragments(
  map: RoomMap,
  openings: readonly Opening[],
  walls: Walls,
  { ink, letters, scale }: Reading,
): readonly Opening[] {
  const { map: gaps, components } = componentsOf(map.closed, map);
  const gapOf = ({ left, top }: Opening): number => int32At(gaps, top * map.width + left);
  const isFixed = letters.map((letter, i) => letter | uint8At(walls.solid, i));
  const leaves = openings.filter(
    (opening) => opening.kind === "door" && hasLeaf(opening, ink, isFixed, map.width),
  );
  if (leaves.length < 2) return openings;
  const real = new Set([...leaves, ...openings.filter(({ kind }) => kind === "window")].map(gapOf));
  const beside = roomsBeside(gaps, components.length, map);
  return openings.filter((opening) => {
    const gap = gapOf(opening);
    const areas = [...(beside[gap] ?? [])].map((id) => (map.components[id - 1]?.pixels ?? 0) / scale ** 2);
    return real.has(gap) || areas.length < 2 || areas.filter((area) => area > smallest).length > 1;
  });
}

/** The rooms that touch each gap. */
function roomsBeside(gaps: Int32Array, count: number, { rooms, width }: RoomMap): Set<number>[] {
  const beside = Array.from({ length: count + 1 }, () => new Set<number>());
  gaps.forEach((gap, i) => {
    if (gap === 0) return;
    for (const step of [-1, 1, -width, width]) {
      const room = rooms[i + step] ?? 0;
      if (room > 0) beside[gap]?.add(room);
    }
  });
  return beside;
}

/** Whether a leaf and its arc, or two leaves, begin at both ends of an opening on one side of it; a line along it is none. */
function hasLeaf(
  { along, left, top, right, bottom }: Opening,
  { drawn, line }: Ink,
  isFixed: Uint8Array,
  width: number,
) {
  const [from, to, first, last] = along === "x" ? [left, right, top, bottom] : [top, bottom, left, right];
  const end = Math.max(2, Math.round((to - from) * 0.15));
  /** The part of a stretch that thin lines cross. */
  const share = (across: number, start: number, stop: number): number => {
    let count = 0;
    for (let step = start; step < stop; step++) {
      const at = along === "x" ? across * width + step : step * width + across;
      count += drawn[at] && !isFixed[at] ? 1 : 0;
    }
    return count / (stop - start);
  };
  return [first - line - 1, first - line - 2, last + line, last + line + 1].some(
    (across) =>
      share(across, from - 3, from + end) > 0 &&
      share(across, to - end, to + 3) > 0 &&
      share(across, from, to) < 0.6,
  );
}
