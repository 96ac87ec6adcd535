import { between, pick, type Random } from "@image-staging/picture/random";
import type { Material, WallName } from "@image-staging/tracer/scene";
import { CylinderGeometry, SphereGeometry } from "three";
import { block, endsOf } from "../rooms/frame.ts";
import { anyColour } from "./colours.ts";
import type { Draft } from "./draft.ts";
import { anyMaterial, dark, joinery, paint, white, wood } from "./materials.ts";
import { chance, weighted, whole } from "./random.ts";
import { partOf, upright } from "./shapes.ts";

/** Sockets and switches, vents, heaters along the foot of walls, and lamps at the ceiling. */
export function addFixtures(draft: Draft, bare: readonly WallName[]): void {
  for (const wall of ["back", "left", "right", "front"] as const) {
    addPlates(draft, wall);
    if (!bare.includes(wall) && chance(draft.random, 0.05)) addHeater(draft, wall);
  }
  addLamps(draft);
}

function addPlates(draft: Draft, wall: WallName): void {
  const { random, plan } = draft;
  const [start, end] = endsOf(plan.box, wall);
  for (let i = whole(random, 0, 3); i > 0; i--) {
    const x = between(random, start + 0.2, end - 0.2);
    const y = pick(random, [0.3, 0.35, 1.1, 1.2, 2.2]);
    const half = pick(random, [0.04, 0.04, 0.05, 0.06, 0.15]);
    const plate = { wall, from: x - half, to: x + half, bottom: y - 0.05, top: y + 0.05 };
    const blocked = plan.openings.some((at) => at.wall === wall && plate.to > at.from && plate.from < at.to);
    if (!blocked) draft.board("fitting", plate, [0, 0.015], paint(anyColour(random, 0.12), 0.4));
  }
}

function addHeater(draft: Draft, wall: WallName): void {
  const { random } = draft;
  const at = draft.spot(between(random, 0.7, 2.6), [wall]);
  if (!at) return;
  const heater = { ...at, bottom: 0.02, top: between(random, 0.16, 0.3) };
  draft.board("radiator", heater, [0, 0.07], chance(random, 0.6) ? white(random) : draft.plan.finishes.trim);
}

type Kind = "spots" | "bowls" | "hanging" | "fan" | "track";

function addLamps(draft: Draft): void {
  const { random, plan } = draft;
  const kind = weighted<Kind>(random, [
    [0.35, "spots"],
    [0.2, "bowls"],
    [0.28, "hanging"],
    [0.07, "fan"],
    [0.1, "track"],
  ]);
  const glass: Material = { kind: "shade", color: [0.85, 0.82, 0.76], lit: plan.light.lamp };
  const count = kind === "spots" || kind === "bowls" ? whole(random, 0, 4) : whole(random, 0, 1);
  for (let i = 0; i < count; i++) addLamp(draft, kind, glass);
}

function addLamp(draft: Draft, kind: Kind, glass: Material): void {
  const { random, plan } = draft;
  const { box } = plan;
  const x = between(random, box.left + 0.4, Math.max(box.left + 0.41, box.right - 0.4));
  const z = between(random, box.back + 0.4, Math.min(-0.8, box.front - 0.4));
  const size = between(random, 0.1, 0.28);
  const bowl = new SphereGeometry(size, 20, 12)
    .scale(1, between(random, 0.3, 1), 1)
    .translate(x, box.height - size * 0.4, z);
  const spot = new CylinderGeometry(0.06, 0.06, 0.01, 16).translate(x, box.height - 0.006, z);
  if (kind === "spots") draft.add("lamp", partOf(spot, glass));
  else if (kind === "bowls") draft.add("lamp", partOf(bowl, glass));
  else if (kind === "track") addTrack(draft, [x, z], glass);
  else addHanging(draft, [x, z], { size, glass, fan: kind === "fan" });
}

/** A lamp on a cord, or one with the blades of a fan. */
function addHanging(
  draft: Draft,
  [x, z]: readonly [number, number],
  { size, glass, fan }: { size: number; glass: Material; fan: boolean },
): void {
  const { random, plan } = draft;
  const { height } = plan.box;
  const y = height - (fan ? 0.3 : between(random, 0.3, 1));
  const shape = chance(random, 0.5)
    ? new SphereGeometry(size, 20, 12)
    : new CylinderGeometry(size * between(random, 0.2, 1), size, size, 20);
  const cord = block([x - 0.008, y, z - 0.008], [x + 0.008, height, z + 0.008], dark);
  draft.add(
    "lamp",
    partOf(shape.translate(x, y, z), chance(random, 0.5) ? glass : anyMaterial(random)),
    cord,
  );
  const blade = upright([0.6, 0.015, 0.13], wood(random), [0.4, 0, 0]);
  if (fan) for (let i = 0; i < 4; i++) draft.put("lamp", { x, y, z, turn: (i * Math.PI) / 2 + x }, blade);
}

function addTrack(draft: Draft, [x, z]: readonly [number, number], glass: Material): void {
  const { random, plan } = draft;
  const { height } = plan.box;
  const along = chance(random, 0.5) ? 0 : Math.PI / 2;
  const metal = chance(random, 0.5) ? dark : paint([0.7, 0.7, 0.7], 0.4);
  const track = [upright([1.4, 0.03, 0.04], metal, [0, -0.03, 0])];
  for (const share of [-0.55, -0.18, 0.18, 0.55]) {
    track.push(
      upright([0.09, 0.13, 0.09], metal, [share, -0.18, 0]),
      upright([0.07, 0.005, 0.07], glass, [share, -0.187, 0]),
    );
  }
  draft.put("lamp", { x, y: height, z, turn: along }, ...track);
}

/** Stairs or their balustrade in the room, as in a hall or a loft. */
export function addStairs(draft: Draft): void {
  const { random, plan } = draft;
  const material = balusterOf(random);
  const rail = chance(random, 0.5) ? material : wood(random);
  const count = whole(random, 6, 22);
  const step = between(random, 0.09, 0.14);
  const x = between(random, plan.box.left + 0.3, plan.box.right - 0.3);
  const z = between(random, plan.box.back + 0.3, -1.2);
  const stand = { x, z, turn: chance(random, 0.5) ? 0 : Math.PI / 2 };
  const rising = chance(random, 0.5);
  for (let i = 0; i < count; i++) {
    const [along, high] = [(i - count / 2) * step, rising ? i * step * 0.7 : 0];
    draft.put(
      "stairs",
      stand,
      upright([0.03, 0.9, 0.03], material, [along, high, 0]),
      upright([step + 0.01, 0.05, 0.07], rail, [along, high + 0.9, 0]),
    );
    if (rising) draft.put("stairs", stand, upright([step, high + 0.02, 0.9], material, [along, 0, -0.47]));
  }
  draft.put("stairs", stand, upright([0.1, 1.1, 0.1], rail, [(-count / 2) * step - 0.05, 0, 0]));
}

const balusterOf = (random: Random): Material => (chance(random, 0.2) ? dark : joinery(random, 0.3));
