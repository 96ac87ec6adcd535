import { type Group, mirroredGroup, type Slot } from "@image-staging/furniture/groups/slots";
import type { Builder } from "@image-staging/furniture/programs";
import type { Preset } from "@image-staging/furniture/styles";
import { randomOf } from "@image-staging/picture/random";
import { cornerOf, type Placed, scoreOf } from "./score.ts";
import { asideOf } from "./sight.ts";
import type { Site } from "./site.ts";

/** Where a group stands, and how it is turned. */
type Stand = Pick<Placed, "x" | "z" | "turn">;

interface Found {
  placed: readonly Placed[];
  score: number;
}

const turns = [0, Math.PI / 2, Math.PI, -Math.PI / 2] as const;
/** Metres between places that are tried: finer for a piece alone, which is tried if nothing else fits. */
const [step, fine] = [0.1, 0.04];
/** Metres from a room's bounds, on both sides of a corner, within which a seat beside the main group stands: out of the way. */
const inCorner = 1.6;
/** Metres between plants: two nearer ones look left over. */
const plantsApart = 2;
/** What is higher, in metres, would stand before a window. */
const tall = 1.6;

/** See `placeGroup`. */
interface Wanted extends Record<"seed" | "largest" | "smallest", number> {
  legible: boolean;
  before: readonly Placed[];
  /** How much of its back is at a wall at least, 0 to 1. */
  leastBack: number;
  strays: (placed: readonly Placed[]) => number;
}

/**
 * The best place for a group in a room: every size, turn and place that is free, scored; the first of the best that keeps
 * the room walkable. Undefined if it fits nowhere. `legible` leaves the room's lettering free; `before` stands in the room;
 * `strays` tells what it costs to stand away from the name of its use.
 */
export function placeGroup(
  site: Site,
  build: Builder,
  preset: Preset,
  wanted: Wanted,
): readonly Placed[] | undefined {
  const { seed, largest, smallest, before, strays } = wanted;
  const random = randomOf(seed);
  const ways = turns.map((turn) => ({ turn, taste: random() * 0.25 }));
  const mirrored = random() < 0.5;
  for (let scale = largest; scale <= smallest; scale++) {
    const group = build({ preset, mirrored, scale, careful: false });
    const hands = [mirrored ? mirroredGroup(group) : group, mirrored ? group : mirroredGroup(group)];
    const found: Found[] = [];
    hands.forEach((hand, second) => {
      for (const { turn, taste } of ways)
        for (const fit of fitsOf(site, hand, turn, wanted))
          found.push({
            ...fit,
            score: fit.score + taste - second * 0.02 - strays(fit.placed),
          });
    });
    found.sort((a, b) => b.score - a.score);
    const best = found.filter((_, i) => i < 10 || (i < 400 && i % 25 === 0));
    const kept = best.find(({ placed }) =>
      site.isWalkable(
        [...before, ...placed]
          .filter(({ slot }) => !slot.flat && slot.on === undefined)
          .map(({ rect }) => rect),
      ),
    );
    if (kept) return kept.placed;
  }
  return undefined;
}

function* fitsOf(
  site: Site,
  group: Group,
  turn: number,
  { legible, before, leastBack }: Wanted,
): Generator<Found> {
  const { x0, z0, x1, z1 } = site.bounds;
  const slots = group.slots.filter(({ hangs }) => !hangs);
  const [main] = slots;
  if (!main) return;
  const sofa = main.kind === "mediaUnit" ? before.find(({ slot }) => slot.kind === "sofa") : undefined;
  const between = slots.length === 1 && legible ? fine : step;
  for (let z = z0; z <= z1; z += between)
    for (let x = x0; x <= x1; x += between) {
      const placedMain = put(main, x, z, turn);
      if (!site.isFree(placedMain.rect) || (legible && !site.isLegible(placedMain.rect))) continue;
      const aside = sofa && asideOf(placedMain, sofa);
      const isInWay = main.kind === "armchair" && before.length > 0 && cornerOf(site, placedMain) > inCorner;
      const isPair = main.kind === "plant" && before.some((other) => isPlantNear(other, placedMain));
      if ((sofa && aside === undefined) || isInWay || isPair) continue;
      if (group.stand === "wall" && contactOf(site, group, main, { x, z, turn }, behind) < leastBack)
        continue;
      const placed = fitSlots(site, slots, { x, z, turn }, legible);
      if (!placed) continue;
      const back = contactOf(site, group, main, { x, z, turn }, close);
      yield { placed, score: scoreOf(site, group, { slots, placed, back, aside }) };
    }
}

const isPlantNear = ({ slot, x, z }: Placed, other: Placed): boolean =>
  slot.kind === "plant" && Math.hypot(x - other.x, z - other.z) < plantsApart;

/** How far behind a piece its wall is looked for, in metres: a step between places misses none. A nearer one is better. */
const [behind, close] = [0.15, 0.08];

/** How much of the main piece's back has a wall so many metres behind it, 0 to 1. */
function contactOf(site: Site, { stand }: Group, main: Slot, { x, z, turn }: Stand, away: number): number {
  if (stand === "free") return 0;
  const isAcross = Math.abs(Math.sin(main.turn ?? 0)) > 0.5;
  const wide = main.size[isAcross ? 1 : 0] * 0.9;
  const strip = put({ ...main, size: [wide, 0.1, 1], z: -away, turn: 0 }, x, z, turn);
  return site.walled(strip.rect);
}

/** All slots of a group in place; optional ones that do not fit are left out, rugs shrink first. */
function fitSlots(
  site: Site,
  slots: readonly Slot[],
  { x, z, turn }: Stand,
  legible: boolean,
): Placed[] | undefined {
  const placed: Placed[] = [];
  const missing = new Set<string>();
  for (const slot of slots) {
    if (slot.on !== undefined) {
      if (!missing.has(slot.on)) placed.push(put(slot, x, z, turn));
      continue;
    }
    const sizes = slot.flat ? [1, 0.85, 0.7] : [1];
    const fitting = sizes
      .map((size) =>
        put({ ...slot, size: [slot.size[0] * size, slot.size[1] * size, slot.size[2]] }, x, z, turn),
      )
      .find(
        ({ rect }) =>
          site.isFree(rect) &&
          (!legible || site.isLegible(rect)) &&
          (slot.size[2] < tall || !site.isAtWindow(rect)),
      );
    if (fitting) placed.push(fitting);
    else if (!slot.optional) return undefined;
    else if (slot.name) missing.add(slot.name);
  }
  return placed;
}

function put(slot: Slot, x: number, z: number, turn: number): Placed {
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const [px, pz] = [x + slot.x * cos + slot.z * sin, z + slot.z * cos - slot.x * sin];
  const whole = turn + (slot.turn ?? 0);
  const [c, s] = [Math.abs(Math.cos(whole)), Math.abs(Math.sin(whole))];
  const [width, depth] = slot.size;
  const [wide, deep] = [(width * c + depth * s) / 2, (width * s + depth * c) / 2];
  return {
    slot,
    x: px,
    z: pz,
    turn: whole,
    rect: { x0: px - wide, z0: pz - deep, x1: px + wide, z1: pz + deep },
  };
}
