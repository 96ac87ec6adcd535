import { between, type Random } from "@image-staging/picture/random";
import type { Rgb } from "@image-staging/tracer/scene";
import { SphereGeometry } from "three";
import { onWall } from "../rooms/frame.ts";
import { hsv, scaled } from "./colours.ts";
import type { Draft, OnWall } from "./draft.ts";
import { addFacade } from "./facades.ts";
import { glow } from "./materials.ts";
import { chance, weighted, whole } from "./random.ts";
import { facing, inset, partOf } from "./shapes.ts";

/** What windows show: the usual garden, glare, the wall of a house near by, or a town with towers. */
export type View = "garden" | "glare" | "neighbour" | "town";

export const viewOf = (random: Random): View =>
  weighted(random, [
    [0.36, "garden"],
    [0.12, "glare"],
    [0.18, "neighbour"],
    [0.34, "town"],
  ]);

/** The renderer looks 100 m far. */
const skyDistance = 90;

/** What lies behind the windows of a wall, lit from outside, all of it panes. A garden comes with each window. */
export function addView(draft: Draft, window: OnWall, view: View): void {
  if (view === "garden") return;
  const { plan, random } = draft;
  if (view === "glare") {
    addGlare(draft, window);
    return;
  }
  const lit = plan.light.outdoors;
  const below = between(random, 0, chance(random, 0.5) ? 6 : 45);
  if (view === "neighbour") addHouse(draft, window, [between(random, 4, 9), -below * 0.2], lit);
  for (let i = view === "town" ? whole(random, 3, 8) : whole(random, 0, 2); i > 0; i--)
    addTower(draft, window, below);
  const trees = chance(random, 0.4) ? whole(random, 1, 5) : 0;
  for (let i = 0; i < trees; i++) addTree(draft, window);
  if (window.bottom < 0.2 && chance(random, 0.5)) addRailing(draft, window);
}

function addGlare(draft: Draft, { wall, ...span }: OnWall): void {
  const { box, light } = draft.plan;
  const material = glow([0.92, 0.96, 1], light.outdoors * between(draft.random, 0.8, 2.5));
  const wide = { from: span.from - 3, to: span.to + 3, bottom: span.bottom - 2, top: span.top + 3 };
  draft.add("pane", facing(box, wall, wide, 1.4, material));
}

/** Sky above the horizon and ground below it, all around the room. */
export function addSky(draft: Draft): void {
  const { random, plan } = draft;
  const lit = plan.light.outdoors;
  const horizon = between(random, 0.5, 2);
  const sky = hsv(between(random, 0.53, 0.62), random() * 0.5, between(random, 0.85, 1));
  const ground = hsv(between(random, 0.08, 0.4), random() * 0.5, between(random, 0.2, 0.7));
  const bowl = (from: number, to: number, colour: Rgb) => {
    const geometry = new SphereGeometry(skyDistance, 24, 6, 0, Math.PI * 2, from, to - from);
    return partOf(geometry.translate(0, horizon, 0), glow(colour, lit));
  };
  const haze = Math.PI / 2 - between(random, 0.02, 0.2);
  draft.add("pane", bowl(0, haze, sky), bowl(haze, Math.PI / 2, scaled(sky, between(random, 0.7, 1.1))));
  draft.add("pane", bowl(Math.PI / 2, Math.PI, ground));
}

function addTower(draft: Draft, { wall, from, to }: OnWall, below: number): void {
  const { random } = draft;
  const distance = between(random, 10, 55);
  const reach = distance * 0.9 + 3;
  const middle = between(random, from - reach, to + reach);
  const half = between(random, 3, 12);
  const top = between(random, 1, distance * (chance(random, 0.4) ? 1.2 : 0.5)) + 3;
  const span = { from: middle - half, to: middle + half, bottom: -below - 3, top };
  addFacade(draft, wall, span, distance);
  // The side that it turns to the room, in another light.
  const side =
    middle > (from + to) / 2
      ? { ...span, from: span.from - half * 0.4, to: span.from }
      : { ...span, from: span.to, to: span.to + half * 0.4 };
  addFacade(draft, wall, side, distance);
}

/** A house close by whose wall fills most of the view. */
function addHouse(
  draft: Draft,
  { wall, from, to }: OnWall,
  [distance, bottom]: readonly [number, number],
  lit: number,
): void {
  const { random, plan } = draft;
  const left = chance(random, 0.6) ? from - 14 : between(random, from - 3, to);
  const top = chance(random, 0.5) ? 14 : between(random, 2, 4.5);
  addFacade(draft, wall, { from: left, to: left + 28, bottom: bottom - 4, top }, distance);
  if (top > 5) return;
  const roof = { from: left - 0.4, to: left + 28.4, bottom: top, top: top + between(random, 0.3, 2) };
  const tone = hsv(between(random, 0, 0.1), random() * 0.6, between(random, 0.2, 0.6));
  draft.add("pane", facing(plan.box, wall, roof, distance, glow(tone, lit * 0.7)));
}

/** A tree's crown, of clumps that catch the light differently. */
function addTree(draft: Draft, { wall, from, to }: OnWall): void {
  const { random, plan } = draft;
  const distance = between(random, 4, 14);
  const size = between(random, 0.8, 2.8);
  const along = between(random, from - distance, to + distance);
  const height = between(random, -2, 2.2);
  const green = hsv(between(random, 0.12, 0.38), between(random, 0.2, 0.7), between(random, 0.2, 0.6));
  const lit = plan.light.outdoors * between(random, 0.3, 1);
  const tones = [0.6, 0.85, 1.1, 1.5].map((tone) => glow(green, lit * tone));
  for (let i = whole(random, 8, 22); i > 0; i--) {
    const spread = () => between(random, -size, size);
    const at = onWall(plan.box, wall, along + spread(), height + spread() * 0.8, distance + spread() * 0.6);
    const clump = new SphereGeometry(size * between(random, 0.15, 0.45), 7, 5).translate(...at);
    draft.add("pane", partOf(clump, tones[Math.floor(random() * tones.length)] ?? glow(green, lit)));
  }
}

/** The railing of a balcony. */
function addRailing(draft: Draft, { wall, from, to }: OnWall): void {
  const { random } = draft;
  const material = glow(
    chance(random, 0.6) ? [0.06, 0.06, 0.07] : [0.6, 0.62, 0.62],
    draft.plan.light.outdoors,
  );
  const [out, half] = [between(random, 0.7, 1.6), between(random, 0.006, 0.014)];
  const rail = { wall, from: from - 0.3, to: to + 0.3, bottom: 0.95, top: 1 };
  draft.board("pane", rail, [-out - 0.04, -out], material);
  const floor = { ...rail, bottom: -0.2, top: -0.05 };
  draft.board("pane", floor, [-out - 0.1, -0.25], glow([0.5, 0.5, 0.48], draft.plan.light.outdoors * 0.6));
  for (let x = rail.from; x < rail.to; x += between(random, 0.1, 0.12))
    draft.board(
      "pane",
      { ...rail, ...inset(rail, half), from: x - half, to: x + half, bottom: 0 },
      [-out - 0.03, -out - 0.01],
      material,
    );
}
