import { uint8At } from "@image-staging/picture/at";
import type { Picture } from "@image-staging/picture/picture";
import type { Opening } from "@image-staging/tracer/scene";
import type { Analysis } from "../../src/analysis/analysis.ts";
import { SurfaceView } from "../drift/surface-view.ts";
import { hullOf, type Point } from "./hull.ts";

/** An opening's outline in pixels of the picture. */
interface Outline {
  kind: string;
  polygon: [number, number][];
}

/** What was understood of a photo, pixel by pixel: 255 for yes. */
export interface Answer {
  floor: Uint8Array;
  walls: Uint8Array;
  openings: Outline[];
}

/** The words of the truth for what the model calls otherwise. */
const kinds: Partial<Record<Opening["kind"], string>> = { fixture: "built_in" };

/** The masks and outlines of an analysis: a wall is a wall's face of the box without its openings. */
export function answerOf({ width, height }: Picture, { camera, room }: Analysis): Answer {
  const view = new SurfaceView(camera, room);
  const [floor, walls] = [new Uint8Array(width * height), new Uint8Array(width * height)];
  const seen = new Map<Opening, Point[]>();
  const pixelsOf = (opening: Opening): Point[] => {
    const pixels = seen.get(opening) ?? [];
    if (pixels.length === 0) seen.set(opening, pixels);
    return pixels;
  };
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      const place = view.at(x, y);
      const opening = room.openings.find(
        ({ wall, from, to, bottom, top }) =>
          wall === place.face &&
          place.along > from &&
          place.along < to &&
          place.up > bottom &&
          place.up < top,
      );
      if (opening) pixelsOf(opening).push([x, y]);
      const isFloor = uint8At(room.floorMask, i) > 127;
      if (isFloor) floor[i] = 255;
      else if (!opening && place.face !== "floor" && place.face !== "ceiling") walls[i] = 255;
    }
  const openings = Array.from(seen, ([{ kind }, pixels]) => ({
    kind: kinds[kind] ?? kind,
    polygon: hullOf(pixels),
  }));
  return { floor, walls, openings };
}
