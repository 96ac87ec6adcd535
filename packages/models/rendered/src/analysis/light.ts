import type { AreaLight, Camera, FaceRadiance, Light, Opening, Rgb, Vec3 } from "../scene.ts";
import type { Exposure } from "./analysis.ts";
import { components } from "./components.ts";
import { exposureOf } from "./exposure.ts";
import { type Face, type FaceFrame, faceNames, framesOf, type Planes, pointOn } from "./faces.ts";
import { cells, type SeenFace, seenFacesOf } from "./seen-faces.ts";
import type { WorkingCopy } from "./working-copy.ts";

const mostLights = 24;

/** How much brighter a lamp is than a window if both clip. */
const lampOverWindow = 3;

/** What the light behind the camera gives of what is missing: it meets straight on what the photo shows. */
const frontal = 0.75;

/** How much brighter than the photo's white the sky in a window is at most. */
const mostBoost = 25;

/**
 * Light and exposure from the photo, back-projected onto the box. Windows, lamps and what clips shine as rectangles, as
 * brightly as makes half of the light in the middle of the room direct; the other half comes from the faces. If they
 * would have to outshine the sky, the rest comes from behind the camera.
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
  const windows = (["back", "left", "right", "front"] as const).flatMap((wall) =>
    shiningOn(seen[wall], frames[wall]),
  );
  const lamps = shiningOn(seen.ceiling, frames.ceiling).map((light) => scaled(light, lampOverWindow));
  const middle: Vec3 = [(planes.left + planes.right) / 2, 0.6, (planes.back * 2 + planes.front) / 3];
  const half = exposure.white / 2;
  const inSight = [...windows, ...lamps]
    .sort((a, b) => received(b, middle) - received(a, middle))
    .slice(0, mostLights);
  const given = receivedOf(inSight, middle);
  const boost = given > 0 ? Math.min(half / given, mostBoost) : 0;
  const unseen = behind(frames.front, exposure.whitePoint);
  const rest = (frontal * (half - given * boost)) / received(unseen, middle);
  const areas = [
    ...inSight.map((light) => scaled(light, boost)),
    ...(rest > 1e-6 ? [scaled(unseen, rest)] : []),
  ];
  return { light: { areas, faces: facesOf(seen, frames, middle, half) }, exposure };
}

const receivedOf = (lights: readonly AreaLight[], point: Vec3): number =>
  lights.reduce((sum, light) => sum + received(light, point), 0);

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

function patch(
  frame: FaceFrame,
  from: number,
  to: number,
  low: number,
  high: number,
  radiance: Rgb,
): AreaLight {
  const { u, v, normal } = frame;
  const corner = pointOn(frame, from / cells, low / cells);
  const [s, t] = [(to - from) / cells, (high - low) / cells];
  return {
    corner: [corner[0] + 0.01 * normal[0], corner[1] + 0.01 * normal[1], corner[2] + 0.01 * normal[2]],
    u: [u[0] * s, u[1] * s, u[2] * s],
    v: [v[0] * t, v[1] * t, v[2] * t],
    radiance,
  };
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
  const indirect = faces.reduce((sum, [name, face]) => sum + fromFace(face, frames[name], middle), 0) || 1;
  for (const [, { radiance }] of faces) {
    for (let i = 0; i < radiance.length; i++) radiance[i] = ((radiance[i] as number) * aim) / indirect;
  }
  return Object.fromEntries(faces) as Light["faces"];
}

/** What a light gives a small white ball at a point, as the ball's mean radiance. */
function received({ corner, u, v, radiance }: AreaLight, point: Vec3): number {
  const normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]] as const;
  const to = corner.map(
    (value, i) => value + ((u[i] as number) + (v[i] as number)) / 2 - (point[i] as number),
  );
  const squared = to.reduce((sum, value) => sum + value * value, 0.05);
  const facing =
    Math.abs(to.reduce((sum, value, i) => sum + value * (normal[i] as number), 0)) / Math.sqrt(squared);
  return ((facing / squared / (4 * Math.PI)) * (radiance[0] + radiance[1] + radiance[2])) / 3;
}

function fromFace({ columns, rows, radiance }: FaceRadiance, frame: FaceFrame, point: Vec3): number {
  let sum = 0;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const i = (row * columns + column) * 3;
      const colour = [radiance[i] as number, radiance[i + 1] as number, radiance[i + 2] as number] as const;
      sum += received(patch(frame, column, column + 1, row, row + 1, colour), point);
    }
  }
  return sum;
}
