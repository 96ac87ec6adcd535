import { type EdgeField, edgeFieldOf } from "@image-staging/picture/edge-field";
import type { WorkingCopy } from "@image-staging/picture/working-copy";
import type { Camera, Opening } from "@image-staging/tracer/scene";
import type { Segment } from "../analysis/camera/segments.ts";
import { type Face, faceNames, framesOf, type Hits, hitsOf, type Planes } from "../analysis/faces.ts";
import { explainedPixels } from "./explained.ts";

/** A step of lightness a pixel that counts as an edge of a thing. */
const strong = 4;
/** Lightness of a side from which an edge is a window's or a sun patch's. */
const sunlit = 88;

/** One view of a panorama with its line segments. */
interface View {
  copy: WorkingCopy;
  segments: readonly Segment[];
  camera: Camera;
}

/**
 * How much stands in one view of a panorama: edges below the horizon, in percent of the pixels, that no line of the room
 * explains, times the share of the walls' floor boundary that is hidden (at least `least`).
 */
export function clutterInView(
  { copy, segments, camera }: View,
  planes: Planes,
  openings: readonly Opening[],
  boundary: number,
  least: number,
): number {
  const { width, height } = copy;
  const hits = hitsOf(camera, planes);
  const explained = explainedPixels(segments, camera, hits);
  const isWindow = windowPixels(hits, planes, openings);
  const field = edgeFieldOf(copy);
  const horizon = Math.max(4, Math.round(camera.centreY + camera.focal * Math.tan(camera.pitch)));
  let [count, all] = [0, 1];
  for (let y = horizon; y < height - 4; y++) {
    for (let x = 4; x < width - 4; x++) {
      const i = y * width + x;
      if (isWindow(i)) continue;
      all++;
      if (!explained[i] && isThing(copy, field, i)) count++;
    }
  }
  return ((100 * count) / all) * Math.max(least, 1 - boundary);
}

function isThing({ lab, width }: WorkingCopy, { gradients }: EdgeField, i: number): boolean {
  const [gx, gy] = [gradients[i * 6] as number, gradients[i * 6 + 1] as number];
  const step = Math.hypot(gx, gy);
  if (step < strong) return false;
  const ahead = i + Math.round((3 * gy) / step) * width + Math.round((3 * gx) / step);
  return lab[0].at(ahead) < sunlit;
}

function windowPixels(hits: Hits, planes: Planes, openings: readonly Opening[]): (i: number) => boolean {
  const windows = openings.filter(({ kind }) => kind === "window");
  const frames = framesOf(planes);
  return (i) => {
    const face = faceNames[hits.face[i] as number] as Face;
    if (face === "floor" || face === "ceiling") return false;
    const { start, across, up } = frames[face];
    const along = start + (hits.u[i] as number) * across;
    const height = (hits.v[i] as number) * up;
    return windows.some(
      ({ wall, from, to, bottom, top }) =>
        wall === face && along > from && along < to && height > bottom && height < top,
    );
  };
}
