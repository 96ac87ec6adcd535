import type { Picture } from "@image-staging/picture/picture";
import { between, type Random } from "@image-staging/picture/random";
import type { Opening, Rgb } from "@image-staging/tracer/scene";
import { type FaceName, type Place, type SurfaceView, sample } from "./surface-view.ts";

/** A rectangle on a wall, in metres. */
export interface Area {
  wall: FaceName;
  from: number;
  to: number;
  bottom: number;
  top: number;
}

/** The colour that a place gets; undefined keeps it. */
export type Paint = (place: Place) => Rgb | undefined;

/** Whether a place lies in an area. */
export const isIn = ({ wall, from, to, bottom, top }: Area, { face, along, up }: Place): boolean =>
  face === wall && along >= from && along <= to && up >= bottom && up <= top;

/** A copy of a picture with its faces painted, by four samples a pixel. */
export function painted(view: SurfaceView, picture: Picture, paint: Paint, random: Random): Picture {
  const data = Uint8Array.from(picture.data);
  const { width, height } = picture;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const corners = [-0.25, 0.25].flatMap((dy) => [-0.25, 0.25].map((dx) => [x + dx, y + dy] as const));
      const at = (y * width + x) * 3;
      const sum: [number, number, number] = [0, 0, 0];
      let any = false;
      for (const [px, py] of corners) {
        const color = paint(view.at(px, py));
        any ||= color !== undefined;
        for (let c = 0; c < 3; c++) sum[c] = (sum[c] ?? 0) + (color?.[c] ?? picture.data[at + c] ?? 0) / 4;
      }
      if (!any) continue;
      const grain = between(random, -1.5, 1.5);
      for (let c = 0; c < 3; c++)
        data[at + c] = Math.max(0, Math.min(255, Math.round((sum[c] ?? 0) + grain)));
    }
  }
  return { width, height, data };
}

/** How far what fills or frames an opening reaches beyond it, and into the room, in metres. */
const surrounds: Record<Opening["kind"], { side: number; below: number; above: number; out: number }> = {
  window: { side: 0.09, below: 0.07, above: 0.04, out: 0.09 },
  door: { side: 0.1, below: 0, above: 0.1, out: 0.03 },
  passage: { side: 0.1, below: 0, above: 0.1, out: 0.03 },
  radiator: { side: 0.03, below: 0.13, above: 0.03, out: 0.09 },
  fireplace: { side: 0.1, below: 0, above: 0.04, out: 0.24 },
  fixture: { side: 0.05, below: 0.05, above: 0.05, out: 0.2 },
};

/** The part of the wall that an opening covers in the picture, with its frame and what stands out of it. */
export function coverOf(view: SurfaceView, opening: Opening): Area {
  const { side, below, above, out } = surrounds[opening.kind];
  const [from, to] = [opening.from - side, opening.to + side];
  const [bottom, top] = [Math.max(0, opening.bottom - below), opening.top + above];
  const area = { wall: opening.wall, from, to, bottom, top };
  for (const along of [from, to]) {
    for (const up of [bottom, top]) {
      const seen = view.pixelOf(opening.wall, along, up, out);
      const behind = seen && onPlane(view, opening.wall, seen.x, seen.y);
      if (!behind) continue;
      area.from = Math.min(area.from, behind.along);
      area.to = Math.max(area.to, behind.along);
      area.top = Math.max(area.top, behind.up);
      area.bottom = Math.min(area.bottom, behind.up);
    }
  }
  return area;
}

function onPlane(view: SurfaceView, wall: FaceName, x: number, y: number) {
  const found = view.at(x, y);
  return found.face === wall ? found : undefined;
}

/** Plain wall over an area: each height continues what is left and right of it, so skirtings and light run through. */
export function wallOver(view: SurfaceView, picture: Picture, area: Area): Paint {
  const side = (edge: number, away: 1 | -1, up: number): Rgb | undefined => {
    const sum: [number, number, number] = [0, 0, 0];
    let count = 0;
    for (const off of [0.015, 0.03, 0.045]) {
      const seen = view.pixelOf(area.wall, edge + away * off, up);
      const shows = seen && onPlane(view, area.wall, seen.x, seen.y);
      const color = shows && sample(picture, seen.x, seen.y);
      if (!color) continue;
      for (let c = 0; c < 3; c++) sum[c] = (sum[c] ?? 0) + (color[c] ?? 0);
      count++;
    }
    return count === 0 ? undefined : [sum[0] / count, sum[1] / count, sum[2] / count];
  };
  const known = new Map<number, readonly [Rgb | undefined, Rgb | undefined]>();
  return (place) => {
    if (!isIn(area, place)) return undefined;
    const key = Math.round(place.up * 200);
    const sides = known.get(key) ?? ([side(area.from, -1, place.up), side(area.to, 1, place.up)] as const);
    known.set(key, sides);
    const share = (place.along - area.from) / (area.to - area.from);
    const [left, right] = [sides[0] ?? sides[1], sides[1] ?? sides[0]];
    if (!left || !right) return undefined;
    const mix = (c: 0 | 1 | 2) => left[c] * (1 - share) + right[c] * share;
    return [mix(0), mix(1), mix(2)];
  };
}

/** What the picture shows at a place of a face, from wherever it is asked. */
export function copied(view: SurfaceView, picture: Picture, { face, along, up }: Place): Rgb | undefined {
  const seen = view.pixelOf(face, along, up);
  return seen && sample(picture, seen.x, seen.y);
}

/** The colour of the pixel next to a position. */
export function colourAt({ data, width }: Picture, x: number, y: number): Rgb {
  const at = (Math.max(0, Math.round(y)) * width + Math.max(0, Math.round(x))) * 3;
  return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
}

/** Whether most of an area is in the picture, and large enough to see. */
export function isSeen(view: SurfaceView, { wall, from, to, bottom, top }: Area): boolean {
  const { width, height } = view.camera;
  let [inside, all] = [0, 0];
  for (let i = 0; i <= 4; i++) {
    for (let j = 0; j <= 4; j++) {
      const seen = view.pixelOf(wall, from + ((to - from) * i) / 4, bottom + ((top - bottom) * j) / 4);
      all++;
      if (seen && seen.x > 4 && seen.y > 4 && seen.x < width - 5 && seen.y < height - 5) inside++;
    }
  }
  const [a, b] = [view.pixelOf(wall, from, bottom), view.pixelOf(wall, to, top)];
  if (!a || !b) return false;
  return inside / all >= 0.7 && Math.abs(a.x - b.x) > 0.035 * width && Math.abs(a.y - b.y) > 0.05 * height;
}
