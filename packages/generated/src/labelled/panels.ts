import { between } from "@image-staging/picture/random";
import type { Material } from "@image-staging/tracer/scene";
import type { Class } from "./classes.ts";
import type { Draft, OnWall } from "./draft.ts";
import { paint } from "./materials.ts";
import { chance } from "./random.ts";
import { gridOf, inset, rimOf } from "./shapes.ts";

/** Rims that stand out of a leaf or front, or grooves in it. */
export function addPanels(
  draft: Draft,
  as: Class,
  span: OnWall,
  { face, material, columns, rows }: { face: number; material: Material; columns: number; rows: number },
): void {
  const { random } = draft;
  const wide = between(random, 0.012, 0.035);
  const margin = Math.min(0.06, (span.to - span.from) * 0.06);
  const out = between(random, 0.004, 0.02);
  const rim = chance(random, 0.3) ? paint([0.12, 0.12, 0.12]) : material;
  for (const cell of gridOf(inset(span, margin), columns, rows)) {
    const panel = inset(cell, margin);
    if (panel.to - panel.from < 0.06) continue;
    for (const strip of rimOf(panel, wide))
      draft.board(as, { ...strip, wall: span.wall }, [face, face + out], rim);
  }
}
