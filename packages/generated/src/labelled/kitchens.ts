import { between } from "@image-staging/picture/random";
import type { Material, WallName } from "@image-staging/tracer/scene";
import { CylinderGeometry } from "three";
import { onWall } from "../rooms/frame.ts";
import { type Draft, type OnWall, reachOf, sides } from "./draft.ts";
import { addUnit, addUpper, type Fitted, fittedOf } from "./kitchen-units.ts";
import { chrome, dark, stone, tiling, white } from "./materials.ts";
import { chance } from "./random.ts";
import { partOf, placed, turns, upright } from "./shapes.ts";

/** Fitted kitchens along one wall or two: base and wall cupboards, worktop, splashback, sink, oven, gaps and a fridge. */
export function addKitchen(draft: Draft): void {
  const { random } = draft;
  const fitted = fittedOf(random);
  const first = Math.floor(random() * sides.length);
  addRun(draft, sides[first] ?? "back", fitted);
  if (chance(random, 0.4)) addRun(draft, sides[(first + 1) % sides.length] ?? "left", fitted);
}

function addRun(draft: Draft, wall: WallName, fitted: Fitted): void {
  const { random, plan } = draft;
  const [start, end] = reachOf(plan, wall);
  const from = between(random, start, start + 1);
  const to = Math.min(end, from + between(random, 1.2, 4.5));
  const low = plan.openings.some((at) => at.wall === wall && at.bottom < 0.9 && at.from < to && at.to > from);
  if (low || to - from < 0.9) return;
  draft.take({ wall, from, to });
  const run = { wall, from, to, bottom: 0, top: 0.88 };
  const fix = (span: Partial<OnWall>, out: number, material: Material) =>
    draft.board("kitchen", { ...run, ...span }, [0, out], material);
  const splash = { bottom: 0.9, top: chance(random, 0.8) ? 1.45 : plan.box.height };
  if (chance(random, 0.7))
    draft.board(
      "brick",
      { ...run, ...splash },
      [0, 0.008],
      chance(random, 0.7) ? tiling(random) : stone(random),
    );
  fix({ top: 0.1 }, 0.52, dark);
  fix({ bottom: 0.88, top: 0.92 }, 0.62, fitted.top);
  const wide = between(random, 0.38, 0.7);
  for (let x = from; x < to - 0.15; x += wide)
    addUnit(draft, { ...run, from: x, to: Math.min(to, x + wide) - 0.006 }, fitted);
  const window = plan.openings.some((at) => at.wall === wall && at.from < to && at.to > from);
  if (!window) addUpper(draft, run, fitted);
  if (chance(random, 0.7)) addTap(draft, run);
  const fridge = { wall, from: to + 0.02, to: to + 0.64, bottom: 0.02, top: between(random, 1.5, 2.05) };
  if (chance(random, 0.45) && fridge.to < end && draft.isFree(fridge, 0))
    draft.board("thing", fridge, [0, 0.64], chance(random, 0.5) ? white(random, 0.5) : chrome);
}

function addTap(draft: Draft, { wall, from, to }: OnWall): void {
  const { random, plan } = draft;
  const [x, y, z] = onWall(plan.box, wall, between(random, from + 0.2, to - 0.2), 0.92, -0.1);
  const neck = new CylinderGeometry(0.012, 0.012, 0.3, 8).translate(0, 0.15, 0);
  const spout = upright([0.02, 0.02, 0.18], chrome, [0, 0.28, 0.09]);
  const basin = upright([0.5, 0.004, 0.4], chrome, [0, -0.001, 0.2]);
  const stand = { x, y, z, turn: turns[wall] };
  draft.add("kitchen", ...[partOf(neck, chrome), spout, basin].map((part) => placed(part, stand)));
}
