import { between, type Random } from "@image-staging/picture/random";
import type { Material, Part } from "@image-staging/tracer/scene";
import { CylinderGeometry } from "three";
import { endsOf, onWall } from "../rooms/frame.ts";
import type { PlannedOpening } from "../rooms/plan.ts";
import type { Draft, OnWall } from "./draft.ts";
import { chrome, cloth, dark, fabric, wood } from "./materials.ts";
import { chance, weighted } from "./random.ts";
import { partOf } from "./shapes.ts";

/** What hangs before the windows of one wall. */
interface Style {
  curtains: readonly Material[];
  /** The cloths of a sheer's folds, empty without one. */
  sheers: readonly Material[];
  /** Whether what is behind a sheer shows. */
  through: boolean;
  /** How far curtains reach beyond the glass, how wide each is, and their ends below and above. */
  over: number;
  wide: number;
  ends: readonly [bottom: number, top: number];
  rod?: Material;
}

/** Curtains beside the windows of a wall, sheers over them, or both, all of one kind. */
export function addCurtains(draft: Draft, windows: readonly PlannedOpening[]): void {
  const [first] = windows;
  if (!first) return;
  const style = styleOf(draft, first);
  // One pair for all windows that stand close together, or a pair for each.
  const last = windows.reduce((right, window) => (window.to > right.to ? window : right), first);
  const from = Math.min(...windows.map((window) => window.from));
  const spans = chance(draft.random, 0.4) ? [{ ...first, from, to: last.to }] : windows;
  for (const span of spans) hang(draft, span, style);
}

function styleOf({ random, plan }: Draft, window: PlannedOpening): Style {
  const kind = weighted(random, [
    [0.5, "curtains"],
    [0.3, "sheer"],
    [0.2, "both"],
  ] as const);
  const { height } = plan.box;
  const bottom = chance(random, 0.75) ? 0.02 : Math.min(between(random, 0.5, 0.9), window.top - 0.4);
  const above = Math.min(height - 0.03, window.top + between(random, 0.05, 0.4));
  const rod = weighted(random, [
    [1, dark],
    [1, chrome],
    [1, wood(random)],
  ]);
  return {
    curtains: kind === "sheer" ? [] : [chance(random, 0.65) ? fabric(random, 0.6) : cloth(random)],
    sheers: kind === "curtains" ? [] : sheersOf(random, plan.light.outdoors),
    through: chance(random, 0.8),
    over: between(random, 0.03, 0.45),
    wide: chance(random, 0.12) ? Number.POSITIVE_INFINITY : between(random, 0.15, 0.6),
    ends: [bottom, chance(random, 0.35) ? height - 0.02 : above],
    ...(chance(random, 0.6) ? { rod } : {}),
  };
}

/** One cloth, lit differently by how its folds lie. */
function sheersOf(random: Random, outdoors: number): readonly Material[] {
  const tone = between(random, 0.6, 0.9);
  const color = [tone, tone * between(random, 0.93, 1), tone * between(random, 0.82, 1)] as const;
  const lit = Math.min(1, outdoors) * between(random, 0.05, 0.32);
  return [0.6, 0.8, 1, 1.25].map((fold) => ({ kind: "shade", color, lit: lit * fold }));
}

function hang(draft: Draft, window: PlannedOpening, style: Style): void {
  const { random, plan } = draft;
  const { over, sheers, curtains, rod } = style;
  const [start, end] = endsOf(plan.box, window.wall);
  const [bottom, top] = style.ends;
  const [from, to] = [Math.max(start, window.from - over), Math.min(end, window.to + over)];
  const hung: OnWall = { wall: window.wall, from, to, bottom, top };
  const half = (to - from) / 2;
  if (sheers.length > 0) {
    const cloth = folds(draft, { ...hung, to: chance(random, 0.65) ? to : from + half }, 0.12, sheers);
    if (style.through) draft.sheers.push(...cloth.map((part) => ({ part, as: "curtain" as const })));
    else draft.add("curtain", ...cloth);
  }
  const wide = Math.min(half, style.wide);
  if (curtains.length > 0) {
    draft.add("curtain", ...folds(draft, { ...hung, to: from + wide }, 0.17, curtains));
    draft.add("curtain", ...folds(draft, { ...hung, from: to - wide }, 0.17, curtains));
  }
  const pole = { ...hung, from: from - 0.1, to: to + 0.1, bottom: top, top: top + 0.03 };
  if (rod) draft.board("curtain", pole, [0.12, 0.17], rod);
}

/** Cloth in folds: half cylinders side by side, no two at the same depth. */
function folds(
  { plan, random }: Draft,
  { wall, from, to, bottom, top }: OnWall,
  depth: number,
  materials: readonly Material[],
): Part[] {
  const radius = between(random, 0.025, 0.07);
  const parts: Part[] = [];
  for (let x = from + radius * 0.5; x < to; x += radius * 1.5) {
    const at = onWall(plan.box, wall, x, (bottom + top) / 2, -depth - between(random, -0.02, 0.02));
    const fold = new CylinderGeometry(radius, radius, top - bottom, 7, 1, true).translate(...at);
    const material = materials[Math.floor(random() * materials.length)];
    if (material) parts.push(partOf(fold, material));
  }
  return parts;
}
