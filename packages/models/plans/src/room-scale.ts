import type { RoomUse } from "@image-staging/furniture/room-use";
import type { Vote } from "./dimension-lines.ts";
import type { Label } from "./read/labels.ts";
import { wayThrough } from "./strips.ts";
import type { Walls } from "./walls.ts";

/** Sides of a room that agree within this part are the sides that its label prints. */
const tolerance = 0.12;
/** Square metres of usual rooms. */
const usualArea: Readonly<Partial<Record<RoomUse, number>>> = {
  living: 22,
  bedroom: 12.5,
  kitchen: 10,
  bath: 5.5,
  dining: 13,
  office: 9,
  child: 11,
  studio: 25,
};
/** What a size counts for in a room that is shared, over one that is not. */
const sharedWeight = 0.5;
/** How far a scale can be from the usual one before it is unlikely, as a logarithm. */
const unusual = 0.45;

/** How likely a scale is, 0 to 1, if rooms of usual size would give the other one. */
export const likelihood = (scale: number, usual: number | undefined): number =>
  usual === undefined ? 1 : Math.exp(-((Math.log(scale / usual) / unusual) ** 2));

/** A label, and the ways across and along the room through it and beside it, up to a wall, in pixels. */
export interface LabelledRoom {
  label: Label;
  /** Whether another room's name is seen from it: the walls between were not found, or there are none. */
  isShared: boolean;
  wide: readonly number[];
  high: readonly number[];
}

/** The rooms around labels that have walls around them. */
export function roomsAround(labels: readonly Label[], walls: Walls): LabelledRoom[] {
  const named = labels.filter(({ isRoom }) => isRoom);
  return labels.flatMap((label) => {
    const around = waysAround(label, walls);
    const isShared = named.some((other) => other !== label && seeEachOther(label, other, walls));
    return around ? [{ label, isShared, ...around }] : [];
  });
}

/** How wide the sight from label to label is on each side, over the letters' height: a door is narrower. */
const sight = 1.5;

/** Whether no wall is between two labels, on a band that is wider than a door. */
function seeEachOther(one: Label, other: Label, { solid, width, height }: Walls): boolean {
  const [[ax, ay], [bx, by]] = [middleOf(one), middleOf(other)];
  const long = Math.hypot(bx - ax, by - ay);
  const side = sight * Math.max(one.lineHeight, other.lineHeight);
  return [-side, 0, side].every((away) => {
    const [dx, dy] = [((ay - by) / long) * away, ((bx - ax) / long) * away];
    for (let k = 0; k <= long; k++) {
      const [x, y] = [
        Math.round(ax + dx + ((bx - ax) * k) / long),
        Math.round(ay + dy + ((by - ay) * k) / long),
      ];
      if (x >= 0 && y >= 0 && x < width && y < height && solid[y * width + x]) return false;
    }
    return true;
  });
}

const middleOf = ({ left, right, top, bottom }: Label): [x: number, y: number] => [
  (left + right) / 2,
  (top + bottom) / 2,
];

/** Pixels of a metre if the named rooms have usual sizes; undefined if fewer than two are. */
export function scaleFromRooms(rooms: readonly LabelledRoom[]): number | undefined {
  const scales = rooms.flatMap(({ label, isShared, wide, high }) => {
    const area = !isShared && usualArea[label.uses[0] ?? "hall"];
    return area ? [Math.sqrt((middle(wide) * middle(high)) / area)] : [];
  });
  return scales.length < 2 ? undefined : middle(scales);
}

/** The scales that a room's printed size says: the ways in it over every reading of the size. */
export function votesOfRoom({ label: { sizes, area }, isShared, wide, high }: LabelledRoom): Vote[] {
  const bySides = sizes.flatMap(({ sides: [a, b], weight }) =>
    [
      [a, b],
      [b, a],
    ].flatMap(([across = a, along = b]) => {
      const [x, y] = [middle(wide) / across, middle(high) / along];
      const fit = (isShared ? sharedWeight : 1) * (1 - Math.abs(Math.log(x / y)) / tolerance);
      return fit > 0 ? [{ log: Math.log(x * y) / 2, weight: weight * fit, sure: weight }] : [];
    }),
  );
  if (!area || isShared) return bySides;
  // An area says nothing of a room's shape, by which a way through a door is seen.
  const log = Math.log((quartile(wide) * quartile(high)) / area.area) / 2;
  return [...bySides, { log, weight: area.weight, sure: area.weight }];
}

/** The ways across and along the room around a label, in pixels; undefined if no wall surrounds it. */
function waysAround(
  { left, right, top, bottom, lineHeight }: Label,
  walls: Walls,
): { wide: number[]; high: number[] } | undefined {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const step = Math.max(2, lineHeight * 0.6);
  const [wide, high] = [waysBeside(walls, "x", y, x, step), waysBeside(walls, "y", x, y, step)];
  return wide.length < 3 || high.length < 3 ? undefined : { wide, high };
}

/** How many parallels to a way are tried on each side of it. */
const parallels = 14;

/** The ways through a place of a line and through those next to it, up to a wall, but for those that leave the plan. */
function waysBeside(walls: Walls, along: "x" | "y", line: number, place: number, step: number): number[] {
  const at = Math.round(place);
  return [-1, 1].flatMap((side) => {
    const found: number[] = [];
    for (let k = side < 0 ? 1 : 0; k <= parallels; k++) {
      const { from, to, leaves } = wayThrough(walls, along, Math.round(line + side * k * step), at);
      if (from === to) break;
      if (!leaves) found.push(to - from);
    }
    return found;
  });
}

const middle = (values: readonly number[]): number => sortedAt(values, values.length >> 1);

/** The first quartile: half of a room's ways can leave it through a door, if a window takes the others. */
const quartile = (values: readonly number[]): number => sortedAt(values, values.length >> 2);

const sortedAt = (values: readonly number[], place: number): number =>
  [...values].sort((a, b) => a - b)[place] ?? 0;
