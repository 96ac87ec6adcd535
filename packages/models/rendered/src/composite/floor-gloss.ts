import { float32At, float64At, uint8At } from "@image-staging/picture/at";
import { relativeLuminance } from "@image-staging/picture/luminance";
import type { FloorGloss, SmallPhoto } from "@image-staging/tracer";
import { Exit } from "@image-staging/tracer/environment";
import { PhotoReader } from "@image-staging/tracer/photo";
import { Ray } from "@image-staging/tracer/ray";
import type { Camera, Room } from "@image-staging/tracer/scene";
import { View } from "@image-staging/tracer/view";

/** A floor point: its own light, and the light of what it would mirror, both as luminance. */
interface Sample {
  row: number;
  own: number;
  mirrored: number;
}

const columns = 120;
/** Measured shares are too high if the floor's light falls off as the mirrored wall's does. */
const trust = 0.7;

/**
 * How strongly the floor mirrors: the slope of its light over the light of the mirrored room, both without what is
 * common to a row (nearer floor is brighter or darker for many reasons, otherwise carpet would shine). Takes the
 * photo at several blurs; the one that fits best tells how far the floor scatters.
 */
export function floorGlossOf(photo: SmallPhoto, camera: Camera, room: Room): FloorGloss {
  const plain = new PhotoReader(photo, camera);
  let best = { fit: 0.3, share: 0, scatter: 0.03, mirrored: photo };
  for (const radius of [2, 5, 10]) {
    const mirrored = blurred(photo, radius, camera.projection !== undefined);
    const { fit, slope } = regression(samplesOf(plain, new PhotoReader(mirrored, camera), camera, room));
    if (fit > best.fit) best = { fit, share: slope, scatter: 0.012 * Math.sqrt(radius), mirrored };
  }
  return { share: Math.min(0.75, best.share * trust), scatter: best.scatter, mirrored: best.mirrored };
}

function samplesOf(plain: PhotoReader, reader: PhotoReader, camera: Camera, room: Room): Sample[] {
  const step = camera.width / columns;
  const view = new View(camera, nothing);
  const exit = new Exit();
  const ray = new Ray();
  const [own, mirrored] = [new Float64Array(3), new Float64Array(3)];
  const samples: Sample[] = [];
  for (let y = step / 2, row = 0; y < camera.height; y += step, row++) {
    for (let x = step / 2; x < camera.width; x += step) {
      if (uint8At(room.floorMask, Math.floor(y) * camera.width + Math.floor(x)) < 200) continue;
      view.aim(x, y);
      const { dx, dy, dz } = view;
      if (dy > -0.02) continue;
      const t = -camera.elevation / dy;
      exit.find(room, ray.from(dx * t, 0.001, dz * t).towards(dx, -dy, dz));
      const far = exit.t;
      if (!plain.read(dx * t, 0, dz * t, own)) continue;
      if (!reader.read(dx * t + dx * far, 0.001 - dy * far, dz * t + dz * far, mirrored)) continue;
      const fresnel = 0.04 + 0.96 * (1 + dy) ** 5;
      samples.push({ row, own: luminance(own), mirrored: fresnel * luminance(mirrored) });
    }
  }
  return samples;
}

const nothing = {
  geometry: {
    corners: new Float32Array(0),
    normals: new Float32Array(0),
    uvs: new Float32Array(0),
    parts: new Uint16Array(0),
    materials: [],
  },
  bvh: {
    bounds: new Float32Array(6),
    links: new Int32Array(2),
    corners: new Float32Array(0),
    triangles: new Int32Array(0),
  },
};

function luminance(color: Float64Array): number {
  return relativeLuminance(float64At(color, 0), float64At(color, 1), float64At(color, 2));
}

/** Slope and correlation of the light over the mirrored light, both less their rows' means. */
function regression(samples: readonly Sample[]): { fit: number; slope: number } {
  const rows = new Map<number, Sample[]>();
  for (const sample of samples) {
    const row = rows.get(sample.row);
    if (row) row.push(sample);
    else rows.set(sample.row, [sample]);
  }
  let [xx, xy, yy, count] = [0, 0, 0, 0];
  for (const row of rows.values()) {
    if (row.length < 8) continue;
    const mean = (of: (sample: Sample) => number) =>
      row.reduce((sum, sample) => sum + of(sample), 0) / row.length;
    const [x, y] = [mean((sample) => sample.mirrored), mean((sample) => sample.own)];
    for (const { mirrored, own } of row) {
      xx += (mirrored - x) ** 2;
      xy += (mirrored - x) * (own - y);
      yy += (own - y) ** 2;
      count++;
    }
  }
  if (count < 100 || xx < 1e-9 || yy < 1e-9) return { fit: 0, slope: 0 };
  return { fit: xy / Math.sqrt(xx * yy), slope: Math.max(0, xy / xx) };
}

function blurred({ width, height, linear }: SmallPhoto, radius: number, wraps: boolean): SmallPhoto {
  const across = averaged(linear, { length: width, count: height, step: 1, next: width, wraps }, radius);
  const down = { length: height, count: width, step: width, next: 1, wraps: false };
  return { width, height, linear: averaged(across, down, radius) };
}

/** Lines of `length` pixels that are `step` apart; line k begins at pixel k x `next`. Those that wrap are rings. */
interface Lines {
  length: number;
  count: number;
  step: number;
  next: number;
  wraps: boolean;
}

/** Mean over `radius` pixels to each side along lines. */
function averaged(
  source: Float32Array,
  { length, count, step, next, wraps }: Lines,
  radius: number,
): Float32Array {
  const target = new Float32Array(new SharedArrayBuffer(source.byteLength));
  const last = length - 1;
  const padded = new Float32Array(length + 2 * radius + 1);
  for (let line = 0; line < count; line++) {
    for (let c = 0; c < 3; c++) {
      const start = line * next * 3 + c;
      for (let i = 0; i < padded.length; i++) {
        const place = i - radius;
        const near = wraps ? (place + length) % length : Math.min(last, Math.max(0, place));
        padded[i] = float32At(source, start + near * step * 3);
      }
      let sum = 0;
      for (let i = 0; i <= 2 * radius; i++) sum += float32At(padded, i);
      for (let i = 0; i < length; i++) {
        target[start + i * step * 3] = sum / (radius * 2 + 1);
        sum += float32At(padded, i + 2 * radius + 1) - float32At(padded, i);
      }
    }
  }
  return target;
}
