import { uint8At } from "@image-staging/picture/at";
import { axesOf } from "@image-staging/tracer/camera";
import type { Camera, Room } from "@image-staging/tracer/scene";
import type { Analysis } from "../src/analysis/index.ts";

/** How far the analysis is from the truth; ratios are 1 when right. */
export interface Measures {
  /** In shares of the picture's height. */
  horizon: number;
  focal: number;
  /** Of the floor's masks: shared pixels over all. */
  floor: number;
  /** A metre on the floor in the middle of the picture's floor, in pixels, found over true. */
  size: number;
  /** Yaw off in degrees, modulo a quarter turn. */
  yaw: number;
  /** Found doors and windows over those in sight, and right ones over found. */
  recall: number;
  precision: number;
}

export function measured({ camera, room }: Analysis, truth: { camera: Camera; room: Room }): Measures {
  const middle = middleOfFloor(truth.room.floorMask, truth.camera);
  const degrees = ((camera.yaw - truth.camera.yaw) * 180) / Math.PI;
  return {
    horizon: (horizonOf(camera) - horizonOf(truth.camera)) / camera.height,
    focal: camera.focal / truth.camera.focal,
    floor: overlapOf(room.floorMask, truth.room.floorMask),
    size: metreAt(camera, middle) / metreAt(truth.camera, middle),
    yaw: degrees - 90 * Math.round(degrees / 90),
    ...openingsFound(room, truth.room, truth.camera),
  };
}

/** The horizon's height in the middle of the picture. */
function horizonOf(camera: Camera): number {
  return camera.centreY + camera.focal * Math.tan(camera.pitch);
}

/** How many pixels wide a metre is that stands at a row of the floor. */
function metreAt(camera: Camera, row: number): number {
  const [, up, back] = axesOf({ ...camera, yaw: 0 });
  const b = (camera.centreY - row) / camera.focal;
  const drop = up[1] * b - back[1];
  return (camera.focal * -drop) / camera.elevation;
}

function middleOfFloor(mask: Uint8Array, { width }: Camera): number {
  let [sum, count] = [0, 0];
  for (let i = 0; i < mask.length; i++) {
    if (uint8At(mask, i) < 128) continue;
    sum += Math.floor(i / width);
    count++;
  }
  return sum / Math.max(1, count);
}

function overlapOf(a: Uint8Array, b: Uint8Array): number {
  let [both, either] = [0, 0];
  for (let i = 0; i < a.length; i++) {
    const [p, q] = [uint8At(a, i) > 127, uint8At(b, i) > 127];
    if (p && q) both++;
    if (p || q) either++;
  }
  return both / Math.max(1, either);
}

/** The shares of doors, passages and windows that overlap one of the same family on the same wall. */
function openingsFound(found: Room, truth: Room, camera: Camera): Pick<Measures, "recall" | "precision"> {
  const family = (kind: string): string => (kind === "passage" ? "door" : kind);
  const mainOf = (room: Room) =>
    room.openings.filter(({ kind }) => ["door", "passage", "window"].includes(kind));
  const shares = (room: Room) =>
    mainOf(room).map(({ kind, wall, from, to }) => {
      const plane = wall === "back" ? room.back : wall === "left" ? room.left : room.right;
      const column = (along: number): number =>
        columnOf(camera, wall === "back" ? [along, plane] : [plane, along]);
      const [a, b] = [column(from), column(to)];
      return { kind: family(kind), wall, from: Math.min(a, b), to: Math.max(a, b) };
    });
  const inSight = shares(truth).filter(
    ({ from, to }) => (from + to) / 2 > 0 && (from + to) / 2 < camera.width,
  );
  const seen = shares({ ...found, openings: found.openings });
  const isMatch = (a: (typeof seen)[number], b: (typeof seen)[number]): boolean =>
    a.kind === b.kind &&
    Math.min(a.to, b.to) - Math.max(a.from, b.from) > 0.3 * Math.min(a.to - a.from, b.to - b.from);
  const hits = inSight.filter((t) => seen.some((f) => isMatch(f, t))).length;
  const right = seen.filter((f) => shares(truth).some((t) => isMatch(f, t))).length;
  return {
    recall: inSight.length === 0 ? 1 : hits / inSight.length,
    precision: seen.length === 0 ? 1 : right / seen.length,
  };
}

/** The picture's column of a point of the floor plan, far outside if it is behind the camera. */
function columnOf(camera: Camera, [x, z]: readonly [number, number]): number {
  const [right, , back] = axesOf(camera);
  const depth = -(back[0] * x + back[2] * z);
  const across = right[0] * x + right[2] * z;
  return depth < 0.05 ? Math.sign(across) * 1e5 : camera.centreX + (camera.focal * across) / depth;
}
