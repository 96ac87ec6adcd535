import { float32At } from "@image-staging/picture/at";
import type { Part } from "@image-staging/tracer/scene";
import { endsOf, plane, wallWithHoles } from "../rooms/frame.ts";
import { type Draft, wallClass } from "./draft.ts";
import { chance } from "./random.ts";

const walls = ["back", "left", "right", "front"] as const;
const skirtingDepth = 0.014;
/** Skirtings end this far before an opening, at its casing. */
const casing = 0.08;

/** Floor, ceiling and walls with their holes, skirtings and the moulding under the ceiling. */
export function addShell(draft: Draft): void {
  const { plan, random } = draft;
  const { box, finishes, openings } = plan;
  const floor = plane(box, 0, finishes.floor);
  draft.add("floor", chance(random, 0.5) ? floor : turnedPattern(floor));
  draft.add("ceiling", plane(box, box.height, finishes.ceiling));
  for (const wall of walls) {
    const holes = openings.filter(
      ({ wall: at, kind }) => at === wall && (kind === "window" || kind === "passage"),
    );
    const material = finishes.walls[wall];
    draft.add(wallClass(material), wallWithHoles(box, wall, holes, material));
    addSkirting(draft, wall);
    addMouldings(draft, wall);
  }
}

/** Boards run along the room's width instead of its depth. */
function turnedPattern({ mesh, material }: Part): Part {
  const uvs = new Float32Array(mesh.uvs.length);
  for (let i = 0; i < uvs.length; i += 2) {
    uvs[i] = float32At(mesh.uvs, i + 1);
    uvs[i + 1] = -float32At(mesh.uvs, i);
  }
  return { material, mesh: { ...mesh, uvs } };
}

function addSkirting(draft: Draft, wall: (typeof walls)[number]): void {
  const { box, openings, finishes } = draft.plan;
  if (finishes.skirting <= 0) return;
  const [start, end] = endsOf(box, wall);
  const gaps = openings
    .filter((at) => at.wall === wall && at.bottom < finishes.skirting && at.kind !== "radiator")
    .sort((a, b) => a.from - b.from);
  let from = start;
  for (const gap of [...gaps, { from: end + casing, to: end }]) {
    const span = { wall, from, to: gap.from - casing, bottom: 0, top: finishes.skirting };
    if (span.to > from) draft.board("trim", span, [0, skirtingDepth], finishes.trim);
    from = gap.to + casing;
  }
}

function addMouldings(draft: Draft, wall: (typeof walls)[number]): void {
  const { plan, random } = draft;
  const { box, finishes } = plan;
  const [from, to] = endsOf(box, wall);
  const { crown } = finishes;
  const material = chance(random, 0.7) ? finishes.ceiling : finishes.trim;
  if (crown > 0)
    draft.board(
      "ceiling",
      { wall, from, to, bottom: box.height - crown, top: box.height },
      [0, crown * 0.7],
      material,
    );
  const rail = { wall, from, to, bottom: 0.88, top: 0.95 };
  if (chance(random, 0.04)) draft.board("trim", rail, [0, 0.02], finishes.trim);
}
