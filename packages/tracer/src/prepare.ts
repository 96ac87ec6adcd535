import { type Bvh, buildBvh } from "./bvh.ts";
import { type Contact, contactOf } from "./contact.ts";
import { markCovered } from "./covered.ts";
import { type Box, environmentOf } from "./environment.ts";
import { flatten, type Geometry } from "./geometry.ts";
import { glossMapsOf } from "./gloss-maps.ts";
import { type Grid, gridOf } from "./grid.ts";
import { Illumination } from "./illumination.ts";
import type { Lighting } from "./lighting.ts";
import { sampledLights } from "./lights.ts";
import { meanColor } from "./materials/index.ts";
import { Point } from "./ray.ts";
import type { Camera, Light, Material, Opening, Placement, Rgb } from "./scene.ts";
import { Tracer } from "./tracer.ts";

export interface Solid {
  geometry: Geometry;
  bvh: Bvh;
}

/** What is rendered: pieces in a room, seen by a camera. */
export interface Scene {
  camera: Camera;
  room: Box & { openings: readonly Opening[] };
  light: Light;
  placements: readonly Placement[];
  /** How many placements, from the first, model the room's own faces; `light.faces` is their light. */
  shell?: number;
}

/** A scene ready to be traced, as data that threads can share. */
export interface Prepared {
  camera: Camera;
  room: Scene["room"];
  /** Glass lets light pass and is traced apart. */
  solid: Solid;
  glass: Solid;
  lighting: Lighting;
  grid: Grid;
  contact: Contact;
}

/** Rays of each estimate of light. */
export const efforts = {
  draft: { hemisphere: 10, direct: 4 },
  final: { hemisphere: 24, direct: 10 },
  /** Generated rooms: window frames shadow their lights. */
  room: { hemisphere: 32, direct: 28 },
} as const;

/** Flattens the pieces, builds the trees and prepares the light. `columns` is the width of the light's grid. */
export function prepare(scene: Scene, columns: number): Prepared {
  const { camera, room, light, placements } = scene;
  const opaque = keeping(placements, (material) => material.kind !== "glass");
  const solid = solidOf(opaque);
  const glass = solidOf(keeping(placements, (material) => material.kind === "glass"));
  const shellParts = opaque
    .slice(0, scene.shell ?? 0)
    .reduce((sum, { piece }) => sum + piece.parts.length, 0);
  const { materials } = solid.geometry;
  const environment = environmentOf(room, light);
  const lighting: Lighting = {
    environment,
    gloss: glossMapsOf(environment),
    lights: sampledLights(light.areas, room),
    sun: light.sun,
    camera,
    ambient: new Float64Array(18),
    albedos: Float32Array.from(materials.flatMap(meanColor)),
    shell: Uint8Array.from(materials, (_, part) => (part < shellParts ? 1 : 0)),
  };
  lighting.ambient = ambientOf(lighting);
  const grid = gridOf(camera, columns);
  markCovered(grid, camera, solid.geometry.corners);
  markCovered(grid, camera, glass.geometry.corners);
  const kinds = opaque.flatMap(({ piece }) => piece.parts.map(() => piece.kind));
  const contact = contactOf(
    solid.geometry,
    room,
    (part) => part >= shellParts && kinds[part] !== "rug" && kinds[part] !== "mat",
  );
  return { camera, room: { ...boxOf(room), openings: room.openings }, solid, glass, lighting, grid, contact };
}

function boxOf({ left, right, back, front, height }: Box): Box {
  return { left, right, back, front, height };
}

function keeping(placements: readonly Placement[], wanted: (material: Material) => boolean): Placement[] {
  return placements.map((placement) => ({
    ...placement,
    piece: { ...placement.piece, parts: placement.piece.parts.filter((part) => wanted(part.material)) },
  }));
}

function solidOf(placements: readonly Placement[]): Solid {
  const geometry = flatten(placements);
  return { geometry, bvh: buildBvh(geometry) };
}

/** Light in the empty room's middle on a white surface that faces each way. */
function ambientOf(lighting: Lighting): Float64Array {
  const empty = { corners: new Float32Array(0), parts: new Uint16Array(0) };
  const { sun: _, ...rest } = lighting;
  const illumination = new Illumination(new Tracer(buildBvh(empty)), { ...rest, sun: undefined }, empty);
  const { left, right, back, front, height } = lighting.environment.box;
  const middle = new Point().at((left + right) / 2, height * 0.35, (back + front) / 2);
  const ambient = new Float64Array(18);
  const directions: readonly Rgb[] = [
    [1, 0, 0],
    [-1, 0, 0],
    [0, 1, 0],
    [0, -1, 0],
    [0, 0, 1],
    [0, 0, -1],
  ];
  for (const [i, direction] of directions.entries()) {
    illumination.at(middle.facing(...direction), { hemisphere: 512, direct: 128 }, 0.5, 0.5);
    ambient.set(illumination.free, i * 3);
  }
  return ambient;
}
