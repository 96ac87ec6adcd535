import { between, pick } from "@image-staging/picture/random";
import type { Vec3 } from "@image-staging/tracer/scene";
import { CylinderGeometry } from "three";
import { block } from "../rooms/frame.ts";
import { type Draft, sides, wallClass } from "./draft.ts";
import { wood } from "./materials.ts";
import { chance, eitherSide, whole } from "./random.ts";
import { partOf, upright } from "./shapes.ts";

/** What breaks the box: built-up corners, piers, columns, dropped beams, ceiling beams and coffers, corners cut off. */
export function addStructure(draft: Draft): void {
  const { random } = draft;
  if (chance(random, 0.3)) addPier(draft);
  if (chance(random, 0.09)) addColumn(draft);
  if (chance(random, 0.1)) addDroppedBeam(draft);
  if (chance(random, 0.08)) addCoffers(draft);
  else if (chance(random, 0.1)) addBeams(draft);
  if (chance(random, 0.1)) addChamfer(draft);
}

/** A block in a corner or at the back wall, mostly up to the ceiling. */
function addPier(draft: Draft): void {
  const { random, plan } = draft;
  const { box, finishes, openings } = plan;
  const [wide, deep] = [
    between(random, 0.2, (box.right - box.left) * 0.4),
    between(random, 0.2, -box.back * 0.55),
  ];
  const corner = chance(random, 0.5) ? box.left : box.right - wide;
  const left = chance(random, 0.75) ? corner : between(random, box.left, box.right - wide);
  if (openings.some(({ wall, from, to }) => wall === "back" && from < left + wide + 0.05 && to > left - 0.05))
    return;
  draft.take({ wall: "back", from: left, to: left + wide });
  const material = finishes.walls[pick(random, sides)];
  const high = chance(random, 0.87) ? box.height : between(random, 0.8, 1.3);
  draft.add(wallClass(material), block([left, 0, box.back], [left + wide, high, box.back + deep], material));
  if (finishes.skirting <= 0) return;
  const end: Vec3 = [left + wide + 0.014, finishes.skirting, box.back + deep + 0.014];
  draft.add("trim", block([left - 0.014, 0, box.back], end, finishes.trim));
}

/** A free column, round or square. */
function addColumn(draft: Draft): void {
  const { random, plan } = draft;
  const { box, finishes } = plan;
  const x = between(random, box.left + 0.4, box.right - 0.4);
  const z = between(random, box.back + 0.3, -1.6);
  if (Math.abs(x) < 0.4) return;
  const material = chance(random, 0.75) ? finishes.walls.back : wood(random);
  const size = between(random, 0.15, 0.5);
  const round = new CylinderGeometry(size / 2, size / 2, box.height, 24).translate(x, box.height / 2, z);
  draft.add(
    wallClass(material),
    chance(random, 0.5) ? partOf(round, material) : upright([size, box.height, size], material, [x, 0, z]),
  );
}

/** A beam under the ceiling along a wall or across the room, in the wall's paint: its faces are wall. */
function addDroppedBeam(draft: Draft): void {
  const { random, plan } = draft;
  const { box, finishes } = plan;
  const [deep, high] = [between(random, 0.15, 0.7), box.height - between(random, 0.15, 0.45)];
  const material = finishes.walls.back;
  const z = chance(random, 0.5) ? box.back : between(random, box.back + 0.5, -1.2);
  const across = block([box.left, high, z], [box.right, box.height, z + deep], material);
  const left = chance(random, 0.5) ? box.left : box.right - deep;
  const along = block([left, high, box.back], [left + deep, box.height, box.front], material);
  const windows = plan.openings.some(({ wall, top }) => wall !== "front" && top > high);
  if (!windows) draft.add(wallClass(material), chance(random, 0.5) ? across : along);
}

function addCoffers(draft: Draft): void {
  const { random, plan } = draft;
  const { box, finishes } = plan;
  const count = whole(random, 2, 4);
  const low = box.height - between(random, 0.1, 0.2);
  for (let i = 0; i <= count; i++) {
    const x = box.left + (i / count) * (box.right - box.left);
    const z = box.back + (i / count) * (box.front - box.back);
    draft.add("beam", block([x - 0.1, low, box.back], [x + 0.1, box.height, box.front], finishes.trim));
    draft.add("beam", block([box.left, low, z - 0.1], [box.right, box.height, z + 0.1], finishes.trim));
  }
}

/** Beams across or along the ceiling, of wood or in its paint. */
function addBeams(draft: Draft): void {
  const { random, plan } = draft;
  const { box, finishes } = plan;
  const material = chance(random, 0.6) ? wood(random) : finishes.ceiling;
  const count = whole(random, 2, 7);
  const [half, drop] = [between(random, 0.04, 0.12), between(random, 0.08, 0.25)];
  const across = chance(random, 0.6);
  for (let i = 0; i < count; i++) {
    const share = (i + 0.5) / count;
    const [x, z] = [box.left + share * (box.right - box.left), box.back + share * (box.front - box.back)];
    const from: Vec3 = across
      ? [box.left, box.height - drop, z - half]
      : [x - half, box.height - drop, box.back];
    const to: Vec3 = across ? [box.right, box.height, z + half] : [x + half, box.height, box.front];
    draft.add("beam", block(from, to, material));
  }
}

/** A corner cut off at an angle, often with a window in it. */
function addChamfer(draft: Draft): void {
  const { random, plan } = draft;
  const { box, finishes, light } = plan;
  const side = eitherSide(random);
  const run = between(random, 0.5, 1.6);
  const deep = run * between(random, 0.7, 1.4);
  const corner = side < 0 ? box.left : box.right;
  const back = {
    wall: "back",
    from: Math.min(corner, corner - side * run),
    to: Math.max(corner, corner - side * run),
  } as const;
  const beside = { wall: side < 0 ? "left" : "right", from: box.back, to: box.back + deep } as const;
  if (!draft.isFree(back) || !draft.isFree(beside)) return;
  draft.take(back);
  draft.take(beside);
  const wide = Math.hypot(run, deep);
  const stand = {
    x: corner - (side * run) / 2,
    z: box.back + deep / 2,
    turn: side < 0 ? Math.atan2(deep, run) : -Math.atan2(deep, run),
  };
  const material = finishes.walls.back;
  draft.put(wallClass(material), stand, upright([wide + 0.02, box.height, 0.02], material, [0, 0, -0.01]));
  const foot = upright([wide, finishes.skirting, 0.02], finishes.trim, [0, 0, 0.01]);
  if (finishes.skirting > 0) draft.put("trim", stand, foot);
  if (wide < 0.9 || chance(random, 0.4)) return;
  const [glass, low] = [
    wide - between(random, 0.2, 0.5),
    chance(random, 0.7) ? between(random, 0.5, 0.9) : 0.05,
  ];
  const high = Math.min(box.height - 0.2, between(random, 2, 2.4));
  const lit = light.outdoors * between(random, 0.4, 1.2);
  const pane = upright([glass, high - low, 0.01], { kind: "shade", color: [0.85, 0.95, 1], lit }, [
    0,
    low,
    0.008,
  ]);
  draft.put("pane", stand, pane);
  for (const [w, h, x, y] of [
    [glass, 0.07, 0, low],
    [glass, 0.07, 0, high - 0.07],
    [0.07, high - low, 0.035 - glass / 2, low],
    [0.07, high - low, glass / 2 - 0.035, low],
    [glass, 0.04, 0, (low + high) / 2],
  ] as const)
    draft.put("window", stand, upright([w, h, 0.03], finishes.trim, [x, y, 0.015]));
}
