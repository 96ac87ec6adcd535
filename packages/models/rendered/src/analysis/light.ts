import type { AreaLight, Camera, FaceRadiance, Light, Opening, Rgb, Vec3 } from "../scene.ts";
import type { Exposure } from "./analysis.ts";
import { components } from "./components.ts";
import { exposureOf } from "./exposure.ts";
import { type Face, type FaceFrame, faceNames, framesOf, type Planes } from "./faces.ts";
import { facets, lackingAt, paintOf, patch, received, receivedOf } from "./received.ts";
import { cells, type SeenFace, seenFacesOf } from "./seen-faces.ts";
import type { WorkingCopy } from "./working-copy.ts";

const mostLights = 24;
const walls = ["back", "left", "right", "front"] as const;

/** How much brighter a lamp is than a window if both clip. */
const lampOverWindow = 3;

/** How much brighter than the photo's white the sky in a window is at most. */
const mostBoost = 25;

/**
 * Light and exposure from the photo, back-projected onto the box. Windows, lamps and what clips shine as rectangles. They
 * make at most half of the light in the middle of the room direct, and the walls no brighter than the photo shows them; the
 * other half comes from the faces. What the walls' paint has of more light comes from behind the camera.
 */
export function lightOf(
  copy: WorkingCopy,
  camera: Camera,
  planes: Planes,
  openings: readonly Opening[],
): { light: Light; exposure: Exposure } {
  const seen = seenFacesOf(copy, camera, planes, openings);
  const exposure = exposureOf(seen);
  const frames = framesOf(planes);
  const windows = walls.flatMap((wall) => shiningOn(seen[wall], frames[wall]));
  const lamps = shiningOn(seen.ceiling, frames.ceiling).map((light) => scaled(light, lampOverWindow));
  const middle: Vec3 = [(planes.left + planes.right) / 2, 0.6, (planes.back * 2 + planes.front) / 3];
  const half = exposure.white / 2;
  const inSight = [...windows, ...lamps]
    .sort((a, b) => received(b, middle) - received(a, middle))
    .slice(0, mostLights);
  const faces = facesOf(seen, frames, middle, half);
  const indirect = facets(faces, frames);
  const paint = paintOf(seen, frames, exposure.whitePoint);
  const given = receivedOf(inSight, middle);
  const boost = given > 0 ? Math.min(half / given, mostBoost, lackingAt(paint, indirect, inSight)) : 0;
  const shining = inSight.map((light) => scaled(light, boost));
  const unseen = behind(frames.front, exposure.whitePoint);
  const missing = Math.min(
    (half - given * boost) / received(unseen, middle),
    lackingAt(paint, [...indirect, ...shining], [unseen]),
  );
  const areas = [...shining, ...(missing > 1e-6 ? [scaled(unseen, missing)] : [])];
  return { light: { areas, faces }, exposure };
}

const scaled = (light: AreaLight, factor: number): AreaLight => ({
  ...light,
  radiance: light.radiance.map((value) => value * factor) as unknown as Rgb,
});

/** Rectangles of the cells that shine, in colours halfway to grey. */
function shiningOn({ emits, colour, pixels }: SeenFace, frame: FaceFrame): AreaLight[] {
  return components(emits, cells, cells, 1).flatMap((group) => {
    const columns = group.map((k) => k % cells);
    const rows = group.map((k) => Math.floor(k / cells));
    const mean = [0, 1, 2].map(
      (c) => group.reduce((sum, k) => sum + (colour[k * 3 + c] as number), 0) / group.length,
    );
    if (group.reduce((sum, k) => sum + (pixels[k] as number), 0) < 12) return [];
    const grey = ((mean[0] as number) + (mean[1] as number) + (mean[2] as number)) / 3;
    const share =
      group.length /
      ((Math.max(...columns) - Math.min(...columns) + 1) * (Math.max(...rows) - Math.min(...rows) + 1));
    const radiance = mean.map((value) => share * (0.5 * value + 0.5 * grey)) as unknown as Rgb;
    return [
      patch(
        frame,
        Math.min(...columns),
        Math.max(...columns) + 1,
        Math.min(...rows),
        Math.max(...rows) + 1,
        radiance,
      ),
    ];
  });
}

/** How far behind the camera's end of the room the light is that the photo does not show: it falls evenly. */
const away = 2.5;

/** A soft light behind the camera, for a room whose windows in sight explain too little. */
function behind(frame: FaceFrame, radiance: Rgb): AreaLight {
  const { corner, ...light } = patch(frame, 2, 18, 6, 20, radiance);
  return { ...light, corner: [corner[0], corner[1], corner[2] + away] };
}

/** Radiance of the faces without what shines, scaled so that it lights the middle with `aim`; unseen cells get the mean. */
function facesOf(
  seen: Readonly<Record<Face, SeenFace>>,
  frames: Record<Face, FaceFrame>,
  middle: Vec3,
  aim: number,
): Light["faces"] {
  const mean = [0, 0, 0];
  let count = 1e-6;
  for (const { pixels, emits, colour } of Object.values(seen)) {
    for (let k = 0; k < pixels.length; k++) {
      if (pixels[k] === 0 || emits[k]) continue;
      count++;
      for (let c = 0; c < 3; c++) mean[c] = (mean[c] as number) + (colour[k * 3 + c] as number);
    }
  }
  const faces = faceNames.map((name): [Face, FaceRadiance] => {
    const { pixels, emits, colour } = seen[name];
    const radiance = Float32Array.from(colour, (value, i) => {
      const k = Math.floor(i / 3);
      if (emits[k]) return 0;
      return (pixels[k] as number) > 0 ? value : (mean[i % 3] as number) / count;
    });
    return [name, { columns: cells, rows: cells, radiance }];
  });
  const all = Object.fromEntries(faces) as Light["faces"];
  const indirect = receivedOf(facets(all, frames), middle) || 1;
  for (const [, { radiance }] of faces) {
    for (let i = 0; i < radiance.length; i++) radiance[i] = ((radiance[i] as number) * aim) / indirect;
  }
  return all;
}
