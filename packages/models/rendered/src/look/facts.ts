import type { RoomType } from "@image-staging/inference-contract/vocabulary";
import { axesOf } from "@image-staging/tracer/camera";
import type { Camera, Placement, Room, Vec3 } from "@image-staging/tracer/scene";
import { floorOutline } from "../analysis/floor-outline.ts";
import type { Analysis } from "../analysis/index.ts";
import { projectorOf } from "../analysis/projector.ts";
import type { Declined } from "../declined.ts";

/** What was asked for. */
export interface Asked {
  roomTypes: readonly RoomType[];
  style: string;
  seed: number;
}

/**
 * What was found in a picture and what stands in it, to be measured. Pixels are the picture's, from its upper left corner;
 * other lengths are metres, angles degrees. x points to the right, y up, z towards the viewer; the floor is y = 0 and the
 * camera stands above the origin. `declined` is there if nothing was staged. Fields are added, never renamed.
 */
export function factsOf(
  { camera, room, light, exposure, confidence }: Analysis,
  placements: readonly Placement[],
  { roomTypes, style, seed }: Asked,
  declined?: Declined["declined"],
) {
  const { left, right, back, front, height, openings, freeFloor } = room;
  const projector = projectorOf(camera);
  return {
    ...(declined ? { declined } : {}),
    request: { room_types: roomTypes, style, seed },
    picture: { width: camera.width, height: camera.height },
    camera: {
      focal_pixels: rounded(camera.focal),
      field_of_view: degrees(2 * Math.atan(camera.width / 2 / camera.focal)),
      // Up; clockwise as seen from behind the camera; to the left of the back wall's normal.
      pitch: degrees(camera.pitch),
      roll: degrees(camera.roll),
      yaw: degrees(camera.yaw),
      shift_pixels: [rounded(camera.centreX - camera.width / 2), rounded(camera.centreY - camera.height / 2)],
      elevation: rounded(camera.elevation),
      horizon_pixels: [0, camera.width].map((x) => [x, rounded(horizonAt(camera, x))]),
    },
    // The walls' planes: left and right are x, back and front z.
    room: { left, right, back, front, height, openings },
    floor_pixels: floorInPicture(camera, room).map((point) => point.map(rounded)),
    free_floor_square_metres: rounded(freeFloor.free.filter(Boolean).length * freeFloor.cell ** 2),
    metre_pixels: { at: [rounded(camera.centreX), camera.height], width: rounded(metreAtBottom(camera)) },
    light: { areas: light.areas, sun: light.sun?.towards, ...exposure },
    // 0 is a guess, 1 is sure.
    confidence,
    pieces: placements.map((placement) => ({
      kind: placement.piece.kind,
      // Width, depth and height.
      size: [placement.piece.width, placement.piece.depth, placement.piece.height].map(rounded),
      height: rounded(placement.piece.height),
      base: rounded(placement.y),
      // About y: 0 faces the viewer.
      turn: degrees(placement.turn),
      // The corners of its outline from above, and where they are in the picture: null behind the camera.
      footprint: footprintOf(placement).map(([x, , z]) => [rounded(x), rounded(z)]),
      footprint_pixels: footprintOf(placement).map((corner) => projector.point(corner)?.map(rounded) ?? null),
    })),
  };
}

const degrees = (angle: number): number => rounded((angle * 180) / Math.PI);

/** The height of the horizon in a column of the picture, in pixels. */
function horizonAt(camera: Camera, x: number): number {
  const [right, up, back] = axesOf(camera);
  return camera.centreY - (camera.focal * back[1] - right[1] * (x - camera.centreX)) / up[1];
}

/** The outline of the floor in sight, in pixels: the floor's corners, cut at the picture's edges. */
function floorInPicture(camera: Camera, room: Room): (readonly [number, number])[] {
  let outline: readonly (readonly [number, number])[] = floorOutline(camera, room);
  const edges = [
    { axis: 0, sign: 1, limit: 0 },
    { axis: 0, sign: -1, limit: -camera.width },
    { axis: 1, sign: 1, limit: 0 },
    { axis: 1, sign: -1, limit: -camera.height },
  ] as const;
  for (const { axis, sign, limit } of edges) {
    outline = outline.flatMap((from, i) => {
      const to = outline[(i + 1) % outline.length] as readonly [number, number];
      const [a, b] = [sign * from[axis] - limit, sign * to[axis] - limit];
      const t = a / (a - b);
      const cut = [from[0] + t * (to[0] - from[0]), from[1] + t * (to[1] - from[1])] as const;
      return [...(a >= 0 ? [from] : []), ...(a >= 0 !== b >= 0 ? [cut] : [])];
    });
  }
  const isNew = ([x, y]: readonly [number, number], i: number): boolean => {
    const before = outline[(i + outline.length - 1) % outline.length] as readonly [number, number];
    return Math.hypot(x - before[0], y - before[1]) > 0.01;
  };
  return outline.filter(isNew);
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000;

/** A piece's corners in the room. */
export function footprintOf({ piece, x, y, z, turn }: Placement): Vec3[] {
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  return [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ].map(([s, t]): Vec3 => {
    const [u, v] = [((s as number) * piece.width) / 2, ((t as number) * piece.depth) / 2];
    return [x + u * cos + v * sin, y, z - u * sin + v * cos];
  });
}

/** A metre's width in pixels on the floor at the lower edge of the picture, in the middle. */
function metreAtBottom(camera: Camera): number {
  return ((camera.height - horizonAt(camera, camera.centreX)) * Math.cos(camera.pitch)) / camera.elevation;
}
