import type { AreaLight, Camera, FaceRadiance, Light, Rgb, Vec3 } from "../scene.ts";
import type { Exposure } from "./analysis.ts";
import { type Face, type FaceFrame, faceNames, framesOf, hitsOf, type Planes, pointOn } from "./faces.ts";
import { linearOfByte, type WorkingCopy } from "./working-copy.ts";

const cells = 20;

/** What the picture shows of each cell of the box's faces. */
interface Cells {
  /** Mean linear colour. */
  colour: Float32Array;
  pixels: Float32Array;
  /** Share of pixels at or near the white that clips. */
  clipped: Float32Array;
}

/** Light and exposure from the photo, back-projected onto the box's faces. */
export function lightOf(
  copy: WorkingCopy,
  camera: Camera,
  planes: Planes,
): { light: Light; exposure: Exposure } {
  const seen = cellsOf(copy, camera, planes);
  const exposure = exposureOf(seen);
  const frames = framesOf(planes);
  const faces = radianceOf(seen);
  const windows = windowsOf(seen, frames, exposure);
  const centre: Vec3 = [(planes.left + planes.right) / 2, 0.6, (planes.back * 2 + planes.front) / 3];
  const half = exposure.white / 2;
  const direct = windows.reduce((sum, window) => sum + received(window, centre), 0) || 1;
  const areas = windows.map((window) => brighter(window, Math.max(1, half / direct)));
  const indirect =
    faceNames.reduce((sum, name) => sum + indirectFrom(faces[name], frames[name], centre), 0) || 1;
  for (const name of faceNames) {
    const { radiance } = faces[name];
    for (let i = 0; i < radiance.length; i++) radiance[i] = ((radiance[i] as number) * half) / indirect;
  }
  return { light: { areas, faces }, exposure };
}

function cellsOf(copy: WorkingCopy, camera: Camera, planes: Planes): Record<Face, Cells> {
  const hits = hitsOf(camera, planes);
  const seen = Object.fromEntries(
    faceNames.map((name) => [
      name,
      {
        colour: new Float32Array(cells * cells * 3),
        pixels: new Float32Array(cells * cells),
        clipped: new Float32Array(cells * cells),
      },
    ]),
  ) as Record<Face, Cells>;
  for (let i = 0; i < hits.face.length; i++) {
    const cell = seen[faceNames[hits.face[i] as number] as Face];
    const column = Math.min(cells - 1, Math.floor((hits.u[i] as number) * cells));
    const row = Math.min(cells - 1, Math.floor((hits.v[i] as number) * cells));
    const k = row * cells + column;
    cell.pixels[k] = (cell.pixels[k] as number) + 1;
    let least = 255;
    for (let c = 0; c < 3; c++) {
      const byte = copy.rgb[i * 3 + c] as number;
      least = Math.min(least, byte);
      cell.colour[k * 3 + c] = (cell.colour[k * 3 + c] as number) + (linearOfByte[byte] as number);
    }
    if (least >= 247) cell.clipped[k] = (cell.clipped[k] as number) + 1;
  }
  for (const { colour, pixels, clipped } of Object.values(seen)) {
    for (let k = 0; k < pixels.length; k++) {
      const count = Math.max(1, pixels[k] as number);
      clipped[k] = (clipped[k] as number) / count;
      for (let c = 0; c < 3; c++) colour[k * 3 + c] = (colour[k * 3 + c] as number) / count;
    }
  }
  return seen;
}

const luminance = (colour: ArrayLike<number>, k: number): number =>
  0.2126 * (colour[k * 3] as number) +
  0.7152 * (colour[k * 3 + 1] as number) +
  0.0722 * (colour[k * 3 + 2] as number);

const percentile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0.5;
};

const isWindow = (face: Face, seen: Cells, k: number): boolean =>
  face !== "floor" && face !== "ceiling" && (seen.clipped[k] as number) > 0.4;

/** Reference white from the brightest walls and the ceiling; the light's colour from what is nearly grey. */
function exposureOf(seen: Record<Face, Cells>): Exposure {
  const surfaces: number[] = [];
  const walls: number[] = [];
  const ceiling: number[] = [];
  const sum = [0, 0, 0];
  for (const name of faceNames) {
    const face = seen[name];
    if (name === "floor") continue;
    for (let k = 0; k < cells * cells; k++) {
      if ((face.pixels[k] as number) < 4 || isWindow(name, face, k)) continue;
      const y = luminance(face.colour, k);
      surfaces.push(y);
      (name === "ceiling" ? ceiling : walls).push(y);
      const rgb = [0, 1, 2].map((c) => face.colour[k * 3 + c] as number);
      const [high, low] = [Math.max(...rgb, 1e-4), Math.min(...rgb)];
      const weight = y * Math.exp(-(((high - low) / high / 0.3) ** 2));
      for (let c = 0; c < 3; c++)
        sum[c] = (sum[c] as number) + (weight * (rgb[c] as number)) / Math.max(y, 1e-4);
    }
  }
  const reference = Math.max(percentile(surfaces, 0.93), ceiling.length > 10 ? percentile(ceiling, 0.6) : 0);
  const median = percentile(walls, 0.5);
  const white = Math.min(median / 0.42, Math.max(median / 0.86, reference / 0.86));
  const mean = ((sum[0] as number) + (sum[1] as number) + (sum[2] as number)) / 3 || 1;
  const soft = sum.map((value) => Math.max(0.2, value / mean) ** 0.7);
  const norm = soft.reduce((a, b) => a + b, 0) / 3;
  return { white, whitePoint: soft.map((value) => value / norm) as unknown as Rgb };
}

/** Cells that the picture does not show get the mean of those that it shows. */
function radianceOf(seen: Record<Face, Cells>): Light["faces"] {
  const mean = [0, 0, 0];
  let count = 0;
  for (const name of faceNames) {
    const face = seen[name];
    for (let k = 0; k < cells * cells; k++) {
      if ((face.pixels[k] as number) === 0) continue;
      count++;
      for (let c = 0; c < 3; c++) mean[c] = (mean[c] as number) + (face.colour[k * 3 + c] as number);
    }
  }
  const faces = faceNames.map((name): [Face, FaceRadiance] => {
    const face = seen[name];
    const radiance = new Float32Array(cells * cells * 3);
    for (let k = 0; k < cells * cells; k++) {
      for (let c = 0; c < 3; c++) {
        const shown = (face.pixels[k] as number) > 0;
        radiance[k * 3 + c] = shown
          ? (face.colour[k * 3 + c] as number)
          : (mean[c] as number) / Math.max(1, count);
      }
    }
    return [name, { columns: cells, rows: cells, radiance }];
  });
  return Object.fromEntries(faces) as Light["faces"];
}

/** Rectangles of clipped cells on the walls; without any, a soft one high on the wall behind the camera. */
function windowsOf(
  seen: Record<Face, Cells>,
  frames: Record<Face, FaceFrame>,
  exposure: Exposure,
): AreaLight[] {
  const found: AreaLight[] = [];
  for (const name of ["back", "left", "right"] as const) {
    const face = seen[name];
    for (let row = 0; row < cells; row++) {
      for (let column = 0; column < cells; column++) {
        let end = column;
        while (end < cells && isWindow(name, face, row * cells + end)) end++;
        if (end > column) found.push(patch(frames[name], column, end, row, row + 1, exposure.whitePoint));
        column = Math.max(column, end - 1);
      }
    }
  }
  return found.length > 0 ? found : [patch(frames.front, 4, 16, 6, 19, exposure.whitePoint)];
}

function patch(
  frame: FaceFrame,
  from: number,
  to: number,
  bottom: number,
  top: number,
  radiance: Rgb,
): AreaLight {
  const { u, v, normal } = frame;
  const corner = pointOn(frame, from / cells, bottom / cells);
  const [s, t] = [(to - from) / cells, (top - bottom) / cells];
  const inside = corner.map((value, i) => value + 0.01 * (normal[i] as number)) as unknown as Vec3;
  return { corner: inside, u: [u[0] * s, u[1] * s, u[2] * s], v: [v[0] * t, v[1] * t, v[2] * t], radiance };
}

function brighter(light: AreaLight, factor: number): AreaLight {
  return { ...light, radiance: light.radiance.map((value) => value * factor) as unknown as Rgb };
}

/** Mean irradiance over all directions at a point, over pi: what a small white ball there would show on average. */
function received({ corner, u, v, radiance }: AreaLight, point: Vec3): number {
  const normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]] as const;
  const middle = corner.map((value, i) => value + ((u[i] as number) + (v[i] as number)) / 2);
  const to = middle.map((value, i) => value - (point[i] as number));
  const squared = Math.max(
    0.05,
    to.reduce((sum, value) => sum + value * value, 0),
  );
  const facing =
    Math.abs(to.reduce((sum, value, i) => sum + value * (normal[i] as number), 0)) / Math.sqrt(squared);
  return ((facing / squared / (4 * Math.PI)) * (radiance[0] + radiance[1] + radiance[2])) / 3;
}

function indirectFrom(face: FaceRadiance, frame: FaceFrame, point: Vec3): number {
  let sum = 0;
  for (let row = 0; row < face.rows; row++) {
    for (let column = 0; column < face.columns; column++) {
      const k = row * face.columns + column;
      const light = patch(
        frame,
        column,
        column + 1,
        row,
        row + 1,
        [0, 1, 2].map((c) => face.radiance[k * 3 + c]) as unknown as Rgb,
      );
      sum += received(light, point);
    }
  }
  return sum;
}
