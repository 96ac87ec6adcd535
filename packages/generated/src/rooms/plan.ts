import { between, pick, type Random, randomOf } from "@image-staging/picture/random";
import { rayThrough } from "@image-staging/tracer/camera";
import type { Box } from "@image-staging/tracer/environment";
import type { Camera, Opening, Rgb, Vec3, WallName } from "@image-staging/tracer/scene";
import { type Finishes, finishesOf } from "./finishes.ts";
import { endsOf } from "./frame.ts";

type WindowKind = "casement" | "sash" | "french";

export interface PlannedOpening extends Opening {
  /** How a window is divided. */
  panes?: { kind: WindowKind; columns: number };
}

/** A part of the box that is built up from floor to ceiling. */
export type Block = Pick<Box, "left" | "right" | "back" | "front">;

/** All that a generated room is made of. */
export interface RoomPlan {
  seed: number;
  camera: Camera;
  box: Box;
  block?: Block;
  openings: readonly PlannedOpening[];
  finishes: Finishes;
  light: {
    sky: Rgb;
    outdoors: number;
    passage: number;
    sun?: { towards: Vec3; radiance: Rgb };
    lamp: number;
    fill: number;
  };
}

/** Draws a room by its seed: proportions, openings, finishes, camera and light within what listings show. */
export function planOf(seed: number, size: { width: number; height: number }): RoomPlan {
  const random = randomOf(seed * 7919 + 17);
  for (;;) {
    const plan = drawn(random, seed, size);
    if (showsFloor(plan)) return plan;
  }
}

/** Whether the floor begins above the lowest quarter of the picture's middle: photographers step back until it does. */
function showsFloor({ camera, box }: RoomPlan): boolean {
  const [dx, dy, dz] = rayThrough(camera, camera.width / 2, camera.height * 0.76);
  if (dy >= 0) return false;
  const t = -camera.elevation / dy;
  return dz * t > box.back && dx * t > box.left && dx * t < box.right;
}

function drawn(random: Random, seed: number, { width, height }: { width: number; height: number }): RoomPlan {
  const wide = between(random, 2.7, 6);
  const deep = between(random, 3.2, 7);
  const corner = random() < 0.55;
  const side = random() < 0.5 ? -1 : 1;
  const share = corner ? between(random, 0.12, 0.3) : between(random, 0.3, 0.7);
  const toLeft = corner && side > 0 ? (1 - share) * wide : share * wide;
  const behind = between(random, 0.25, 0.9);
  const box = {
    left: -toLeft,
    right: wide - toLeft,
    back: behind - deep,
    front: behind,
    height: random() < 0.75 ? between(random, 2.4, 2.7) : between(random, 2.7, 3.2),
  };
  const camera = cameraOf(random, corner ? side : 0, box, width, height);
  const openings = openingsOf(random, box);
  return {
    seed,
    camera,
    box,
    openings,
    finishes: finishesOf(random, seed),
    light: lightOf(random, openings),
  };
}

function cameraOf(random: Random, side: number, box: Box, width: number, height: number): Camera {
  const view = (between(random, 58, 84) * Math.PI) / 180;
  const focal = Math.max(width, height) / 2 / Math.tan(view / 2);
  const level = random() < 0.6;
  const across =
    side === 0 ? between(random, -0.07, 0.07) : side * Math.atan2((box.right - box.left) * 0.6, -box.back);
  return {
    width,
    height,
    focal,
    centreX: width / 2,
    centreY: height / 2 + (level && random() < 0.5 ? between(random, -0.12, 0.06) * height : 0),
    yaw: across * between(random, 0.55, 1),
    pitch: level ? 0 : between(random, -0.1, 0.03),
    roll: random() < 0.7 ? 0 : between(random, -0.015, 0.015),
    elevation: between(random, 1.05, 1.6),
  };
}

const free = (openings: readonly Opening[], wall: WallName, from: number, to: number): boolean =>
  openings.every((other) => other.wall !== wall || from > other.to + 0.15 || to < other.from - 0.15);

function openingsOf(random: Random, box: Box): PlannedOpening[] {
  const openings: PlannedOpening[] = [];
  const lit = pick<WallName>(random, ["back", "left", "right"]);
  addWindows(random, box, lit, openings);
  if (random() < 0.35) addWindows(random, box, pick<WallName>(random, ["back", "left", "right"]), openings);
  for (const wall of ["left", "back", "right"] as const) {
    if (random() > 0.45) continue;
    const [start, end] = endsOf(box, wall);
    const wide = between(random, 0.8, 0.95);
    const from = between(random, start + 0.2, Math.max(start + 0.21, end - 0.2 - wide));
    if (from + wide > end - 0.15 || !free(openings, wall, from, from + wide)) continue;
    const kind = random() < 0.3 ? "passage" : "door";
    openings.push({ kind, wall, from, to: from + wide, bottom: 0, top: between(random, 1.98, 2.1) });
  }
  if (random() < 0.12 && free(openings, "back", -0.8, 0.8) && box.left < -1 && box.right > 1) {
    openings.push({ kind: "fireplace", wall: "back", from: -0.7, to: 0.7, bottom: 0, top: 1.15 });
  }
  return openings;
}

function addWindows(random: Random, box: Box, wall: WallName, openings: PlannedOpening[]): void {
  const [start, end] = endsOf(box, wall);
  const kind = pick<WindowKind>(random, ["casement", "casement", "sash", "french"]);
  const wide = kind === "french" ? between(random, 1.4, 2.4) : between(random, 0.9, 1.9);
  const room = end - start - 0.5;
  if (room < wide) return;
  const count = Math.max(1, Math.min(3, Math.floor((room / (wide + 0.5)) * random() + 1)));
  const slot = room / count;
  if (slot < wide + 0.1) return;
  const bottom = kind === "french" ? 0.05 : between(random, 0.6, 0.95);
  const top = Math.min(box.height - 0.2, between(random, 2.05, 2.4));
  const radiators = kind !== "french" && bottom > 0.72 && random() < 0.55;
  const shift = (random() - 0.5) * (slot - wide) * 0.6;
  for (let i = 0; i < count; i++) {
    const middle = start + 0.25 + slot * (i + 0.5) + shift;
    const [from, to] = [middle - wide / 2, middle + wide / 2];
    if (!free(openings, wall, from, to)) continue;
    openings.push({
      kind: "window",
      wall,
      from,
      to,
      bottom,
      top,
      panes: { kind, columns: wide > 1.1 ? 2 : 1 },
    });
    if (radiators) {
      const half = Math.min(wide / 2, between(random, 0.4, 0.75));
      openings.push({
        kind: "radiator",
        wall,
        from: middle - half,
        to: middle + half,
        bottom: 0.13,
        top: bottom - 0.1,
      });
    }
  }
}

function lightOf(random: Random, openings: readonly Opening[]): RoomPlan["light"] {
  const warm = between(random, -0.06, 0.06);
  const sky: Rgb = [1 + warm, 1, 1 - warm];
  const windows = openings.filter(({ kind }) => kind === "window");
  const light = {
    sky,
    outdoors: between(random, 0.12, 0.6),
    passage: between(random, 0.03, 0.12),
    lamp: random() < 0.2 ? between(random, 0.4, 1) : 0,
    fill: between(random, 0.02, 0.14),
  };
  const window = windows[0];
  if (!window || random() > 0.35) return light;
  const outwards = { back: [0, -1], front: [0, 1], left: [-1, 0], right: [1, 0] }[window.wall];
  const turn = between(random, -0.7, 0.7);
  const height = between(random, 0.45, 0.85);
  const [ox = 0, oz = 0] = outwards;
  const [x, z] = [ox * Math.cos(turn) - oz * Math.sin(turn), oz * Math.cos(turn) + ox * Math.sin(turn)];
  const towards: Vec3 = [x * Math.cos(height), Math.sin(height), z * Math.cos(height)];
  const strength = between(random, 0.5, 1.3);
  return { ...light, sun: { towards, radiance: [strength, strength * 0.93, strength * 0.82] } };
}
