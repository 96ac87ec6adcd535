import { between } from "@image-staging/picture/random";
import type { Material } from "@image-staging/tracer/scene";
import { endsOf } from "../rooms/frame.ts";
import { anyColour } from "./colours.ts";
import { addShelves } from "./cupboards.ts";
import { type Draft, type Stretch, wallClass } from "./draft.ts";
import { brickwork, paint, stone, white, wood } from "./materials.ts";
import { chance, weighted } from "./random.ts";

/** The wall that stands out around a chimney: painted, of brick or of stone. */
export function addBreast(draft: Draft, { wall, from, to }: Stretch, depth: number): void {
  const { random, plan } = draft;
  const { finishes, box } = plan;
  const material = weighted<Material>(random, [
    [0.65, finishes.walls[wall]],
    [0.2, brickwork(random)],
    [0.08, stone(random)],
    [0.07, paint(anyColour(random), 0.1)],
  ]);
  draft.board(wallClass(material), { wall, from, to, bottom: 0, top: box.height }, [0, depth], material);
  const foot = { wall, from: from - 0.012, to: to + 0.012, bottom: 0, top: finishes.skirting };
  if (finishes.skirting > 0 && chance(random, 0.6))
    draft.board("trim", foot, [0, depth + 0.014], finishes.trim);
}

/** Low cupboards with shelves over them at both sides. */
export function addBeside(draft: Draft, at: Stretch): void {
  const { random, plan } = draft;
  const [start, end] = endsOf(plan.box, at.wall);
  const material = chance(random, 0.7) ? white(random) : wood(random);
  const wide = between(random, 0.5, 1);
  const high = chance(random, 0.5) ? between(random, 0.7, 1.1) : between(random, 1.8, plan.box.height);
  for (const [from, to] of [
    [at.from - wide, at.from - 0.13],
    [at.to + 0.13, at.to + wide],
  ] as const) {
    const stretch = { wall: at.wall, from, to };
    if (from < start || to > end || !draft.isFree(stretch, 0)) continue;
    draft.take(stretch);
    addShelves(draft, { ...stretch, bottom: 0, top: high }, between(random, 0.2, 0.4), material);
  }
}
