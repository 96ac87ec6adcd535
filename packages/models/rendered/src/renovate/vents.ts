import { components } from "@image-staging/picture/components";
import type { WorkingCopy } from "@image-staging/picture/working-copy";
import type { Camera, Room } from "@image-staging/tracer/scene";
import { projectorOf } from "../analysis/projector.ts";
import { cell, gridOf, seenFromAbove } from "./floor-from-above.ts";
import { bothWays, logLight, medians } from "./floor-pattern.ts";

/** Metres that a vent's short and long side measure, and within which of a wall it lies. */
const [short, long, nearWall] = [[0.09, 0.24], [0.24, 0.5], 0.5] as const;
/** The part of its rectangle that it fills: it lies square to the walls, as boards' knots and mirrored lamps do not. */
const filled = 0.65;
/** How far its squares' log light is from the floor's around it, and on average: boards and shade differ less. */
const [outline, least] = [Math.log(1.6), 0.9];

/** 1 at vents in the floor: small rectangles along a wall, far lighter or darker than the floor around them. They stay. */
export function ventsIn(
  copy: WorkingCopy,
  camera: Camera,
  room: Pick<Room, "left" | "right" | "back">,
  floor: Uint8Array,
): Uint8Array {
  const projector = projectorOf(camera);
  const grid = gridOf(room);
  const { columns, rows } = grid;
  const colour = seenFromAbove(copy, projector, floor, grid);
  const around = bothWays(colour, columns, rows, (current, step, length) =>
    medians(current, columns, step, length, Number.POSITIVE_INFINITY),
  );
  const usual = logLight(around);
  const away = logLight(colour).map((light, k) => (colour[k * 4 + 3] ? light - (usual[k] as number) : 0));
  const unlike = Uint8Array.from(away, (value) => (Math.abs(value) > outline ? 1 : 0));
  const vents = components(unlike, columns, rows, 1)
    .map(rectangleOf)
    .filter((vent) => vent !== undefined);
  const mask = new Uint8Array(floor.length);
  if (vents.length === 0) return mask;
  floor.forEach((isFloor, i) => {
    const at = isFloor && projector.onLevel((i % copy.width) + 0.5, Math.floor(i / copy.width) + 0.5, 0);
    if (!at) return;
    const [column, row] = [(at[0] - room.left) / cell, (at[1] - room.back) / cell];
    // A square more to each side: its edge is blurred.
    const isIn = vents.some(
      ([x0, y0, x1, y1]) => column > x0 - 1 && column < x1 + 2 && row > y0 - 1 && row < y1 + 2,
    );
    if (isIn) mask[i] = 1;
  });
  return mask;

  /** The squares from a vent's left and back to its right and front; undefined if these are none. */
  function rectangleOf(squares: readonly number[]): readonly [number, number, number, number] | undefined {
    const [x, y] = [squares.map((k) => k % columns), squares.map((k) => Math.floor(k / columns))];
    const [x0, x1, y0, y1] = [Math.min(...x), Math.max(...x), Math.min(...y), Math.max(...y)];
    const sides = [(x1 - x0 + 1) * cell, (y1 - y0 + 1) * cell].sort((a, b) => a - b) as [number, number];
    const isOfSize = [short, long].every(([from, to], n) => {
      const side = sides[n] as number;
      return side > from && side < to;
    });
    const isNearWall = Math.min(x0, columns - 1 - x1, y0) * cell < nearWall;
    const isFilled = squares.length > filled * (x1 - x0 + 1) * (y1 - y0 + 1);
    const mean = squares.reduce((sum, k) => sum + (away[k] as number), 0) / squares.length;
    return isOfSize && isNearWall && isFilled && Math.abs(mean) > least ? [x0, y0, x1, y1] : undefined;
  }
}
