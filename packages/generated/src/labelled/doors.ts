import { between, pick, type Random } from "@image-staging/picture/random";
import type { Material } from "@image-staging/tracer/scene";
import { openingParts } from "../rooms/openings.ts";
import type { PlannedOpening } from "../rooms/plan.ts";
import type { Draft, OnWall } from "./draft.ts";
import { chrome, dark, joinery, wallPaint } from "./materials.ts";
import { addPanels } from "./panels.ts";
import { chance, weighted, whole } from "./random.ts";
import { gridOf, inset, rimOf } from "./shapes.ts";

type Leaf = "flush" | "panelled" | "louvred" | "glazed" | "mirror";

/** A closed door: casing, one or more leaves, and on every leaf what tells it from a wall: a handle, hinges, a gap. */
export function addDoor(draft: Draft, door: PlannedOpening): void {
  const { random, plan } = draft;
  if (chance(random, 0.25)) {
    draft.add("door", ...openingParts(plan, door));
    return;
  }
  const { wall, from, to, top } = door;
  const wide = to - from;
  const material = chance(random, 0.1) ? wallPaint(plan, wall) : joinery(random, 0.6);
  addCasing(draft, door, material);
  draft.board("door", { wall, from, to, bottom: 0, top }, [-0.004, 0.001], dark);
  const leaves = wide > 1.3 ? whole(random, 2, wide > 2 ? 4 : 2) : wide > 1.05 || chance(random, 0.1) ? 2 : 1;
  const kind = weighted<Leaf>(random, [
    [0.3, "flush"],
    [0.42, "panelled"],
    [0.06, "louvred"],
    [0.18, "glazed"],
    [wide > 1.2 ? 0.1 : 0, "mirror"],
  ]);
  const out = between(random, 0.003, 0.02);
  const margin = between(random, 0.003, 0.009);
  for (const [i, span] of gridOf({ from, to, bottom: 0.004, top }, leaves, 1).entries()) {
    const leaf = { wall, ...inset(span, margin) };
    const face = out + (leaves > 1 && i % 2 ? 0.012 : 0);
    addLeaf(draft, leaf, face, { kind, material });
    addHandle(draft, leaf, face, leaves === 1 ? chance(random, 0.5) : i % 2 === 0);
  }
}

function addCasing(draft: Draft, { wall, from, to, top }: PlannedOpening, leaf: Material): void {
  const { random, plan } = draft;
  const material = weighted<Material>(random, [
    [0.45, leaf],
    [0.4, plan.finishes.trim],
    [0.15, joinery(random)],
  ]);
  // A door without a casing stands in a gap that one sees.
  const wide = chance(random, 0.12) ? 0 : between(random, 0.04, 0.14);
  const depth = [0, between(random, 0.008, 0.03)] as const;
  for (const span of [
    { wall, from: from - wide, to: from, bottom: 0, top: top + wide },
    { wall, from: to, to: to + wide, bottom: 0, top: top + wide },
    { wall, from, to, bottom: top, top: top + wide },
  ])
    if (wide > 0) draft.board("door", span, depth, material);
  const cornice = {
    wall,
    from: from - wide - 0.03,
    to: to + wide + 0.03,
    bottom: top + wide,
    top: top + wide + 0.05,
  };
  if (wide > 0 && chance(random, 0.15)) draft.board("door", cornice, [0, 0.06], material);
}

function addLeaf(
  draft: Draft,
  leaf: OnWall,
  face: number,
  { kind, material }: { kind: Leaf; material: Material },
): void {
  const { random } = draft;
  const front = (span: Omit<OnWall, "wall">, out = 0.01) =>
    draft.board("door", { wall: leaf.wall, ...span }, [face, face + out], material);
  if (kind === "glazed") {
    addGlazing(draft, leaf, face, material);
    return;
  }
  draft.board("door", leaf, [0, face], kind === "mirror" ? { kind: "mirror" } : material);
  if (kind === "mirror") for (const rim of rimOf(leaf, 0.03)) front(rim, 0.006);
  if (kind === "panelled")
    addPanels(draft, "door", leaf, {
      face,
      material,
      columns: leaf.to - leaf.from > 0.6 ? whole(random, 1, 2) : 1,
      rows: pick(random, [1, 2, 2, 3, 4, 5]),
    });
  if (kind === "louvred")
    for (let y = leaf.bottom + 0.1; y < leaf.top - 0.1; y += 0.05)
      front({ from: leaf.from + 0.07, to: leaf.to - 0.07, bottom: y, top: y + 0.035 }, 0.012);
}

function addGlazing(draft: Draft, leaf: OnWall, face: number, material: Material): void {
  const { random, plan } = draft;
  const frame = between(random, 0.06, 0.13);
  const front = (span: Omit<OnWall, "wall">) =>
    draft.board("door", { ...span, wall: leaf.wall }, [face, face + 0.01], material);
  for (const rim of rimOf(leaf, frame)) front(rim);
  const [columns, rows] = [whole(random, 1, 2), whole(random, 1, 5)];
  for (const cell of gridOf(inset(leaf, frame), columns, rows))
    for (const rim of rimOf(cell, 0.012)) front(rim);
  const lit = plan.light.outdoors * between(random, 0.1, 1);
  draft.board("pane", leaf, [face, face + 0.002], { kind: "shade", color: [0.8, 0.85, 0.9], lit });
}

/** A lever, a knob or a bar, and often the hinges on the other side. */
function addHandle(draft: Draft, { wall, from, to, top }: OnWall, face: number, right: boolean): void {
  const { random } = draft;
  const material = handleOf(random);
  const inwards = right ? -1 : 1;
  const x = right ? to - 0.06 : from + 0.06;
  const put = (a: number, b: number, [bottom, high]: readonly [number, number], out: number) =>
    draft.board(
      "door",
      { wall, from: Math.min(a, b), to: Math.max(a, b), bottom, top: high },
      [face, face + out],
      material,
    );
  const kind = random();
  if (kind < 0.5) {
    put(x - 0.022, x + 0.022, chance(random, 0.5) ? [0.94, 1.12] : [1, 1.05], 0.01);
    put(x, x + inwards * 0.12, [1.02, 1.045], 0.055);
  } else if (kind < 0.8) put(x - 0.028, x + 0.028, [0.98, 1.035], 0.06);
  else put(x - 0.012, x + 0.012, [0.8, 1.25], 0.05);
  if (chance(random, 0.55))
    for (const height of [0.25, top - 0.25]) {
      const hinge = right ? from : to;
      put(hinge - 0.012, hinge + 0.012, [height - 0.05, height + 0.05], 0.014);
    }
}

const handleOf = (random: Random): Material =>
  weighted<Material>(random, [
    [0.55, chrome],
    [0.3, dark],
    [0.15, { kind: "metal", color: [0.5, 0.4, 0.2], roughness: 0.35 }],
  ]);
