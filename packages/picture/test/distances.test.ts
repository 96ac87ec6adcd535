import { expect, it } from "vitest";
import { distancesTo } from "../src/distances.ts";

it("is at most 8 % more than the distance to the nearest pixel of the mask, and never less", () => {
  const size = { width: 40, height: 30 };
  const seeds = [123, 777, 1111];
  const mask = new Uint8Array(size.width * size.height);
  for (const seed of seeds) mask[seed] = 1;
  const exact = Float32Array.from(mask, (_, at) =>
    Math.min(
      ...seeds.map((seed) =>
        Math.hypot((at % 40) - (seed % 40), Math.floor(at / 40) - Math.floor(seed / 40)),
      ),
    ),
  );
  distancesTo(mask, size).values.forEach((distance, at) => {
    expect(distance).toBeGreaterThanOrEqual((exact[at] ?? 0) - 1e-4);
    expect(distance).toBeLessThanOrEqual(1.083 * (exact[at] ?? 0) + 1e-4);
  });
});
