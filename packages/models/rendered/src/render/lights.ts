import type { AreaLight } from "../scene.ts";
import type { Box } from "./environment.ts";

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
    const normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    const area = Math.hypot(...normal) || 1e-9;
    const middle = [(box.left + box.right) / 2, box.height / 2, (box.back + box.front) / 2];
    const inwards = normal.reduce((sum, n, axis) => sum + n * ((middle[axis] ?? 0) - (corner[axis] ?? 0)), 0);
    const length = inwards < 0 ? -area : area;
    lights.data.set([...corner, ...u, ...v, ...normal.map((n) => n / length), ...radiance], i * 15);
    lights.areas[i] = area;
    const power = area * (radiance[0] + radiance[1] + radiance[2] + 1e-9);
    lights.shares[i] = power;
    total += power;
    lights.cumulative[i] = total;
  }
  for (let i = 0; i < areas.length; i++) {
    lights.shares[i] = (lights.shares[i] ?? 0) / total;
    lights.cumulative[i] = (lights.cumulative[i] ?? 0) / total;
  }
  return lights;
}

/** The light whose share `random` falls into. */
export function pickLight({ cumulative, count }: SampledLights, random: number): number {
  for (let i = 0; i < count - 1; i++) if (random < (cumulative[i] ?? 1)) return i;
  return count - 1;
}
