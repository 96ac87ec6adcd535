import type { Picture } from "@image-staging/picture/picture";
import type { Opening } from "@image-staging/tracer/scene";
import type { Analysis } from "../../src/analysis/analysis.ts";
import { enlargedMask } from "../../src/analysis/index.ts";
import { maskOf } from "../../src/labels/mask.ts";
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

/** The masks of floor and walls that the labels show, and the outlines of the openings on the walls of the box. */
export function answerOf(picture: Picture, { camera, labels, room }: Analysis): Answer {
  if (!labels) throw new RangeError("Only photos have labels.");
  const { width, height } = picture;
  const view = new SurfaceView(camera, room);
  const seen = new Map<Opening, Point[]>(room.openings.map((opening) => [opening, []]));
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const { face, along, up } = view.at(x, y);
      const isIn = ({ wall, from, to, bottom, top }: Opening) =>
        wall === face && along > from && along < to && up > bottom && up < top;
      for (const [opening, pixels] of seen) if (isIn(opening)) pixels.push([x, y]);
    }
  const openings = Array.from(seen, ([{ kind }, pixels]) => ({
    kind: kinds[kind] ?? kind,
    polygon: hullOf(pixels),
  })).filter(({ polygon }) => polygon.length > 2);
  return {
    floor: room.floorMask,
    walls: enlargedMask(maskOf(labels, "walls"), labels.copy, picture),
    openings,
  };
}
