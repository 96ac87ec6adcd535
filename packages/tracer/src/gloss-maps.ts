import { float32At, float64At } from "@image-staging/picture/at";
import { blurredRadiance, type Environment, Exit } from "./environment.ts";
import { sharedFloats } from "./geometry.ts";
import { Ray } from "./ray.ts";

const columns = 32;
const rows = 16;
/** Roughness of each map. */
const steps = [0.3, 0.45, 0.6, 0.75] as const;

/** The room as rough surfaces mirror it: radiance by direction, wider and wider. */
export interface GlossMaps {
  maps: readonly Float32Array[];
}

/** Blurs what the room's middle sees by the lobes of rough surfaces; seams between walls vanish in them. */
export function glossMapsOf(environment: Environment): GlossMaps {
  const { left, right, back, front, height } = environment.box;
  const ray = new Ray().from((left + right) / 2, height * 0.3, (back + front) / 2);
  const sharp = new Float32Array(columns * rows * 3);
  const directions = new Float64Array(columns * rows * 4);
  const [exit, radiance] = [new Exit(), new Float64Array(3)];
  for (let k = 0; k < columns * rows; k++) {
    const polar = (Math.PI * (Math.floor(k / columns) + 0.5)) / rows;
    const turn = (2 * Math.PI * ((k % columns) + 0.5)) / columns;
    const level = Math.sin(polar);
    const [dx, dy, dz] = [level * Math.cos(turn), Math.cos(polar), level * Math.sin(turn)];
    directions.set([dx, dy, dz, level], k * 4);
    exit.find(environment.box, ray.towards(dx, dy, dz));
    blurredRadiance(environment.lit[exit.face] ?? [], exit.s, exit.v, 0.06, radiance);
    sharp.set(radiance, k * 3);
  }
  return { maps: steps.map((roughness) => widened(sharp, directions, 2 / roughness ** 4 - 2)) };
}

/** The mean over a lobe of the cosine to a power. */
function widened(sharp: Float32Array, directions: Float64Array, power: number): Float32Array {
  const wide = sharedFloats(sharp.length);
  for (let k = 0; k < columns * rows; k++) {
    const [dx, dy, dz] = [
      float64At(directions, k * 4),
      float64At(directions, k * 4 + 1),
      float64At(directions, k * 4 + 2),
    ];
    let [sum, r, g, b] = [0, 0, 0, 0];
    for (let i = 0; i < columns * rows; i++) {
      const cosine =
        dx * float64At(directions, i * 4) +
        dy * float64At(directions, i * 4 + 1) +
        dz * float64At(directions, i * 4 + 2);
      if (cosine <= 0.2) continue;
      const weight = float64At(directions, i * 4 + 3) * cosine ** Math.max(1, power / 4);
      sum += weight;
      r += weight * float32At(sharp, i * 3);
      g += weight * float32At(sharp, i * 3 + 1);
      b += weight * float32At(sharp, i * 3 + 2);
    }
    wide.set([r / sum, g / sum, b / sum], k * 3);
  }
  return wide;
}

/** Writes what a surface of a roughness mirrors in the direction of a ray. */
export function glossTowards(
  { maps }: GlossMaps,
  { dx, dy, dz }: Ray,
  roughness: number,
  out: Float64Array,
): void {
  const column = ((Math.atan2(dz, dx) / (2 * Math.PI) + 1) % 1) * columns - 0.5;
  const row = Math.min(
    rows - 1,
    Math.max(0, (Math.acos(Math.min(1, Math.max(-1, dy))) / Math.PI) * rows - 0.5),
  );
  const wanted = Math.min(maps.length - 1, Math.max(0, (roughness - steps[0]) / 0.15));
  const lower = Math.floor(wanted);
  out.fill(0);
  for (let k = 0; k < 2; k++) {
    const map = maps[Math.min(maps.length - 1, lower + k)];
    const share = k === 0 ? 1 - wanted + lower : wanted - lower;
    if (map && share > 0) addBetween(map, column, row, share, out);
  }
}

function addBetween(map: Float32Array, column: number, row: number, share: number, out: Float64Array): void {
  const c0 = Math.floor(column);
  const r0 = Math.floor(row);
  const fx = column - c0;
  const fy = row - r0;
  for (let j = 0; j < 2; j++) {
    for (let i = 0; i < 2; i++) {
      const at = (Math.min(rows - 1, r0 + j) * columns + ((c0 + i + columns) % columns)) * 3;
      const weight = share * (i ? fx : 1 - fx) * (j ? fy : 1 - fy);
      for (let c = 0; c < 3; c++) out[c] = float64At(out, c) + weight * float32At(map, at + c);
    }
  }
}
