import type { RoomUse } from "@image-staging/furniture/room-use";
import { int32At, uint16At, uint32At } from "@image-staging/picture/at";
import { componentsOf } from "@image-staging/picture/components";
import { distancesTo } from "@image-staging/picture/distances";
import { maskWhere } from "@image-staging/picture/mask";
import { excludes } from "./excludes.ts";
import type { Opening } from "./openings.ts";
import type { Label } from "./read/labels.ts";
import type { Found } from "./rooms.ts";
import { roomUnder } from "./uses.ts";

/** A part of a room as it grows: half its width at its widest place so far, and its labels' uses. */
interface Basin {
  peak: number;
  uses: (readonly RoomUse[])[];
}

/** Steps of a pixel that distances are told apart by. */
const steps = 2;
/** Half the width, in metres, of a room at least, and of a doorway and an open passage between two names at most. */
const [narrowest, doorway, passage] = [0.3, 0.6, 1];
/** A doorway is narrower than both rooms, by this factor at least. */
const narrower = 0.8;

/**
 * Divides rooms at doorways that no gap in a straight wall shows: each pixel is given to the widest place that can be reached
 * from it by the widest way, and places stay apart if the way between them is as narrow as a doorway, or if their names
 * exclude each other (a watershed of the distance to walls: Bormann et al., Room segmentation, ICRA 2016). Returns the
 * rooms' new numbers, from 1, and how many pairs only their names keep apart. `scale` is pixels of a metre.
 */
export function dividedRooms(
  map: Found,
  labels: readonly Label[],
  scale: number,
): { rooms: Int32Array; open: number } {
  const { rooms, width } = map;
  const away = distancesTo(
    maskWhere(rooms.length, (i) => rooms[i] === 0),
    map,
  );
  const wide = new Uint16Array(away.values.map((pixels, i) => (rooms[i] ? Math.round(pixels * steps) : 0)));
  const basins = new Basins(scale * steps);
  const basinOf = new Int32Array(rooms.length);
  for (const label of labels)
    if (label.uses.length > 0) plant(label, roomUnder(label, map), { map, wide, basins, basinOf });
  const around = [1, -1, width, -width];
  for (const at of widestFirst(wide)) {
    for (const step of around) {
      const beside = int32At(basinOf, at + step);
      if (beside === 0 || rooms[at + step] !== rooms[at] || uint16At(wide, at + step) < uint16At(wide, at))
        continue;
      const own = int32At(basinOf, at);
      if (own === 0) basinOf[at] = beside;
      else if (own !== beside) basins.meet(own, beside, uint16At(wide, at));
    }
    basinOf[at] ||= basins.begin(uint16At(wide, at));
  }
  return { rooms: basins.numbered(basinOf), open: basins.open };
}

/** The doorways between rooms that were divided: `rooms` has each pixel's new number. */
export function doorsBetween(map: Found, rooms: Int32Array, scale: number): Opening[] {
  const { width } = map;
  const isDivided = (i: number, next: number) =>
    rooms[next] !== rooms[i] && map.rooms[i] && map.rooms[next] === map.rooms[i];
  const between = maskWhere(rooms.length, (i) => isDivided(i, i + 1) || isDivided(i, i + width));
  return componentsOf(between, map, true).components.flatMap(({ left, right, top, bottom }) => {
    const [wide, high] = [right - left, bottom - top];
    if (Math.max(wide, high) > 2 * doorway * scale) return [];
    return [{ kind: "door", along: wide > high ? "x" : "y", left, right, top, bottom }];
  });
}

interface Growing {
  map: Found;
  wide: Uint16Array;
  basins: Basins;
  basinOf: Int32Array;
}

/** Begins a basin under a label, and along the way up to the widest place near it. */
function plant({ uses, ...box }: Label, room: number, { map, wide, basins, basinOf }: Growing): void {
  const { rooms, width } = map;
  let at = -1;
  for (let y = Math.round(box.top); y < box.bottom; y++)
    for (let i = y * width + Math.round(box.left); i < y * width + box.right; i++)
      if (room > 0 && rooms[i] === room && (at < 0 || uint16At(wide, i) > uint16At(wide, at))) at = i;
  const basin = at < 0 ? 0 : basins.begin(uint16At(wide, at), uses);
  const around = [-1, 0, 1].flatMap((row) => [-1, 0, 1].map((column) => row * width + column));
  while (at >= 0 && basinOf[at] === 0) {
    basinOf[at] = basin;
    basins.widen(basin, uint16At(wide, at));
    const here = at;
    const next = around.reduce(
      (best, step) => (uint16At(wide, here + step) > uint16At(wide, best) ? here + step : best),
      at,
    );
    at = next === at ? -1 : next;
  }
}

/** The pixels of rooms, those furthest from walls first. */
function widestFirst(wide: Uint16Array): Uint32Array {
  const most = wide.reduce((a, b) => Math.max(a, b), 0);
  const starts = new Uint32Array(most + 2);
  for (const one of wide) if (one > 0) starts[most - one + 1] = uint32At(starts, most - one + 1) + 1;
  for (let k = 1; k < starts.length; k++) starts[k] = uint32At(starts, k) + uint32At(starts, k - 1);
  const order = new Uint32Array(uint32At(starts, most));
  wide.forEach((one, i) => {
    if (one === 0) return;
    const place = uint32At(starts, most - one);
    order[place] = i;
    starts[most - one] = place + 1;
  });
  return order;
}

/** Basins that become one where the way between them is wide. */
class Basins {
  readonly #scale: number;
  readonly #all: (Basin | undefined)[] = [undefined];
  readonly #into: number[] = [0];
  /** Pairs that only their names keep apart: the way between them is wider than a doorway. */
  readonly #open: (readonly [number, number])[] = [];

  constructor(scale: number) {
    this.#scale = scale;
  }

  begin(peak: number, ...uses: (readonly RoomUse[])[]): number {
    this.#all.push({ peak, uses });
    return this.#into.push(this.#all.length - 1) - 1;
  }

  widen(basin: number, wide: number): void {
    const one = this.#all[this.#rootOf(basin)];
    if (one) one.peak = Math.max(one.peak, wide);
  }

  meet(first: number, second: number, wide: number): void {
    const [a, b] = [this.#rootOf(first), this.#rootOf(second)];
    const [one, other] = [this.#all[a], this.#all[b]];
    if (a === b || !one || !other) return;
    const isExcluded = one.uses.some((uses) => other.uses.some((others) => excludes(uses, others)));
    if (isExcluded && wide < passage * this.#scale) {
      if (wide > doorway * this.#scale) this.#open.push([a, b]);
      return;
    }
    const peak = Math.min(one.peak, other.peak);
    if (peak > narrowest * this.#scale && wide < Math.min(doorway * this.#scale, narrower * peak)) return;
    this.#into[b] = a;
    one.peak = Math.max(one.peak, other.peak);
    one.uses = [...one.uses, ...other.uses];
  }

  get open(): number {
    const pairs = this.#open.map((pair) => pair.map((one) => this.#rootOf(one)).sort((a, b) => a - b));
    return new Set(pairs.map(String)).size;
  }

  #rootOf(basin: number): number {
    let root = basin;
    while (this.#into[root] !== root) root = this.#into[root] ?? 0;
    this.#into[basin] = root;
    return root;
  }

  /** The basins' map with their numbers from 1, without gaps. */
  numbered(basinOf: Int32Array): Int32Array {
    const numbers = new Map([[0, 0]]);
    return basinOf.map((basin) => {
      const root = this.#rootOf(basin);
      const number = numbers.get(root) ?? numbers.size;
      numbers.set(root, number);
      return number;
    });
  }
}
