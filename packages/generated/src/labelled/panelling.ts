import { between, pick } from "@image-staging/picture/random";
import type { Material, WallName } from "@image-staging/tracer/scene";
import { endsOf } from "../rooms/frame.ts";
import type { Class } from "./classes.ts";
import { type Draft, type OnWall, sides } from "./draft.ts";
import { white } from "./materials.ts";
import { chance } from "./random.ts";
import { inset, rimOf } from "./shapes.ts";

/** Mouldings, battens and wainscot on painted walls: all of them are wall, as they are painted with it. */
export function addPanelling(draft: Draft): void {
  const { random } = draft;
  if (chance(random, 0.12)) addMouldings(draft);
  for (const wall of sides) if (chance(random, 0.1)) addWainscot(draft, wall);
}

function addMouldings(draft: Draft): void {
  const { random, plan } = draft;
  const { box, finishes } = plan;
  const walls = chance(random, 0.5) ? [pick(random, sides)] : sides;
  const battens = chance(random, 0.35);
  const step = between(random, 0.3, 1.3);
  const [low, high] = [between(random, 0.15, 1), between(random, 1.9, box.height - 0.12)];
  for (const wall of walls) {
    const own = finishes.walls[wall];
    if (own.kind !== "paint") continue;
    const material = chance(random, 0.7) ? own : white(random);
    const [start, end] = endsOf(box, wall);
    const wide = between(random, 0.015, 0.03);
    for (let from = start + 0.1; from + step * 0.85 < end; from += step) {
      const field = { wall, from, to: from + step * 0.85, bottom: low, top: high };
      if (!draft.isFree(field)) continue;
      const batten = { ...field, to: from + 0.05, bottom: 0.1, top: box.height };
      const strips: OnWall[] = battens ? [batten] : rimOf(field, wide).map((span) => ({ ...span, wall }));
      for (const strip of strips) draft.board("wall", strip, [0, 0.015], material);
    }
  }
}

/** Panels up to the hip under a rail; wooden ones are not to be painted. */
function addWainscot(draft: Draft, wall: WallName): void {
  const { random, plan } = draft;
  const { box, finishes, openings } = plan;
  const [start, end] = endsOf(box, wall);
  const [high, step] = [between(random, 0.7, 1.2), between(random, 0.4, 0.9)];
  const material = chance(random, 0.8) ? finishes.trim : finishes.walls[wall];
  const as = material.kind === "paint" ? "wall" : "brick";
  const gaps = openings
    .filter((at) => at.wall === wall && at.bottom < high)
    .map(({ from, to }) => ({ from: from - 0.1, to: to + 0.1 }))
    .sort((a, b) => a.from - b.from);
  let from = start;
  for (const gap of [...gaps, { from: end, to: end }]) {
    const span = { wall, from, to: gap.from, bottom: 0, top: high };
    if (span.to - from > 0.1) {
      draft.board(as, span, [0, 0.01], material);
      draft.board("trim", { ...span, bottom: high, top: high + 0.05 }, [0, 0.04], material);
      addFields(draft, span, step, { as, material });
    }
    from = gap.to;
  }
}

function addFields(
  draft: Draft,
  span: OnWall,
  step: number,
  { as, material }: { as: Class; material: Material },
): void {
  const fields = { ...span, bottom: 0.16, top: span.top - 0.03 };
  for (let from = span.from; from + 0.25 < span.to; from += step) {
    const field = inset({ ...fields, from, to: Math.min(span.to, from + step) }, 0.06);
    for (const strip of rimOf(field, 0.03))
      draft.board(as, { ...strip, wall: span.wall }, [0, 0.03], material);
  }
}
