import type { Labels } from "../../labels/index.ts";
import { groundOf } from "./ground.ts";

/** CIELAB's hues of lawns and water, in degrees, and the least chroma that has a hue at all. Sunlight on wood is bluer. */
const [first, last, leastChroma] = [105, 255, 15] as const;

/** None of 258 generated floors and of those in 20 photos of rooms has more of them than 1 %; gardens and pools have 40 to 90 %. */
const most = 0.3;

/** Whether the ground is a lawn or water: the picture shows a garden or a pool, which has walls and corners too. */
export function isOutdoors(labels: Labels): boolean {
  const [, a, b] = labels.copy.lab;
  const { floor, things } = groundOf(labels);
  const ground = [...floor, ...things];
  const green = ground.filter((i) => {
    const [x, y] = [a.at(i), b.at(i)];
    const hue = ((Math.atan2(y, x) * 180) / Math.PI + 360) % 360;
    return Math.hypot(x, y) > leastChroma && hue > first && hue < last;
  });
  return green.length > most * ground.length;
}
