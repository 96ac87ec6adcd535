import type { Opening } from "./openings.ts";
import type { Label } from "./read/labels.ts";
import type { RoomMap } from "./rooms.ts";
import { roomUnder } from "./uses.ts";

/**
 * The openings without those wider than a door that do not lead from one named room to another: there the plan says that two
 * rooms begin. `map` has the rooms with all of them closed.
 */
export function betweenNames(
  openings: readonly Opening[],
  { rooms, width, ...map }: RoomMap,
  labels: readonly Label[],
): Opening[] {
  const named = new Set(
    labels.filter(({ uses }) => uses.length > 0).map((label) => roomUnder(label, { ...map, rooms, width })),
  );
  const roomAt = (x: number, y: number): number => rooms[Math.round(y) * width + Math.round(x)] ?? 0;
  return openings.filter(({ isWide, along, left, right, top, bottom }) => {
    if (!isWide) return true;
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const beside =
      along === "x"
        ? [roomAt(x, top - 3), roomAt(x, bottom + 2)]
        : [roomAt(left - 3, y), roomAt(right + 2, y)];
    return beside[0] !== beside[1] && beside.every((room) => room > 0 && named.has(room));
  });
}
