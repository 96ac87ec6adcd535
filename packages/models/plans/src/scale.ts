import type { RoomUse } from "@image-staging/furniture/room-use";
import type { Label } from "./read/labels.ts";
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
/** How far a scale can be from the usual one before it is unlikely, as a logarithm. */
const unusual = 0.45;

/** How likely a scale is, 0 to 1, if rooms of usual size would give the other one. */
export const likelihood = (scale: number, usual: number | undefined): number =>
  usual === undefined ? 1 : Math.exp(-((Math.log(scale / usual) / unusual) ** 2));

/** Pixels of a metre if the named rooms have usual sizes; undefined if fewer than two are. */
export function scaleFromRooms(labels: readonly Label[], walls: Walls): number | undefined {
  const scales = labels.flatMap((label) => {
    const area = usualArea[label.uses[0] ?? "hall"];
    const around = area && waysAround(label, walls);
    return around ? [Math.sqrt((middle(around.wide) * middle(around.high)) / area)] : [];
  });
  return scales.length < 2 ? undefined : middle(scales);
}

/**
 * Pixels of a metre, from the labels' printed sizes: for each, the free way around the label up to the walls is compared
 * with every reading of its size, and the scale that most labels share wins. A scale far from the usual one counts little.
 * Undefined if none agree.
 */
export function scaleFromLabels(
  labels: readonly Label[],
  walls: Walls,
  usual: number | undefined,
): number | undefined {
  const votes = labels
    .flatMap((label) => votesOf(label, walls))
    .map(({ log, weight }) => ({
      log,
      weight: weight * likelihood(Math.exp(log), usual),
    }));
  let [best, most] = [0, 0];
  for (const { log } of votes) {
    const near = votes.filter((vote) => Math.abs(vote.log - log) < 0.06);
    const sum = near.reduce((total, vote) => total + vote.weight, 0);
    if (sum <= most) continue;
    most = sum;
    best = near.reduce((total, vote) => total + vote.log * vote.weight, 0) / sum;
  }
  return most > 0.3 ? Math.exp(best) : undefined;
}

/** The logarithms of scales that a label's size means, and how much each counts. */
function votesOf(label: Label, walls: Walls): { log: number; weight: number }[] {
  const { sizes, area } = label;
  const around = sizes.length > 0 || area ? waysAround(label, walls) : undefined;
  if (!around) return [];
  const [wide, high] = [middle(around.wide), middle(around.high)];
  const bySides = sizes.flatMap(({ sides: [a, b], weight }) =>
    [
      [a, b],
      [b, a],
    ].flatMap(([across = a, along = b]) => {
      const apart = Math.abs(Math.log(wide / across / (high / along)));
      const log = Math.log((wide * high) / (across * along)) / 2;
      return apart < tolerance ? [{ log, weight: weight * (1 - apart / tolerance) }] : [];
    }),
  );
  if (!area) return bySides;
  // An area says nothing of a room's shape, by which a way through a door is seen.
  const least = quartile(around.wide) * quartile(around.high);
  return [...bySides, { log: Math.log(least / area.area) / 2, weight: area.weight }];
}

/** The ways across and along the room around a label, in pixels; undefined if no wall surrounds it. */
function waysAround(
  { left, right, top, bottom, lineHeight }: Label,
  walls: Walls,
): { wide: number[]; high: number[] } | undefined {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const step = Math.max(2, lineHeight * 0.6);
  const [wide, high] = [waysBeside(walls, [x, y], [1, 0], step), waysBeside(walls, [x, y], [0, 1], step)];
  return wide.length < 3 || high.length < 3 ? undefined : { wide, high };
}

/** How many parallels to a way are tried on each side of it. */
const parallels = 14;

type Pair = readonly [x: number, y: number];

/** The ways through a point and through those next to it, up to a wall: some of them leave through a window. */
function waysBeside(walls: Walls, [x, y]: Pair, [dx, dy]: Pair, step: number): number[] {
  const { solid, width, height } = walls;
  return [-1, 1].flatMap((side) => {
    const found: number[] = [];
    for (let k = side < 0 ? 1 : 0; k <= parallels; k++) {
      const [px, py] = [Math.round(x + dy * side * k * step), Math.round(y + dx * side * k * step)];
      if (px < 0 || py < 0 || px >= width || py >= height || solid[py * width + px]) break;
      const way = wayAlong(walls, px, py, dx, dy);
      if (way !== undefined) found.push(way);
    }
    return found;
  });
}

/** The free way through a point in both directions; undefined if it leaves the plan. */
function wayAlong(
  { solid, width, height }: Walls,
  x: number,
  y: number,
  dx: number,
  dy: number,
): number | undefined {
  let way = -1;
  for (const sign of [-1, 1]) {
    let [px, py] = [x, y];
    while (!solid[py * width + px]) {
      px += dx * sign;
      py += dy * sign;
      if (px < 0 || py < 0 || px >= width || py >= height) return undefined;
      way++;
    }
  }
  return way;
}

const middle = (values: readonly number[]): number => sortedAt(values, values.length >> 1);

/** The first quartile: half of a room's ways can leave it through a door, if a window takes the others. */
const quartile = (values: readonly number[]): number => sortedAt(values, values.length >> 2);

const sortedAt = (values: readonly number[], place: number): number =>
  [...values].sort((a, b) => a - b)[place] ?? 0;
