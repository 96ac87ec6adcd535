import { between } from "@image-staging/picture/random";
import type { Material, Vec3 } from "@image-staging/tracer/scene";
import { onWall } from "../rooms/frame.ts";
import type { Draft } from "./draft.ts";
import { wood } from "./materials.ts";
import { chance, eitherSide, whole } from "./random.ts";
import { placed, quadrilateral, upright } from "./shapes.ts";

interface Slope {
  side: 1 | -1;
  /** Height of the wall under it, and how far it reaches into the room at the ceiling. */
  low: number;
  run: number;
  material: Material;
}

/** A room under a roof: slopes on low walls, if these have no openings, with windows, rafters, posts and tie beams. */
export function addLoft(draft: Draft): void {
  const { random, plan } = draft;
  const { box, finishes } = plan;
  const material = chance(random, 0.7) ? finishes.ceiling : finishes.walls.back;
  const low = between(random, 0.5, 1.7);
  const free = slopingSides(draft);
  const both = free.length === 2 && chance(random, 0.5);
  const most = both ? (box.right - box.left) * 0.48 : 2.4;
  const run = Math.min(most, between(random, 0.8, 2.4));
  for (const side of both ? free : free.slice(0, 1)) {
    const slope = { side, low, run, material };
    addSlope(draft, slope);
    if (chance(random, 0.6)) addRoofWindow(draft, slope);
    if (chance(random, 0.3)) addRafters(draft, slope);
  }
  if (chance(random, 0.35)) addFrame(draft);
}

/** Sides where the roof may come down: walls with doors or windows stay upright. */
function slopingSides({ plan, random }: Draft): readonly (1 | -1)[] {
  const first = eitherSide(random);
  return ([first, first === 1 ? -1 : 1] as const).filter(
    (side) => !plan.openings.some(({ wall, top }) => wall === (side < 0 ? "left" : "right") && top > 0.5),
  );
}

const pointOn = ({ plan }: Draft, { side, low, run }: Slope, share: number, z: number, out = 0): Vec3 => {
  const { box } = plan;
  const wall = side < 0 ? box.left : box.right;
  const length = Math.hypot(run, box.height - low);
  const [nx, ny] = [(-side * (box.height - low)) / length, -run / length];
  return [wall - side * run * share + nx * out, low + (box.height - low) * share + ny * out, z];
};

function planeOn(
  slope: Slope,
  [from, to]: readonly [Vec3, Vec3],
  z: readonly [number, number],
  material: Material,
) {
  const corners = [
    [from[0], from[1], z[0]],
    [from[0], from[1], z[1]],
    [to[0], to[1], z[1]],
    [to[0], to[1], z[0]],
  ] as const;
  return quadrilateral(slope.side < 0 ? [...corners].reverse() : corners, material);
}

function addSlope(draft: Draft, slope: Slope): void {
  const { back, front } = draft.plan.box;
  const ends = [pointOn(draft, slope, -0.02, 0), pointOn(draft, slope, 1, 0)] as const;
  draft.add("ceiling", planeOn(slope, ends, [back, front], slope.material));
}

type Pair = readonly [number, number];

/** A window in the slope, with its frame. */
function addRoofWindow(draft: Draft, slope: Slope): void {
  const { random, plan } = draft;
  const { box, light } = plan;
  for (let i = whole(random, 1, 2); i > 0; i--) {
    const z = between(random, box.back + 0.4, Math.min(-1.5, box.front - 1.4));
    const [low, high] = [between(random, 0.15, 0.35), between(random, 0.6, 0.85)];
    const wide = between(random, 0.6, 1.1);
    const lit = light.outdoors * between(random, 0.6, 1.6);
    const glass: Material = { kind: "shade", color: [0.8, 0.9, 1], lit };
    const frame = plan.finishes.trim;
    const strip = ([a, b]: Pair, places: Pair, out: number, material: Material) =>
      planeOn(slope, [pointOn(draft, slope, a, 0, out), pointOn(draft, slope, b, 0, out)], places, material);
    const edge = 0.04;
    draft.add("window", strip([low - edge, high + edge], [z - 0.07, z + wide + 0.07], 0.012, frame));
    draft.add("pane", strip([low, high], [z, z + wide], 0.018, glass));
  }
}

function addRafters(draft: Draft, slope: Slope): void {
  const { random, plan } = draft;
  const { box } = plan;
  const material = wood(random);
  const length = Math.hypot(slope.run, box.height - slope.low);
  const step = between(random, 0.6, 1.3);
  const lean = Math.atan2(slope.run, box.height - slope.low);
  const wall = slope.side < 0 ? "left" : "right";
  for (let z = box.back + 0.2; z < box.front; z += step) {
    const [x, y] = onWall(box, wall, z, slope.low, 0);
    const rafter = upright([0.1, length, 0.1], material);
    draft.add(
      "beam",
      placed(rafter, { x, y, z, turn: wall === "left" ? Math.PI / 2 : -Math.PI / 2, tilt: lean }),
    );
  }
}

/** Posts with a tie beam between them. */
function addFrame(draft: Draft): void {
  const { random, plan } = draft;
  const { box } = plan;
  const material = wood(random);
  const z = between(random, box.back + 0.8, Math.min(-1.8, box.back + 3));
  const high = between(random, 1.95, box.height - 0.1);
  const size = between(random, 0.1, 0.2);
  const middle = (box.left + box.right) / 2;
  draft.add("beam", upright([box.right - box.left, size, size], material, [middle, high, z]));
  for (const share of [0.25, 0.75]) {
    const x = box.left + share * (box.right - box.left);
    if (Math.abs(x) > 0.4) draft.add("brick", upright([size, box.height, size], material, [x, 0, z]));
  }
}
