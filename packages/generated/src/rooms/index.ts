import type { Picture } from "@image-staging/picture/picture";
import { Band, efforts, filterGrid, LightGrid, prepare } from "@image-staging/tracer";
import type {
  Camera,
  FloorGrid,
  Material,
  Mesh,
  Opening,
  Part,
  Placement,
  Room,
} from "@image-staging/tracer/scene";
import { fittingsOf } from "./fittings.ts";
import { block as blockOf, plane, wallWithHoles } from "./frame.ts";
import { joined } from "./joined.ts";
import { lightOf } from "./light.ts";
import { type PanoramaKind, panoramaPlanOf } from "./panorama-plan.ts";
import { planOf, type RoomPlan } from "./plan.ts";
import { develop } from "./sensor.ts";

/** A drawn photo of an empty room, and what is true of it. */
export interface GeneratedRoom {
  picture: Picture;
  truth: { camera: Camera; room: Room; surfaces: Uint8Array };
}

/** What `truth.surfaces` says of each pixel: bare floor, painted wall or ceiling, or what stands at them or in them. */
export const surfaceNames = ["fitting", "floor", "wall", "ceiling"] as const;

const rowsAtOnce = 40;
/** A room's corners darken over this width, in metres. */
const cornerWidth = 0.12;

/** The light that reaches the camera in a drawn room, before a camera makes a photo of it. */
export interface RoomExposure {
  plan: RoomPlan;
  /** Linear red, green, blue and coverage of each pixel. */
  light: Float32Array;
  /** What each pixel shows: a place in `materials`, or -1. */
  parts: Int16Array;
  materials: readonly Material[];
}

/** Draws an empty room: the same seed and size give the same bytes. About 3 seconds for 900 x 600. */
export const generateRoom = (seed: number, size: { width: number; height: number }): GeneratedRoom =>
  photographed(exposeRoom(seed, size));

/** Draws a panorama of the same room from within it, twice as wide as high: level and of a box if no kind is given. */
export const generatePanorama = (seed: number, width: number, kind?: PanoramaKind): GeneratedRoom =>
  photographed(exposed(panoramaPlanOf(seed, width, kind)));

/** Renders the room of a seed as linear light, the part of `generateRoom` that takes the time. */
export const exposeRoom = (seed: number, size: { width: number; height: number }): RoomExposure =>
  exposed(planOf(seed, size));

function photographed({ plan, light, parts, materials }: RoomExposure): GeneratedRoom {
  const { width, height } = plan.camera;
  const data = develop(light, plan.camera, plan.seed);
  const surfaceOfPart = materials.map((material) => surfaceOf(material, plan.finishes));
  const surfaces = Uint8Array.from(parts, (part) => surfaceOfPart[part] ?? 0);
  const floorMask = surfaces.map((surface) => (surface === 1 ? 255 : 0));
  const openings = plan.openings.map(plainly);
  const room = { ...plan.box, openings, floorMask, freeFloor: freeFloorOf(plan) };
  return { picture: { width, height, data }, truth: { camera: plan.camera, room, surfaces } };
}

/** What a material is of the room, as a place in `surfaceNames`. */
function surfaceOf(material: Material, { floor, walls, ceiling }: RoomPlan["finishes"]): number {
  if (material === floor) return 1;
  if (material === ceiling) return 3;
  return material.kind === "paint" && Object.values(walls).includes(material) ? 2 : 0;
}

function exposed(plan: RoomPlan): RoomExposure {
  const { camera, box, openings } = plan;
  const shell = placed([
    plane(box, 0, plan.finishes.floor),
    ...wallsOf(plan),
    ...builtUp(plan),
    ...fittingsOf(plan),
  ]);
  const lighting = lightOf(plan, shell);
  const prepared = prepare(
    { camera, room: { ...box, openings }, light: lighting, placements: [shell], shell: 1 },
    camera.projection
      ? Math.min(900, Math.round(camera.width / 2))
      : Math.max(225, Math.min(375, Math.round(camera.width / 4))),
  );
  new LightGrid(prepared, efforts.room).fill(0, prepared.grid.rows);
  filterGrid(prepared.grid, cornerWidth);
  const band = new Band(prepared);
  const light = new Float32Array(camera.width * camera.height * 4);
  const parts = new Int16Array(camera.width * camera.height);
  for (let first = 0; first < camera.height; first += rowsAtOnce) {
    const rows = Math.min(rowsAtOnce, camera.height - first);
    const layers = band.render(first, rows);
    light.set(layers.furniture, first * camera.width * 4);
    parts.set(layers.parts, first * camera.width);
  }
  return { plan, light, parts, materials: shell.piece.parts.map(({ material }) => material) };
}

/** One mesh for each material, of all parts at their places. */
function placed(parts: readonly Part[]): Placement {
  const meshes = new Map<Material, Mesh[]>();
  for (const { mesh, material } of parts) meshes.set(material, [...(meshes.get(material) ?? []), mesh]);
  const merged = [...meshes].map(([material, list]) => ({ material, mesh: joined(list) }));
  return { piece: { kind: "room", parts: merged, width: 0, depth: 0, height: 0 }, x: 0, y: 0, z: 0, turn: 0 };
}

function plainly({ kind, wall, from, to, bottom, top }: Opening): Opening {
  return { kind, wall, from, to, bottom, top };
}

function wallsOf({ box, openings, finishes }: RoomPlan): Part[] {
  const walls = (["back", "left", "right", "front"] as const).map((wall) => {
    const holes = openings.filter(
      (opening) => opening.wall === wall && (opening.kind === "window" || opening.kind === "passage"),
    );
    return wallWithHoles(box, wall, holes, finishes.walls[wall]);
  });
  return [plane(box, box.height, finishes.ceiling), ...walls];
}

/** The built-up corner with its skirting. */
function builtUp({ block, box, finishes }: RoomPlan): Part[] {
  if (!block) return [];
  const { left, right, back, front } = block;
  const foot = 0.014;
  return [
    blockOf([left, 0, back], [right, box.height, front], finishes.walls.back),
    ...(finishes.skirting > 0
      ? [
          blockOf(
            [left - foot, 0, back - foot],
            [right + foot, finishes.skirting, front + foot],
            finishes.trim,
          ),
        ]
      : []),
  ];
}

/** The floor but for the built-up corner, 12 cm at radiators, 50 cm at a hearth and a door's swing. */
function freeFloorOf({ box, block, openings }: RoomPlan): FloorGrid {
  const cell = 0.05;
  const columns = Math.floor((box.right - box.left) / cell);
  const rows = Math.floor((box.front - box.back) / cell);
  const depths: Partial<Record<Opening["kind"], number>> = {
    radiator: 0.12,
    fireplace: 0.5,
    door: 0.9,
    passage: 0.9,
  };
  const free = new Uint8Array(columns * rows).fill(1);
  for (let k = 0; k < columns * rows; k++) {
    const [x, z] = [
      box.left + ((k % columns) + 0.5) * cell,
      box.back + (Math.floor(k / columns) + 0.5) * cell,
    ];
    if (block && x > block.left && x < block.right && z > block.back && z < block.front) free[k] = 0;
    const distances = { back: z - box.back, front: box.front - z, left: x - box.left, right: box.right - x };
    for (const { kind, wall, from, to } of openings) {
      const along = wall === "left" || wall === "right" ? z : x;
      if (distances[wall] < (depths[kind] ?? 0) && along > from && along < to) free[k] = 0;
    }
  }
  return { x: box.left, z: box.back, cell, columns, rows, free };
}
