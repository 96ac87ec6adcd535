import { between, pick, type Random, randomOf } from "@image-staging/picture/random";
import type { Camera, Vec3, WallName } from "@image-staging/tracer/scene";
import { endsOf } from "../rooms/frame.ts";
import { type PlannedOpening, planOf, type RoomPlan } from "../rooms/plan.ts";
import { variedFinishes } from "./finishes.ts";
import { variedOpenings } from "./openings-plan.ts";
import { chance, eitherSide, weighted } from "./random.ts";

/** What a room is built as. */
export type RoomKind = "room" | "kitchen" | "bath" | "loft";

/** A planned room, and the walls that stay bare. */
export interface VariedPlan {
  plan: RoomPlan;
  kind: RoomKind;
  bare: readonly WallName[];
}

const aspects = [1.5, 1.5, 4 / 3, 4 / 3, 16 / 9, 1, 0.75, 2 / 3] as const;
const longSides = [384, 416, 448, 480] as const;

/** What the room of a seed is, whichever of its views is drawn. */
const kindOf = (seed: number): RoomKind =>
  weighted<RoomKind>(randomOf(seed * 7927 + 3), [
    [0.7, "room"],
    [0.1, "kitchen"],
    [0.08, "bath"],
    [0.12, "loft"],
  ]);

/** Plans a room by its seed, with finishes, light, camera and openings of far more kinds than `planOf`. */
export function variedPlan(random: Random, seed: number, long?: number): VariedPlan {
  const kind = kindOf(seed);
  const usual = planOf(seed, sizeOf(random, long));
  const small = { room: 0.03, kitchen: 0.35, bath: 0.92, loft: 0.05 }[kind];
  const base = chance(random, small) ? shrunk(random, usual) : usual;
  const finishes = variedFinishes(random, base.finishes);
  const camera = handheld(random, base.camera);
  const close = chance(random, 0.24) ? closeWall(random, base) : undefined;
  const openings = variedOpenings(random, close?.plan ?? base, close?.bare ?? []);
  // Where no window gives light, the lamp is on.
  const dark = !openings.some((opening) => opening.kind === "window");
  const lamp = dark ? "bowl" : finishes.lamp;
  const plan = { ...(close?.plan ?? base), finishes: { ...finishes, lamp }, openings, camera };
  if (close) plan.camera = { ...camera, yaw: close.yaw };
  return { plan: { ...plan, light: brighter(random, plan, openings) }, kind, bare: close?.bare ?? [] };
}

function sizeOf(random: Random, asked?: number): { width: number; height: number } {
  const long = asked ?? pick(random, longSides);
  const aspect = pick(random, aspects);
  return aspect >= 1
    ? { width: long, height: Math.round(long / aspect) }
    : { width: Math.round(long * aspect), height: long };
}

/** Half of the cameras are held less carefully, with other lenses. */
function handheld(random: Random, camera: Camera): Camera {
  if (chance(random, 0.5)) return camera;
  return {
    ...camera,
    focal: camera.focal * between(random, 0.62, 1.15),
    pitch: camera.pitch + between(random, -0.14, 0.1),
    roll: camera.roll + between(random, -0.03, 0.03),
    elevation: camera.elevation * between(random, 0.7, 1.25),
    yaw: camera.yaw + between(random, -0.25, 0.25),
  };
}

/** The plan in another box, with the openings that its walls still have space for. */
function inBox(plan: RoomPlan, box: RoomPlan["box"]): RoomPlan {
  const openings = plan.openings.filter(({ wall, from, to }) => {
    const [start, end] = endsOf(box, wall);
    return from > start + 0.1 && to < end - 0.1;
  });
  return { ...plan, box, openings };
}

/** A room as small as bathrooms and galley kitchens are, by a wide lens that looks down far enough to show its floor. */
function shrunk(random: Random, plan: RoomPlan): RoomPlan {
  const [left, right] = [-between(random, 0.7, 1.5), between(random, 0.7, 1.5)];
  const { camera } = plan;
  const wide = camera.focal * between(random, 0.55, 0.85);
  const tilted = { ...camera, focal: wide, pitch: -between(random, 0.05, 0.35), yaw: camera.yaw * 0.6 };
  return inBox({ ...plan, camera: tilted }, { ...plan.box, left, right, back: -between(random, 2, 3.4) });
}

/** Brings one wall, or both, so near to the camera that they fill a side of the picture, with nothing on them. */
function closeWall(random: Random, plan: RoomPlan): Pick<VariedPlan, "plan" | "bare"> & { yaw: number } {
  const side = eitherSide(random);
  const near = between(random, 0.22, 0.95);
  const wide = plan.box.right - plan.box.left;
  const far = chance(random, 0.25) ? between(random, 0.9, 1.7) : Math.max(1.8, wide - near);
  const box = { ...plan.box, left: side < 0 ? -near : -far, right: side < 0 ? far : near };
  const wall = side < 0 ? "left" : "right";
  // Positive yaw looks to the left: along the wall, or a little away from it.
  const yaw = side * between(random, -0.12, 0.4);
  const moved = inBox(plan, box);
  const openings = moved.openings.filter(({ wall: at }) => at !== wall);
  return { plan: { ...moved, openings }, bare: [wall], yaw };
}

const outwards = { back: [0, -1], front: [0, 1], left: [-1, 0], right: [1, 0] } as const;

function brighter(
  random: Random,
  { light }: RoomPlan,
  openings: readonly PlannedOpening[],
): RoomPlan["light"] {
  const { sun: usual, ...rest } = light;
  const window = openings.find(({ kind }) => kind === "window");
  const sun = usual ?? (window && chance(random, 0.3) ? sunThrough(random, window.wall) : undefined);
  return {
    ...rest,
    ...(sun ? { sun } : {}),
    outdoors: light.outdoors * between(random, 0.4, 3),
    lamp: !window || chance(random, 0.4) ? between(random, 0.4, 2.5) : light.lamp,
  };
}

function sunThrough(random: Random, wall: WallName): NonNullable<RoomPlan["light"]["sun"]> {
  const [x, z] = outwards[wall];
  const [turn, height] = [between(random, -0.9, 0.9), between(random, 0.3, 0.95)];
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const towards: Vec3 = [
    (x * cos - z * sin) * Math.cos(height),
    Math.sin(height),
    (z * cos + x * sin) * Math.cos(height),
  ];
  const strength = between(random, 0.6, 4);
  return { towards, radiance: [strength, strength * 0.93, strength * 0.82] };
}
