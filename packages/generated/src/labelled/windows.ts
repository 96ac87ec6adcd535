import { between, type Random } from "@image-staging/picture/random";
import type { Material } from "@image-staging/tracer/scene";
import { openingParts } from "../rooms/openings.ts";
import type { PlannedOpening } from "../rooms/plan.ts";
import { addCurtains } from "./curtains.ts";
import { type Draft, sides } from "./draft.ts";
import { anyMaterial, paint, wood } from "./materials.ts";
import { addSky, addView, type View, viewOf } from "./outside.ts";
import { chance, whole } from "./random.ts";
import { gridOf, inset } from "./shapes.ts";

/** All windows, with one view behind those of a wall. */
export function addWindows(draft: Draft): void {
  const { plan, random } = draft;
  const views = new Map(sides.map((wall) => [wall, viewOf(random)] as const));
  let sky = false;
  for (const [wall, view] of views) {
    const windows = plan.openings.filter((at) => at.kind === "window" && at.wall === wall);
    if (windows.length === 0) continue;
    for (const window of windows) addWindow(draft, window, view);
    const span = {
      wall,
      from: Math.min(...windows.map(({ from }) => from)),
      to: Math.max(...windows.map(({ to }) => to)),
      bottom: Math.min(...windows.map(({ bottom }) => bottom)),
      top: Math.max(...windows.map(({ top }) => top)),
    };
    addView(draft, span, view);
    if (chance(random, 0.24)) addCurtains(draft, windows);
    if (view === "town" || view === "neighbour") sky = true;
  }
  if (sky) addSky(draft);
}

/** A window: frame and reveal, what it shows, casing, glazing bars, blinds and curtains. */
function addWindow(draft: Draft, window: PlannedOpening, view: View): void {
  const { plan, random } = draft;
  for (const part of openingParts(plan, window)) {
    if (part.material.kind !== "outdoors") draft.add("window", part);
    else if (view === "garden") draft.add("pane", part);
  }
  const frame = chance(random, 0.8) ? plan.finishes.trim : wood(random);
  if (chance(random, 0.6)) addCasing(draft, window, frame);
  if (chance(random, 0.45)) addBars(draft, window, frame);
  if (chance(random, 0.17)) addBlind(draft, window);
}

function addCasing(draft: Draft, window: PlannedOpening, frame: Material): void {
  const { wall, from, to, bottom, top } = window;
  const wide = between(draft.random, 0.05, 0.14);
  const depth = [0, between(draft.random, 0.012, 0.03)] as const;
  const [low, high] = [bottom - wide, top + wide];
  for (const span of [
    { wall, from: from - wide, to: from, bottom: low, top: high },
    { wall, from: to, to: to + wide, bottom: low, top: high },
    { wall, from, to, bottom: top, top: high },
    { wall, from, to, bottom: low, top: bottom },
  ])
    draft.board("window", span, depth, frame);
}

/** Glazing bars in rows and columns, before the glass. */
function addBars(draft: Draft, { wall, ...span }: PlannedOpening, frame: Material): void {
  const [columns, rows] = [whole(draft.random, 1, 4), whole(draft.random, 1, 4)];
  const half = 0.012;
  for (const cell of gridOf(span, columns, rows)) {
    const upright = { ...cell, wall, from: cell.from - half, to: cell.from + half };
    const level = { ...cell, wall, bottom: cell.bottom - half, top: cell.bottom + half };
    if (cell.from > span.from + half) draft.board("window", upright, [-0.12, -0.1], frame);
    if (cell.bottom > span.bottom + half) draft.board("window", level, [-0.12, -0.1], frame);
  }
}

/** Slats, or cloth that hangs down a part of the window. */
function addBlind(draft: Draft, { wall, ...span }: PlannedOpening): void {
  const { random } = draft;
  const low = span.top - (span.top - span.bottom) * between(random, 0.15, 1);
  const blind = { wall, ...inset(span, 0.01), bottom: low, top: span.top };
  const material = blindOf(random);
  if (chance(random, 0.5)) {
    draft.board("window", blind, [-0.03, -0.02], material);
    return;
  }
  const step = between(random, 0.03, 0.09);
  for (let y = low; y < span.top; y += step)
    draft.board("window", { ...blind, bottom: y, top: y + step * 0.75 }, [-0.04, -0.02], material);
}

const blindOf = (random: Random): Material =>
  chance(random, 0.7) ? paint([0.75, 0.74, 0.7], 0.2) : anyMaterial(random);
