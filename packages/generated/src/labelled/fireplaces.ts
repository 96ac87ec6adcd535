import { between, pick } from "@image-staging/picture/random";
import type { Material } from "@image-staging/tracer/scene";
import { addBeside, addBreast } from "./chimney-breasts.ts";
import { anyColour } from "./colours.ts";
import type { Draft, OnWall } from "./draft.ts";
import { anyMaterial, brickwork, paint, stone, tiling, white, wood } from "./materials.ts";
import { addPanels } from "./panels.ts";
import { chance, weighted } from "./random.ts";
import { inset, rimOf } from "./shapes.ts";

const soot = paint([0.012, 0.012, 0.012], 0.2);

/** A fireplace: breast or none, surround, slip, firebox, mantel, hearth, and often shelves beside it. */
export function addFireplace(draft: Draft): void {
  const { random, plan } = draft;
  const wide = between(random, 1, 2.2);
  const at = draft.spot(wide, ["back", "back", "left", "right"]);
  if (!at) return;
  const breast = chance(random, 0.55) ? between(random, 0.1, 0.6) : 0;
  if (breast > 0) addBreast(draft, at, breast);
  const middle = (at.from + at.to) / 2;
  const half = (between(random, 0.45, 0.9) * Math.min(1, wide / 1.5)) / 2;
  const bottom = chance(random, 0.75) ? 0 : between(random, 0.2, 0.5);
  const top = bottom + between(random, 0.45, 0.8);
  const box = { wall: at.wall, from: middle - half, to: middle + half, bottom, top };
  addSurround(draft, box, breast, wide * 0.98);
  addFire(draft, box, breast);
  const over = {
    ...box,
    from: middle - between(random, 0.3, 0.6),
    to: middle + between(random, 0.3, 0.6),
    bottom: 1.5,
    top: Math.min(plan.box.height - 0.15, between(random, 1.9, 2.2)),
  };
  if (chance(random, 0.3))
    draft.board(
      "thing",
      over,
      [breast, breast + 0.04],
      pick(random, [soot, { kind: "mirror" }, anyMaterial(random)]),
    );
  if (chance(random, 0.35)) addBeside(draft, at);
}

/** Legs, header and mantel about the firebox, and the slab before it. */
function addSurround(draft: Draft, box: OnWall, breast: number, most: number): void {
  const { random } = draft;
  const material = weighted<Material>(random, [
    [0.4, white(random)],
    [0.12, brickwork(random)],
    [0.2, stone(random)],
    [0.1, wood(random)],
    [0.1, tiling(random)],
    [0.08, paint(anyColour(random, 0.5), 0.3)],
  ]);
  const slip = chance(random, 0.35)
    ? material
    : pick(random, [stone(random), tiling(random), soot, brickwork(random)]);
  const gap = between(random, 0, 0.18);
  const inner = { ...box, from: box.from - gap, to: box.to + gap, top: box.top + gap };
  const leg = Math.max(0.05, Math.min((most - (inner.to - inner.from)) / 2, between(random, 0.1, 0.35)));
  const outer = {
    ...inner,
    from: inner.from - leg,
    to: inner.to + leg,
    bottom: 0,
    top: inner.top + between(random, 0.08, 0.4),
  };
  const out = breast + between(random, 0.02, 0.2);
  for (const span of [
    { ...outer, to: inner.from },
    { ...outer, from: inner.to },
    { ...outer, bottom: inner.top },
    { ...outer, top: Math.max(0.001, box.bottom) },
  ])
    draft.board("hearth", span, [breast, out], material);
  draft.board("hearth", inner, [breast, breast + 0.012], slip);
  const header = { ...outer, bottom: inner.top };
  if (material.kind === "paint")
    addPanels(draft, "hearth", header, { face: out, material, columns: 1, rows: 1 });
  const mantel = {
    ...outer,
    from: outer.from - 0.08,
    to: outer.to + 0.08,
    bottom: outer.top,
    top: outer.top + between(random, 0.03, 0.12),
  };
  if (chance(random, 0.85))
    draft.board(
      "hearth",
      mantel,
      [breast, out + between(random, 0.05, 0.18)],
      chance(random, 0.7) ? material : wood(random),
    );
  const slab = {
    ...outer,
    top: chance(random, 0.7) ? between(random, 0.005, 0.05) : between(random, 0.1, 0.4),
  };
  if (chance(random, 0.7))
    draft.board(
      "hearth",
      slab,
      [breast, out + between(random, 0.25, 0.5)],
      chance(random, 0.5) ? slip : stone(random),
    );
}

/** The firebox as a dark panel: soot, bricks or a fire, often with a frame and logs. */
function addFire(draft: Draft, box: OnWall, breast: number): void {
  const { random } = draft;
  const fire: Material = { kind: "shade", color: [1, 0.4, 0.08], lit: between(random, 0.2, 1) };
  const material = weighted<Material>(random, [
    [0.7, soot],
    [0.15, brickwork(random)],
    [0.15, fire],
  ]);
  draft.board("hearth", box, [breast, breast + 0.016], material);
  if (chance(random, 0.6)) return;
  const metal: Material = { kind: "metal", color: [0.5, 0.45, 0.3], roughness: 0.4 };
  for (const rim of rimOf(inset(box, -0.02), 0.05))
    draft.board("hearth", { ...rim, wall: box.wall }, [breast, breast + 0.03], metal);
  const log = wood(random);
  for (let i = 0; i < 4; i++) {
    const bottom = box.bottom + 0.05 + i * 0.06;
    const span = { ...inset(box, (box.to - box.from) * 0.2), wall: box.wall, bottom, top: bottom + 0.03 };
    draft.board("hearth", span, [breast, breast + 0.02 + 0.01 * i], log);
  }
}
