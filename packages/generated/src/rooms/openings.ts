import type { Box } from "@image-staging/tracer/environment";
import type { Material, Opening, Part } from "@image-staging/tracer/scene";
import type { Finishes } from "./finishes.ts";
import { board, type Span } from "./frame.ts";
import type { PlannedOpening, RoomPlan } from "./plan.ts";

const chrome: Material = { kind: "metal", color: [0.7, 0.7, 0.7], roughness: 0.25 };
export const plastic: Material = { kind: "paint", color: [0.78, 0.78, 0.76], gloss: 0.4 };
const wallDepth = 0.16;

/** What fills an opening, frames it or stands before it. */
export function openingParts({ box, finishes, light, seed }: RoomPlan, opening: PlannedOpening): Part[] {
  switch (opening.kind) {
    case "window":
      return windowOf(box, opening, finishes, light.outdoors, seed);
    case "door":
      return doorOf(box, opening, finishes);
    case "passage":
      return passageOf(box, opening, finishes, light);
    case "radiator":
      return radiatorOf(box, opening);
    case "fireplace":
      return fireplaceOf(box, opening, finishes);
    default:
      return [];
  }
}

/** The sides of a hole in a wall, inside it and flush with the wall: a gap or a shared plane would show as a broken line. */
function reveals(
  box: Box,
  { wall, from, to, bottom, top }: Opening,
  depth: number,
  material: Material,
): Part[] {
  const t = 0.004;
  const sides: Span[] = [
    { from, to: from + t, bottom, top },
    { from: to - t, to, bottom, top },
    { from: from + t, to: to - t, bottom: top - t, top },
    { from: from + t, to: to - t, bottom, top: bottom + t },
  ];
  return sides.map((side) => board(box, wall, side, [0, depth], material));
}

function windowOf(
  box: Box,
  opening: PlannedOpening,
  { trim, walls }: Finishes,
  outdoors: number,
  seed: number,
): Part[] {
  const { wall, from, to, bottom, top, panes } = opening;
  const [bar, near, far] = [0.055, wallDepth - 0.07, wallDepth];
  const add = (span: Span, a = near, b = far, material: Material = trim) =>
    board(box, wall, span, [a, b], material);
  const parts = [
    // Not the wall's own material: a reveal belongs to its window.
    ...reveals(box, opening, wallDepth + 0.05, { ...walls[wall] }),
    add({ from, to: from + bar, bottom, top }),
    add({ from: to - bar, to, bottom, top }),
    add({ from, to, bottom, top: bottom + bar }),
    add({ from, to, bottom: top - bar, top }),
    add({ from: from - 12, to: to + 12, bottom: bottom - 4, top: top + 5 }, 1.4, 1.42, {
      kind: "outdoors",
      brightness: outdoors,
      seed,
    }),
  ];
  const columns = panes?.columns ?? 1;
  for (let i = 1; i < columns; i++) {
    const middle = from + ((to - from) * i) / columns;
    parts.push(add({ from: middle - 0.05, to: middle + 0.05, bottom, top }));
  }
  if (panes?.kind === "sash") {
    const middle = (bottom + top) / 2;
    parts.push(add({ from, to, bottom: middle - 0.025, top: middle + 0.025 }, near - 0.01));
  }
  if (panes?.kind !== "french")
    parts.push(
      add({ from: from - 0.06, to: to + 0.06, bottom: bottom - 0.025, top: bottom + 0.01 }, -0.09, near),
    );
  return parts;
}

function casing(box: Box, { wall, from, to, top }: Opening, trim: Material): Part[] {
  const wide = 0.075;
  return [
    board(box, wall, { from: from - wide, to: from, bottom: 0, top: top + wide }, [-0.018, 0], trim),
    board(box, wall, { from: to, to: to + wide, bottom: 0, top: top + wide }, [-0.018, 0], trim),
    board(box, wall, { from, to, bottom: top, top: top + wide }, [-0.018, 0], trim),
  ];
}

function doorOf(box: Box, opening: Opening, { trim, door }: Finishes): Part[] {
  const { wall, from, to, top } = opening;
  const wide = to - from;
  const parts = [
    ...casing(box, opening, trim),
    board(
      box,
      wall,
      { from: from + 0.003, to: to - 0.003, bottom: 0.006, top: top - 0.003 },
      [-0.006, 0.02],
      door,
    ),
  ];
  for (const [low, high] of [
    [0.12, 0.46],
    [0.52, 0.93],
  ] as const) {
    const panel = { from: from + wide * 0.17, to: to - wide * 0.17, bottom: top * low, top: top * high };
    const rim = 0.028;
    parts.push(
      board(box, wall, { ...panel, to: panel.from + rim }, [-0.02, 0], door),
      board(box, wall, { ...panel, from: panel.to - rim }, [-0.02, 0], door),
      board(box, wall, { ...panel, top: panel.bottom + rim }, [-0.02, 0], door),
      board(box, wall, { ...panel, bottom: panel.top - rim }, [-0.02, 0], door),
    );
  }
  parts.push(
    board(box, wall, { from: to - 0.075, to: to - 0.055, bottom: 0.98, top: 1.16 }, [-0.012, 0], chrome),
  );
  parts.push(
    board(box, wall, { from: to - 0.18, to: to - 0.06, bottom: 1.055, top: 1.075 }, [-0.06, -0.045], chrome),
  );
  return parts;
}

/** A hole with the room behind it, dimly lit. */
function passageOf(box: Box, opening: Opening, { trim, walls }: Finishes, light: RoomPlan["light"]): Part[] {
  const { wall, from, to, top } = opening;
  const paint = walls[wall];
  const color = "color" in paint ? paint.color : ([0.6, 0.6, 0.6] as const);
  const dim = (lit: number): Material => ({ kind: "shade", color, lit: lit * light.passage });
  const far = 1.3;
  return [
    ...casing(box, opening, trim),
    ...reveals(box, opening, wallDepth, trim),
    board(box, wall, { from: from - 1.2, to: to + 1.2, bottom: 0, top: 2.6 }, [far, far + 0.02], dim(0.32)),
    board(box, wall, { from: from - 1.2, to: from - 1.18, bottom: 0, top: 2.6 }, [wallDepth, far], dim(0.25)),
    board(box, wall, { from: to + 1.18, to: to + 1.2, bottom: 0, top: 2.6 }, [wallDepth, far], dim(0.25)),
    board(
      box,
      wall,
      { from: from - 1.2, to: to + 1.2, bottom: top + 0.4, top: top + 0.42 },
      [wallDepth, far],
      dim(0.35),
    ),
    board(box, wall, { from: from - 1.2, to: to + 1.2, bottom: -0.02, top: -0.001 }, [wallDepth, far], {
      kind: "shade",
      color: [0.25, 0.18, 0.12],
      lit: 0.35 * light.passage,
    }),
  ];
}

function radiatorOf(box: Box, { wall, from, to, bottom, top }: Opening): Part[] {
  const parts = [board(box, wall, { from, to, bottom, top }, [-0.07, -0.03], plastic)];
  for (let at = from + 0.02; at < to - 0.03; at += 0.045) {
    parts.push(
      board(
        box,
        wall,
        { from: at, to: at + 0.028, bottom: bottom + 0.02, top: top - 0.02 },
        [-0.082, -0.07],
        plastic,
      ),
    );
  }
  parts.push(
    board(box, wall, { from: to - 0.04, to: to - 0.025, bottom: 0, top: bottom }, [-0.055, -0.04], plastic),
  );
  return parts;
}

function fireplaceOf(box: Box, { wall, from, to, top }: Opening, { trim }: Finishes): Part[] {
  const black: Material = { kind: "paint", color: [0.015, 0.015, 0.015], gloss: 0.1 };
  const add = (span: Span, near: number, far: number, material: Material = trim) =>
    board(box, wall, span, [near, far], material);
  return [
    add({ from, to: from + 0.28, bottom: 0, top: top - 0.06 }, -0.14, 0),
    add({ from: to - 0.28, to, bottom: 0, top: top - 0.06 }, -0.14, 0),
    add({ from: from + 0.28, to: to - 0.28, bottom: 0.76, top: top - 0.06 }, -0.13, 0),
    add({ from: from - 0.08, to: to + 0.08, bottom: top - 0.06, top }, -0.22, 0),
    add({ from: from + 0.28, to: to - 0.28, bottom: 0, top: 0.76 }, -0.01, 0, black),
    add({ from: from - 0.05, to: to + 0.05, bottom: 0, top: 0.03 }, -0.45, 0, {
      kind: "stone",
      pattern: "concrete",
      color: [0.2, 0.2, 0.2],
      vein: [0.3, 0.3, 0.3],
      gloss: 0.3,
    }),
  ];
}
