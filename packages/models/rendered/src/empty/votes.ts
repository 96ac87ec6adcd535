import { float32At, int32At, uint8At } from "@image-staging/picture/at";
import { quantile } from "@image-staging/picture/quantile";
import { around } from "./patch.ts";
import type { Matches } from "./patch-match.ts";
import type { Texture } from "./texture.ts";

/** Gives each cell of the hole the mean of what the patches over it say, the better they match the more. */
export function vote(texture: Texture, targets: Int32Array, { from, cost }: Matches): void {
  const { columns, rows, values, source, hole } = texture;
  const costs = Float32Array.from(targets, (target) => float32At(cost, target)).filter(Number.isFinite);
  if (costs.length === 0) return;
  const usual = Math.max(1e-6, quantile(costs, 0.5));
  const sums = new Float32Array(3 * hole.length);
  const weights = new Float32Array(hole.length);
  for (const target of targets) {
    const own = int32At(from, target);
    if (own < 0) continue;
    const weight = Math.exp(-float32At(cost, target) / (2 * usual));
    const side = own & 1 ? -1 : 1;
    const [x, z] = [target % columns, Math.floor(target / columns)];
    const [bx, bz] = [(own >> 1) % columns, Math.floor((own >> 1) / columns)];
    for (let dz = -around; dz <= around; dz++) {
      if (z + dz < 0 || bz + dz < 0 || z + dz >= rows || bz + dz >= rows) continue;
      for (let dx = -around; dx <= around; dx++) {
        const [tx, sx] = [x + dx, bx + side * dx];
        if (tx < 0 || sx < 0 || tx >= columns || sx >= columns) continue;
        const [t, s] = [(z + dz) * columns + tx, (bz + dz) * columns + sx];
        if (!uint8At(hole, t) || !uint8At(source, s)) continue;
        weights[t] = float32At(weights, t) + weight;
        for (let c = 0; c < 3; c++)
          sums[3 * t + c] = float32At(sums, 3 * t + c) + weight * float32At(values, 3 * s + c);
      }
    }
  }
  for (let i = 0; i < hole.length; i++)
    if (hole[i] && float32At(weights, i) > 0)
      for (let c = 0; c < 3; c++) values[3 * i + c] = float32At(sums, 3 * i + c) / float32At(weights, i);
}
