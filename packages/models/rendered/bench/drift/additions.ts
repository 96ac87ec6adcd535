import { between, pick, type Random } from "@image-staging/picture/random";
import type { Rgb } from "@image-staging/tracer/scene";
import type { Changing } from "./openings.ts";
import { type Area, colourAt, coverOf, isIn, isSeen, type Paint } from "./redraw.ts";
import type { KnownRoom, SurfaceView } from "./surface-view.ts";

/** Beams over the whole ceiling, of a number. */
export const addingBeams: Changing = (_view, { picture, truth: { room } }, count, random) => {
  const across = random() < 0.5;
  const dark = between(random, 0.35, 0.8);
  const wide = between(random, 0.12, 0.22);
  const [start, end] = across ? [room.left, room.right] : [room.back, Math.min(room.front, -1)];
  const apart = (end - start) / count;
  return ({ face, along, up, x, y }) => {
    const place = ((across ? along : up) - start) / apart;
    const off = Math.abs((place % 1) - 0.5) * apart;
    if (face !== "ceiling" || place < 0 || place > count || off > wide / 2) return undefined;
    const [red, green, blue] = colourAt(picture, x, y);
    const shade = off > wide * 0.32 ? dark * 0.8 : dark;
    return [red * shade, green * shade * 0.97, blue * shade * 0.9];
  };
};

/** A new window of a width in metres in a wall. */
export const addingWindow: Changing = (view, room, wide, random) => {
  const area = freeWall(view, room, { wide, bottom: 0.9, top: 2.2 }, random);
  if (!area) return undefined;
  const [sky, frame] = [between(random, 205, 250), between(random, 195, 235)];
  const ground = between(random, 110, 190);
  const middle = (area.from + area.to) / 2;
  return (place) => {
    if (!isIn(area, place)) return undefined;
    const { along, up } = place;
    const edge = Math.min(along - area.from, area.to - along, up - area.bottom, area.top - up);
    if (edge < 0.06 || Math.abs(along - middle) < 0.03) return [frame, frame, frame];
    return up > 1.45 ? [sky, sky, sky] : [ground, ground * 1.04, ground * 0.9];
  };
};

/** Wooden panelling of a width in metres, from the floor up. */
export const addingPanel: Changing = (view, room, wide, random) => {
  const area = freeWall(view, room, { wide, bottom: 0.02, top: 2.6 }, random);
  if (!area) return undefined;
  const tone = between(random, 0.55, 0.85);
  return (place) => {
    if (!isIn(area, place)) return undefined;
    const [red, green, blue] = colourAt(room.picture, place.x, place.y);
    const groove = (place.along - area.from) % 0.12 < 0.015 ? 0.75 : 1;
    return [red * tone * groove, green * tone * groove * 0.96, blue * tone * groove * 0.88];
  };
};

/** A place on a wall without anything, that the picture shows. */
function freeWall(
  view: SurfaceView,
  { truth: { room } }: KnownRoom,
  { wide, bottom, top }: { wide: number; bottom: number; top: number },
  random: Random,
): Area | undefined {
  for (let tries = 0; tries < 40; tries++) {
    const wall = pick(random, ["back", "left", "right"] as const);
    const [start, end] = wall === "back" ? [room.left, room.right] : [room.back, room.front];
    const from = between(random, start + 0.15, Math.max(start + 0.16, end - wide - 0.15));
    const area = { wall, from, to: from + wide, bottom, top: Math.min(top, room.height - 0.12) };
    const isTaken = room.openings.some(
      (other) => other.wall === wall && other.from < area.to + 0.2 && other.to > area.from - 0.2,
    );
    if (!isTaken && area.to < end - 0.1 && isSeen(view, area)) return area;
  }
  return undefined;
}

/** Tiles or boards of another colour; 1 is all of that colour. */
export const replacingFloor: Changing = (_view, { picture }, share, random) => {
  const tint = pick<Rgb>(random, [
    [0.62, 0.5, 0.38],
    [1.2, 1.16, 1.08],
    [0.7, 0.72, 0.74],
    [0.95, 0.72, 0.5],
  ]);
  const size = between(random, 0.3, 0.7);
  const isGap = (metres: number) => Math.abs(metres / size - Math.round(metres / size)) < 0.012;
  return ({ face, along, up, x, y }) => {
    if (face !== "floor") return undefined;
    const light = isGap(along) || isGap(up) ? 0.8 : 1;
    const other = (value: number, c: 0 | 1 | 2) => Math.min(255, value * tint[c] * light);
    const [red, green, blue] = colourAt(picture, x, y);
    const mix = (value: number, c: 0 | 1 | 2) => value * (1 - share) + other(value, c) * share;
    return [mix(red, 0), mix(green, 1), mix(blue, 2)];
  };
};

/** One wall, but for what is in it, in another colour; 0.5 is half of that colour. */
export const paintingWall: Changing = (view, room, share, random) =>
  painting(view, room, { share, until: 1 }, random);

/** A share of a wall's width in half of another colour: a picture that is half renovated. */
export const paintingPartOfWall: Changing = (view, room, until, random) =>
  painting(view, room, { share: 0.5, until }, random);

function painting(
  view: SurfaceView,
  { picture, truth }: KnownRoom,
  { share, until }: { share: number; until: number },
  random: Random,
): Paint {
  const wall = pick(random, ["back", "left", "right"] as const);
  const tint = pick<Rgb>(random, [
    [0.55, 0.75, 1],
    [1, 0.78, 0.55],
    [0.7, 0.9, 0.65],
    [0.45, 0.45, 0.5],
  ]);
  const covers = truth.room.openings
    .filter((opening) => opening.wall === wall)
    .map((opening) => coverOf(view, opening));
  const { left, right, back, front } = truth.room;
  const [start, end] = wall === "back" ? [left, right] : [back, Math.min(front, -1)];
  return (place) => {
    if (
      place.face !== wall ||
      place.along > start + (end - start) * until ||
      covers.some((area) => isIn(area, place))
    )
      return undefined;
    const [red, green, blue] = colourAt(picture, place.x, place.y);
    const less = (c: 0 | 1 | 2) => 1 - share * (1 - tint[c]);
    return [red * less(0), green * less(1), blue * less(2)];
  };
}
