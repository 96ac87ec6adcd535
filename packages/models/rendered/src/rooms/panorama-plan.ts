import { panoramaCamera } from "../camera.ts";
import { between, randomOf } from "../furniture/kit/random.ts";
import { type PlannedOpening, planOf, type RoomPlan } from "./plan.ts";

/** Draws the room of a seed with the viewer in it, away from the walls, and mostly a door in the front wall. */
export function panoramaPlanOf(seed: number, width: number): RoomPlan {
  const plan = planOf(seed, { width: 900, height: 600 });
  const { left, right, back, front, height } = plan.box;
  const random = randomOf(seed * 7919 + 18);
  const x = left + (right - left) * between(random, 0.33, 0.67);
  const z = back + (front - back) * between(random, 0.36, 0.67);
  const openings: PlannedOpening[] = plan.openings.map((opening) => {
    const moved = opening.wall === "left" || opening.wall === "right" ? z : x;
    return { ...opening, from: opening.from - moved, to: opening.to - moved };
  });
  const wide = between(random, 0.8, 0.95);
  const from = between(random, left + 0.2, right - 0.2 - wide) - x;
  const top = between(random, 1.98, 2.1);
  if (random() < 0.8) openings.push({ kind: "door", wall: "front", from, to: from + wide, bottom: 0, top });
  return {
    ...plan,
    box: { left: left - x, right: right - x, back: back - z, front: front - z, height },
    openings,
    camera: panoramaCamera(
      { width, height: width / 2 },
      between(random, -Math.PI, Math.PI),
      between(random, 1.35, 1.65),
    ),
  };
}
