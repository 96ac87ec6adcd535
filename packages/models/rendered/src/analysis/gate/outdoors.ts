import type { WorkingCopy } from "@image-staging/picture/working-copy";
import { faceNames, type Hits } from "../faces.ts";

/** CIELAB's hues of lawns and water, in degrees, and the least chroma that has a hue at all. Sunlight on wood is bluer. */
const [first, last, leastChroma] = [105, 255, 15] as const;

/** None of 258 generated floors and of those in 20 photos of rooms has more of them than 1 %; gardens and pools have 40 to 90 %. */
const most = 0.3;

/** Whether what was taken for the floor is a lawn or water: the picture shows a garden or a pool, which has walls and corners too. */
export function isOutdoors({ lab }: WorkingCopy, { face }: Hits): boolean {
  const floor = faceNames.indexOf("floor");
  let [all, green] = [0, 0];
  for (let i = 0; i < face.length; i++) {
    if (face[i] !== floor) continue;
    const [a, b] = [lab[1][i] as number, lab[2][i] as number];
    const hue = ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360;
    all++;
    if (Math.hypot(a, b) > leastChroma && hue > first && hue < last) green++;
  }
  return green > most * all;
}
