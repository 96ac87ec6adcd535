import { planOf } from "@image-staging/generated/rooms/plan";
import type { Picture } from "@image-staging/picture/picture";
import { pick, type Random } from "@image-staging/picture/random";
import type { Opening } from "@image-staging/tracer/scene";
import { type Area, copied, coverOf, isIn, isSeen, type Paint, wallOver } from "./redraw.ts";
import { type KnownRoom, SurfaceView } from "./surface-view.ts";

/** How one thing of a room is painted over, by a severity; undefined if the room has nothing to change so. */
export type Changing = (
  view: SurfaceView,
  room: KnownRoom,
  severity: number,
  random: Random,
) => Paint | undefined;

const openings = ["window", "door", "passage"];
const fixtures = ["radiator", "fireplace"];
/** The width of a frame in metres. */
const frame = 0.14;

/** What the picture shows well of some kinds, one of it. */
function chosen(view: SurfaceView, { truth }: KnownRoom, kinds: readonly string[], random: Random) {
  const seen = truth.room.openings.filter((opening) => kinds.includes(opening.kind) && isSeen(view, opening));
  const [first, ...rest] = seen;
  return first && pick<Opening>(random, [first, ...rest]);
}

/** Whether the room drawn from a seed shows a radiator or a fireplace well. */
export function showsFixture(seed: number, size: { width: number; height: number }): boolean {
  const { camera, box, openings } = planOf(seed, size);
  const view = new SurfaceView(camera, box);
  return openings.some((opening) => fixtures.includes(opening.kind) && isSeen(view, opening));
}

/** Takes a share of an opening's, or a fixture's, width away. */
const removing =
  (kinds: readonly string[]): Changing =>
  (view, room, share, random) => {
    const opening = chosen(view, room, kinds, random);
    if (!opening) return undefined;
    const cover = coverOf(view, opening);
    if (share === 1) return wallOver(view, room.picture, cover);
    return narrowed(view, room.picture, { cover, share, leftGoes: random() < 0.5 });
  };
export const removingOpening = removing(openings);
export const removingFixture = removing(fixtures);

interface Narrowing {
  cover: Area;
  share: number;
  leftGoes: boolean;
}

/** Paints wall over a share of an area, and moves the frame of that side to the edge of the rest. */
function narrowed(view: SurfaceView, picture: Picture, { cover, share, leftGoes }: Narrowing): Paint {
  const wide = cover.to - cover.from;
  const gone = leftGoes
    ? { ...cover, to: cover.from + wide * share }
    : { ...cover, from: cover.to - wide * share };
  const edge = leftGoes ? gone.to : gone.from;
  const wall = wallOver(view, picture, cover);
  return (place) => {
    if (!isIn(cover, place)) return undefined;
    if (isIn(gone, place)) return wall(place);
    const inside = leftGoes ? place.along - edge : edge - place.along;
    if (inside > frame) return undefined;
    return copied(view, picture, { ...place, along: leftGoes ? cover.from + inside : cover.to - inside });
  };
}

/** Moves an opening along its wall by a share of its width. */
export const movingOpening: Changing = (view, room, share, random) => {
  const opening = chosen(view, room, openings, random);
  if (!opening) return undefined;
  const cover = coverOf(view, opening);
  const by = (cover.to - cover.from) * share * (random() < 0.5 ? -1 : 1);
  const moved = { ...cover, from: cover.from + by, to: cover.to + by };
  const wall = wallOver(view, room.picture, cover);
  return (place) =>
    isIn(moved, place) ? copied(view, room.picture, { ...place, along: place.along - by }) : wall(place);
};

/** Widens an opening on both sides, by a share of its width together. */
export const wideningOpening: Changing = (view, room, share, random) => {
  const opening = chosen(view, room, openings, random);
  if (!opening) return undefined;
  const cover = coverOf(view, opening);
  const [middle, half] = [(cover.from + cover.to) / 2, (cover.to - cover.from) / 2];
  const wide = { ...cover, from: middle - half * (1 + share), to: middle + half * (1 + share) };
  return (place) =>
    isIn(wide, place)
      ? copied(view, room.picture, { ...place, along: middle + (place.along - middle) / (1 + share) })
      : undefined;
};
