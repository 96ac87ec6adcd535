import { between } from "@image-staging/picture/random";
import { anyColour } from "./colours.ts";
import type { Draft } from "./draft.ts";
import { fittedOf } from "./kitchen-units.ts";
import { anyMaterial, dark, paint } from "./materials.ts";
import { chance } from "./random.ts";
import { upright } from "./shapes.ts";

/** A kitchen island or a breakfast bar, often with stools. */
export function addIsland(draft: Draft): void {
  const { random, plan } = draft;
  const { camera } = plan;
  const half = Math.atan(camera.width / 2 / camera.focal);
  const [wide, deep, high] = [
    between(random, 1, 2.8),
    between(random, 0.6, 1.1),
    between(random, 0.86, 1.02),
  ];
  const [distance, bearing] = [between(random, 1, 5) + deep / 2, between(random, -half, half) - camera.yaw];
  const stand = {
    x: Math.sin(bearing) * distance,
    z: -Math.cos(bearing) * distance,
    turn: chance(random, 0.6) ? 0 : Math.PI / 2,
  };
  const { front, top } = fittedOf(random);
  const over = between(random, 0, 0.3);
  draft.put(
    "kitchen",
    stand,
    upright([wide - 0.06, high - 0.04, deep - over], front, [0, 0, -over / 2]),
    upright([wide, 0.05, deep], top, [0, high - 0.04, 0]),
    upright([wide - 0.1, 0.08, deep - over + 0.004], dark, [0, 0, 0.01 - over / 2]),
  );
  if (chance(random, 0.5)) return;
  const [seat, leg] = [anyMaterial(random), paint(anyColour(random, 0.3))];
  for (const share of [-1 / 3, 0, 1 / 3]) {
    const at = [share * wide, 0.65, deep / 2 + 0.25] as const;
    draft.put(
      "thing",
      stand,
      upright([0.36, 0.05, 0.36], seat, at),
      upright([0.05, 0.65, 0.05], leg, [at[0], 0, at[2]]),
    );
  }
}
