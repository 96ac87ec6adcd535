import { float64At } from "@image-staging/picture/at";
import type { Box } from "./environment.ts";
import type { SurfacePoint } from "./ray.ts";
import type { AreaLight, Vec3 } from "./scene.ts";

/** Lights in flat arrays, with the share of all power that each and those before it have. */
export interface SampledLights {
  count: number;
  /** 15 numbers a light: corner, u, v, normal, radiance. */
  data: Float64Array;
  areas: Float64Array;
  cumulative: Float64Array;
  /** Probability of each. */
  shares: Float64Array;
}

/** Prepares lights for sampling. They shine to the side on which the room's middle lies. */
export function sampledLights(areas: readonly AreaLight[], box: Box): SampledLights {
  const lights: SampledLights = {
    count: areas.length,
    data: new Float64Array(areas.length * 15),
    areas: new Float64Array(areas.length),
    cumulative: new Float64Array(areas.length),
    shares: new Float64Array(areas.length),
  };
  let total = 0;
  for (const [i, { corner, u, v, radiance }] of areas.entries()) {
    const normal: Vec3 = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    const area = Math.hypot(...normal) || 1e-9;
    const inwards =
      normal[0] * ((box.left + box.right) / 2 - corner[0]) +
      normal[1] * (box.height / 2 - corner[1]) +
      normal[2] * ((box.back + box.front) / 2 - corner[2]);
    const length = inwards < 0 ? -area : area;
    lights.data.set([...corner, ...u, ...v, ...normal.map((n) => n / length), ...radiance], i * 15);
    lights.areas[i] = area;
    const power = area * (radiance[0] + radiance[1] + radiance[2] + 1e-9);
    lights.shares[i] = power;
    total += power;
    lights.cumulative[i] = total;
  }
  for (let i = 0; i < areas.length; i++) {
    lights.shares[i] = float64At(lights.shares, i) / total;
    lights.cumulative[i] = float64At(lights.cumulative, i) / total;
  }
  return lights;
}

/** Picks a light; brighter lights have a larger share of 0 to 1 for `random` to fall into. */
function pickLight({ cumulative, count }: SampledLights, random: number): number {
  for (let i = 0; i < count - 1; i++) if (random < float64At(cumulative, i)) return i;
  return count - 1;
}

const candidates = 4;
/** Square of the distance below which a light gets no brighter: what almost touches a window would sparkle. */
const nearest = 0.12;
const fraction = (value: number): number => value - Math.floor(value);

/** How many samples are taken, and two numbers in 0..1 that turn their pattern. */
export interface Pattern {
  count: number;
  a: number;
  b: number;
}

/**
 * Chooses a point on the lights by resampled importance sampling (Talbot 2005): of four candidates by power, one by the
 * light that it would send. Writes the way there and the light it sends (6 numbers), and returns the chosen one's
 * weight; 0 if none shines here. `i` is the sample's number in the pattern.
 */
export function resample(
  lights: SampledLights,
  { x, y, z, nx, ny, nz }: SurfacePoint,
  { count, a, b }: Pattern,
  i: number,
  chosen: Float64Array,
): number {
  const { data, areas, shares } = lights;
  let total = 0;
  let best = 0;
  for (let k = i * candidates; k < (i + 1) * candidates; k++) {
    const light = pickLight(lights, (k + fraction(a + b * 7.31)) / (count * candidates));
    const s = fraction(a + k * 0.7548776662466927);
    const t = fraction(b + k * 0.5698402909980532);
    const at = light * 15;
    const dx = float64At(data, at) + s * float64At(data, at + 3) + t * float64At(data, at + 6) - x;
    const dy = float64At(data, at + 1) + s * float64At(data, at + 4) + t * float64At(data, at + 7) - y;
    const dz = float64At(data, at + 2) + s * float64At(data, at + 5) + t * float64At(data, at + 8) - z;
    const square = dx * dx + dy * dy + dz * dz;
    const cosine = nx * dx + ny * dy + nz * dz;
    const other = -(
      float64At(data, at + 9) * dx +
      float64At(data, at + 10) * dy +
      float64At(data, at + 11) * dz
    );
    if (cosine <= 0 || other <= 0 || square < 1e-6) continue;
    const shared = (cosine * other) / (square * Math.max(square, nearest) * Math.PI);
    const strength = shared * float64At(data, at + 13);
    const weight = (strength * float64At(areas, light)) / float64At(shares, light);
    total += weight;
    if (weight > 0 && fraction(a * 3.7 + b * 1.9 + k * 0.6180339887498949) * total < weight) {
      best = strength;
      chosen[0] = dx;
      chosen[1] = dy;
      chosen[2] = dz;
      chosen[3] = shared * float64At(data, at + 12);
      chosen[4] = strength;
      chosen[5] = shared * float64At(data, at + 14);
    }
  }
  return best === 0 ? 0 : total / candidates / best;
}
