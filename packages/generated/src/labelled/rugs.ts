import { between, pick } from "@image-staging/picture/random";
import { CylinderGeometry } from "three";
import type { Draft } from "./draft.ts";
import { carpet, cloth, fabric } from "./materials.ts";
import { chance, weighted } from "./random.ts";
import { partOf, placed, upright } from "./shapes.ts";

/** Rugs of all cloths, plain ones too, anywhere on the floor, cut off by the picture as well. */
export function addRugs(draft: Draft): void {
  const { random, plan } = draft;
  const { box, camera } = plan;
  const half = Math.atan(camera.width / 2 / camera.focal);
  for (let i = chance(random, 0.8) ? 1 : 2; i > 0; i--) {
    const bearing = between(random, -half, half) * 0.9 - camera.yaw;
    const distance = between(random, 0.4, 3.6);
    const [x, z] = [Math.sin(bearing) * distance, -Math.cos(bearing) * distance];
    const [wide, deep] = [between(random, 1, 3.4), between(random, 0.6, 2.4)];
    const turn = chance(random, 0.7) ? pick(random, [0, Math.PI / 2]) : random() * Math.PI;
    const reach = Math.hypot(wide, deep) * 0.4;
    if (x - reach < box.left || x + reach > box.right || z - reach < box.back) continue;
    addRug(draft, [wide, deep], { x, z, turn, y: 0.0015 + i * 0.012 });
  }
}

function addRug(
  draft: Draft,
  [wide, deep]: readonly [number, number],
  stand: { x: number; y: number; z: number; turn: number },
): void {
  const { random } = draft;
  const material = weighted(random, [
    [0.5, cloth],
    [0.25, carpet],
    [0.25, (random: () => number) => fabric(random, 0.5)],
  ])(random);
  const put = (part: Parameters<typeof placed>[0]) => draft.add("rug", placed(part, stand));
  const round = new CylinderGeometry(wide / 2, wide / 2, 0.01, 40).translate(0, 0.005, 0);
  if (chance(random, 0.15)) {
    put(partOf(round, material));
    return;
  }
  put(upright([wide, between(random, 0.006, 0.025), deep], material));
  if (chance(random, 0.25)) put(upright([wide + 0.12, 0.004, deep + 0.12], cloth(random)));
}
