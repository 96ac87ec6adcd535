import { between, type Random, randomOf } from "@image-staging/picture/random";
import { panoramaCamera } from "@image-staging/tracer/camera";
import type { Box } from "@image-staging/tracer/environment";
import { type Block, type PlannedOpening, planOf, type RoomPlan } from "./plan.ts";

/** How a panorama differs from one of a box that a level camera took. Radians. */
export interface PanoramaKind {
  pitch?: number;
  roll?: number;
  /** A corner of the room is built up, so that its floor is an L. */
  isL?: boolean;
}

/** Draws the room of a seed with the viewer in it, away from the walls, and mostly a door in the front wall. */
export function panoramaPlanOf(
  seed: number,
  width: number,
  { pitch = 0, roll = 0, isL = false }: PanoramaKind = {},
): RoomPlan {
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
  const camera = panoramaCamera(
    { width, height: width / 2 },
    between(random, -Math.PI, Math.PI),
    between(random, 1.35, 1.65),
  );
  const box = { left: left - x, right: right - x, back: back - z, front: front - z, height };
  const drawn = { ...plan, box, openings, camera: { ...camera, pitch, roll } };
  const block = isL ? blockIn(random, box, openings) : undefined;
  return block ? { ...drawn, ...block } : drawn;
}

/** The corner that hides the fewest openings, built up to 70 cm from the viewer's lines at most; those it hides are gone. */
function blockIn(random: Random, box: Box, openings: readonly PlannedOpening[]) {
  const [wide, deep] = [between(random, 0.9, 2.2), between(random, 0.9, 2.2)];
  const corners = (["left", "right"] as const).flatMap((side) =>
    (["back", "front"] as const).flatMap((end) => {
      const [across, along] = [Math.abs(box[side]) - 0.7, Math.abs(box[end]) - 0.7].map((most, i) =>
        Math.min(most, i === 0 ? wide : deep),
      ) as [number, number];
      if (across < 0.6 || along < 0.6) return [];
      const block: Block = {
        left: side === "left" ? box.left : box.right - across,
        right: side === "left" ? box.left + across : box.right,
        back: end === "back" ? box.back : box.front - along,
        front: end === "back" ? box.back + along : box.front,
      };
      const isHidden = ({ wall, from, to }: PlannedOpening) =>
        (wall === side && to > block.back - 0.1 && from < block.front + 0.1) ||
        (wall === end && to > block.left - 0.1 && from < block.right + 0.1);
      return [{ block, openings: openings.filter((opening) => !isHidden(opening)) }];
    }),
  );
  const lit = corners.filter((corner) => corner.openings.some(({ kind }) => kind === "window"));
  return lit.sort((a, b) => b.openings.length - a.openings.length)[0];
}
