import type { Camera, Declined, Opening } from "../scene.ts";
import { type EdgeField, edgeFieldOf } from "./edge-field.ts";
import { type Face, faceNames, framesOf, hitsOf, type Planes } from "./faces.ts";
import { residual, vanishingPoints } from "./find-view.ts";
import { linesOf } from "./manhattan.ts";
import type { Segment } from "./segments.ts";
import type { WorkingCopy } from "./working-copy.ts";

/** A step of lightness a pixel that counts as an edge of a thing. */
const strong = 4;
/** Lightness of a side from which an edge is a window's or a sun patch's. */
const sunlit = 88;

export const declinedAsFurnished: Declined = {
  declined: {
    reason: "no_free_floor",
    message:
      "The picture shows furniture, or too little free floor to furnish. Send a picture of the empty room.",
  },
};

export const declinedAsUnclear: Declined = {
  declined: {
    reason: "room_not_understood",
    message:
      "The room's walls and floor cannot be made out in this picture. Send one taken level, with a wall, its floor and two corners in view.",
  },
};

/**
 * How much stands before the lower walls and on the floor: edges below the horizon, in percent of the pixels, that no
 * line of the room explains, times the share of the walls' feet that is hidden (at least `least`). Empty rooms stay
 * below 1.
 */
export function clutterOf(
  copy: WorkingCopy,
  segments: readonly Segment[],
  camera: Camera,
  planes: Planes,
  openings: readonly Opening[],
  foot: number,
  least = 0.13,
): number {
  const { width, height } = copy;
  const explained = explainedPixels(segments, camera);
  const isWindow = windowPixels(camera, planes, openings);
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
  return ((100 * count) / all) * Math.max(least, 1 - foot);
}

function isThing({ lab, width }: WorkingCopy, { gradients }: EdgeField, i: number): boolean {
  const [gx, gy] = [gradients[i * 6] as number, gradients[i * 6 + 1] as number];
  const step = Math.hypot(gx, gy);
  if (step < strong) return false;
  const ahead = i + Math.round((3 * gy) / step) * width + Math.round((3 * gx) / step);
  return (lab[0][ahead] as number) < sunlit;
}

/** Pixels within three of a segment that runs along one of the room's axes. */
export function explainedPixels(segments: readonly Segment[], camera: Camera): Uint8Array {
  const { width, height } = camera;
  const explained = new Uint8Array(width * height);
  const points = vanishingPoints({ ...camera, shift: camera.centreY - height / 2 });
  linesOf(segments, width, height).forEach((line, index) => {
    if (residual(line, points) > 0.04) return;
    const { x1, y1, x2, y2, length } = segments[index] as Segment;
    const steps = Math.ceil(length / 2);
    for (let k = 0; k <= steps; k++) {
      const x = Math.round(x1 + ((x2 - x1) * k) / steps);
      const y = Math.round(y1 + ((y2 - y1) * k) / steps);
      for (let row = Math.max(0, y - 3); row <= Math.min(height - 1, y + 3); row++) {
        explained.fill(1, row * width + Math.max(0, x - 3), row * width + Math.min(width, x + 4));
      }
    }
  });
  return explained;
}

function windowPixels(camera: Camera, planes: Planes, openings: readonly Opening[]): (i: number) => boolean {
  const windows = openings.filter(({ kind }) => kind === "window");
  const hits = hitsOf(camera, planes);
  const frames = framesOf(planes);
  return (i) => {
    const face = faceNames[hits.face[i] as number] as Face;
    if (face === "floor" || face === "ceiling") return false;
    const start = face === "back" || face === "front" ? planes.left : planes.back;
    const along = start + (hits.u[i] as number) * frames[face].across;
    const up = (hits.v[i] as number) * frames[face].up;
    return windows.some(
      ({ wall, from, to, bottom, top }) =>
        wall === face && along > from && along < to && up > bottom && up < top,
    );
  };
}
