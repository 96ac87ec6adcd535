import type { Labels } from "../../labels/index.ts";
import { maskOf } from "../../labels/mask.ts";
import { groundOf } from "./ground.ts";

/** CIELAB's hues of lawns and, from `blue`, of water, in degrees, and the least chroma that has a hue at all. Sunlight on wood is bluer. */
const [green, blue, last, leastChroma] = [105, 170, 255, 15] as const;

/** None of 258 generated floors and of those in 20 photos of rooms has more of them than 1 %; gardens and pools have 40 to 90 %. */
const most = 0.3;

/** Whether a pixel of the copy has one of the hues from one to another. */
function hasHue({ copy }: Labels, i: number, from: number, to: number): boolean {
  const [, a, b] = copy.lab;
  const [x, y] = [a.at(i), b.at(i)];
  const hue = ((Math.atan2(y, x) * 180) / Math.PI + 360) % 360;
  return Math.hypot(x, y) > leastChroma && hue > from && hue < to;
}

/** Whether the ground is a lawn or water: the picture shows a garden or a pool, which has walls and corners too. */
export function isOutdoors(labels: Labels): boolean {
  const { floor, things } = groundOf(labels);
  const ground = [...floor, ...things];
  return ground.filter((i) => hasHue(labels, i, green, last)).length > most * ground.length;
}

/** The floor's mask without the water of a pool: on grass and paving things stand, on water never. */
export const withoutWater = (labels: Labels): Uint8Array =>
  maskOf(labels, "floor").map((value, i) => (value > 0 && hasHue(labels, i, blue, last) ? 0 : value));
