import { components } from "@image-staging/picture/components";
import type { WorkingCopy } from "@image-staging/picture/working-copy";
import type { AreaLight, Camera, FaceRadiance, Light, Opening, Rgb, Vec3 } from "@image-staging/tracer/scene";
import type { Exposure } from "../analysis.ts";
import { type Face, type FaceFrame, faceNames, framesOf, type Planes } from "../faces.ts";
import { exposureOf } from "./exposure.ts";
import { facets, patch, pointsOf, receivedFrom } from "./received.ts";
import { cells, type SeenFace, type SeenFaces, seenFacesOf } from "./seen-faces.ts";
import { strengthsOf } from "./strengths.ts";

const mostLights = 24;
const walls = ["back", "left", "right", "front"] as const;

/** How much brighter a lamp is than a window if both clip. */
const lampOverWindow = 3;

/**
 * Light and exposure from the photo, back-projected onto the box. Windows, lamps and what clips shine as rectangles, and so
 * do windows that may lie beside and behind the camera: as strongly as light and shade on walls and ceiling tell. What else
 * the photo shows shines as bright as it shows it.
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
  const inMiddle = (light: AreaLight): number => receivedFrom(pointsOf([light]), middle);
  const inSight = [...windows, ...lamps].sort((a, b) => inMiddle(b) - inMiddle(a)).slice(0, mostLights);
  const faces = facesOf(seen);
  const groups = [inSight, ...outOfSight(seen, frames, planes, exposure.whitePoint).map((light) => [light])];
  const strengths = strengthsOf({ seen, frames, middle }, exposure, facets(faces, frames), groups);
  const areas = groups.flatMap((group, i) => {
    const strength = strengths[i] as number;
    return strength > 0 ? group.map((light) => scaled(light, strength)) : [];
  });
  return { light: { areas, faces }, exposure };
}

/** The light that floor, walls and ceiling of a photo throw back. */
export const thrownBack = (copy: WorkingCopy, camera: Camera, planes: Planes, openings: readonly Opening[]) =>
  facesOf(seenFacesOf(copy, camera, planes, openings));

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
        [Math.min(...columns), Math.max(...columns) + 1],
        [Math.min(...rows), Math.max(...rows) + 1],
        radiance,
      ),
    ];
  });
}

/** Windows that may lie out of sight: how far behind the camera's end of the room, and where on a side wall, in metres. */
const away = 2.5;
const beside = { gap: 0.1, wide: 1.6, sill: 0.6, high: 1.6 } as const;

/** A soft light behind the camera, and windows in the side walls where these leave the picture. */
function outOfSight(
  seen: SeenFaces,
  frames: Record<Face, FaceFrame>,
  { back, front }: Planes,
  radiance: Rgb,
): AreaLight[] {
  const isSeen = (count: number): boolean => count > 0;
  const { corner, ...behind } = patch(frames.front, [2, 18], [6, 20], radiance);
  const lights: AreaLight[] = seen.front.pixels.some(isSeen)
    ? []
    : [{ ...behind, corner: [corner[0], corner[1], corner[2] + away] }];
  for (const wall of ["left", "right"] as const) {
    const { origin, normal, across } = frames[wall];
    const nearest = (lastColumn(seen[wall]) || cells / 2) * (across / cells);
    if (back + nearest + beside.gap > front) continue;
    const [x, z] = [origin[0] + 0.02 * normal[0], back + nearest + beside.gap];
    lights.push({ corner: [x, beside.sill, z], u: [0, 0, beside.wide], v: [0, beside.high, 0], radiance });
  }
  return lights;
}

/** How many columns of a face there are up to the last in sight. */
const lastColumn = ({ pixels }: SeenFace): number =>
  pixels.reduce((last, count, k) => (count > 0 ? Math.max(last, (k % cells) + 1) : last), 0);

/** Radiance of the faces without what shines, as the photo shows it; cells out of sight get the mean. */
function facesOf(seen: SeenFaces): Light["faces"] {
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
  return Object.fromEntries(faces) as Light["faces"];
}
