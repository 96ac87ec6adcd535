import type { Box } from "@image-staging/tracer/environment";
import type { Material, Opening, Part } from "@image-staging/tracer/scene";
import { CylinderGeometry, SphereGeometry } from "three";
import type { Finishes } from "./finishes.ts";
import { block, board, endsOf, meshOf, onWall } from "./frame.ts";
import { openingParts, plastic } from "./openings.ts";
import type { RoomPlan } from "./plan.ts";

/** What hangs on, stands at or is let into the walls and the ceiling. */
export function fittingsOf(plan: RoomPlan): Part[] {
  const { box, openings, finishes } = plan;
  return [
    ...openings.flatMap((opening) => openingParts(plan, opening)),
    ...skirtings(box, openings, finishes),
    ...lamps(plan),
    ...sockets(plan),
  ];
}

/** Boards along the walls' feet and, if there is one, a moulding under the ceiling; not before doors and holes. */
function skirtings(
  box: Box,
  openings: readonly Opening[],
  { skirting, crown, trim, ceiling }: Finishes,
): Part[] {
  const parts: Part[] = [];
  for (const wall of ["back", "left", "right", "front"] as const) {
    const [start, end] = endsOf(box, wall);
    const gaps = openings
      .filter((opening) => opening.wall === wall && opening.bottom < skirting && opening.kind !== "radiator")
      .sort((a, b) => a.from - b.from);
    let from = start;
    for (const gap of [...gaps, { from: end + 0.08, to: end }]) {
      const to = gap.from - 0.08;
      if (skirting > 0 && to > from)
        parts.push(board(box, wall, { from, to, bottom: 0, top: skirting }, [-0.014, 0], trim));
      from = gap.to + 0.08;
    }
    if (crown > 0)
      parts.push(
        board(
          box,
          wall,
          { from: start, to: end, bottom: box.height - crown, top: box.height },
          [-crown * 0.7, 0],
          ceiling,
        ),
      );
  }
  return parts;
}

function lamps({ box, finishes, light }: RoomPlan): Part[] {
  const [x, z] = [(box.left + box.right) / 2, (box.back + box.front) / 2 - 0.3];
  const glass: Material = { kind: "shade", color: [0.85, 0.82, 0.76], lit: light.lamp };
  if (finishes.lamp === "none") return [];
  if (finishes.lamp === "spots") {
    return [-1, 1].flatMap((i) =>
      [-1, 1].map((j) => {
        const [sx, sz] = [x + (i * (box.right - box.left)) / 4, z + (j * (box.front - box.back)) / 4];
        const disc = new CylinderGeometry(0.05, 0.05, 0.006, 24).translate(sx, box.height - 0.004, sz);
        return { mesh: meshOf(disc), material: glass };
      }),
    );
  }
  const drop = finishes.lamp === "bowl" ? 0.02 : 0.6;
  const bowl = new SphereGeometry(0.19, 32, 20, 0, Math.PI * 2, Math.PI / 2, Math.PI / 2);
  bowl.scale(1, finishes.lamp === "bowl" ? 0.45 : 1, 1).translate(x, box.height - drop, z);
  const cord = block([x - 0.006, box.height - drop, z - 0.006], [x + 0.006, box.height, z + 0.006], plastic);
  return [{ mesh: meshOf(bowl), material: glass }, cord];
}

/** A switch by each door and two sockets low on a wall. */
function sockets({ box, openings }: RoomPlan): Part[] {
  const parts: Part[] = [];
  const plate = (wall: Opening["wall"], along: number, height: number) => {
    const [start, end] = endsOf(box, wall);
    if (along < start + 0.1 || along > end - 0.1) return;
    if (
      openings.some((o) => o.wall === wall && along > o.from - 0.12 && along < o.to + 0.12 && height < o.top)
    )
      return;
    const a = onWall(box, wall, along - 0.04, height - 0.04, -0.008);
    parts.push(block(a, onWall(box, wall, along + 0.04, height + 0.04, 0), plastic));
  };
  for (const { kind, wall, to } of openings)
    if (kind === "door" || kind === "passage") plate(wall, to + 0.22, 1.1);
  plate("back", box.left + 0.6, 0.3);
  plate("left", box.back + 0.9, 0.3);
  plate("right", box.back + 1.3, 0.3);
  return parts;
}
