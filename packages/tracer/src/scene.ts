/**
 * What the stages hand to one another. Lengths are metres, angles radians, colours linear RGB in the photo's own
 * exposure: 1 is the white that the photo clips at. The world is right-handed: x points right, y up, z towards the
 * viewer. Its axes are those of the room's walls, the floor is y = 0, and the camera stands above the origin.
 */

export type Vec3 = readonly [x: number, y: number, z: number];
export type Rgb = readonly [red: number, green: number, blue: number];

/**
 * A pinhole without distortion, unless it says `equirectangular`: then the picture goes once around the viewer and from
 * straight up to straight down. `centreX` and `centreY` differ from the middle for a shifted (upright) photo.
 */
export interface Camera {
  projection?: "equirectangular";
  /** The picture's size in pixels. */
  width: number;
  height: number;
  /** The focal length in pixels of this size: pixels a radian, of a panorama at its horizon. */
  focal: number;
  centreX: number;
  centreY: number;
  /** Turned about y: 0 looks along -z, positive to the left. */
  yaw: number;
  /** Positive looks up. */
  pitch: number;
  /** Positive turns the camera clockwise as seen from behind it. */
  roll: number;
  /** Height of the camera above the floor. */
  elevation: number;
}

export type WallName = "back" | "left" | "right" | "front";

/** Something in a wall: `from` and `to` are along the wall (x of back and front, z of left and right), then heights. */
export interface Opening {
  kind: "window" | "door" | "passage" | "radiator" | "fireplace" | "fixture";
  wall: WallName;
  from: number;
  to: number;
  bottom: number;
  top: number;
}

/** A box: left and right are planes of x, back and front of z (back < 0 < front), `height` the ceiling's. */
export interface Room {
  left: number;
  right: number;
  back: number;
  front: number;
  height: number;
  openings: readonly Opening[];
  /** Free floor: pixels of the picture (width x height, 0 to 255), not under objects. */
  floorMask: Uint8Array;
  /** Where pieces can stand, seen from above: cells of `cell` metres from (x, z), 1 is free. */
  freeFloor: FloorGrid;
}

export interface FloorGrid {
  x: number;
  z: number;
  cell: number;
  columns: number;
  rows: number;
  free: Uint8Array;
}

/** A flat light that faces into the room: a parallelogram from `corner` along `u` and `v`. */
export interface AreaLight {
  corner: Vec3;
  u: Vec3;
  v: Vec3;
  radiance: Rgb;
}

/** What the room sheds on a surface: sampled lights, and radiance by cells of the box's faces for everything else. */
export interface Light {
  areas: readonly AreaLight[];
  /**
   * Direct sun: the direction towards it, and its irradiance on a surface that faces it. `patches` say how much of it
   * each pixel of the picture gets on the floor (width x height, 0 to 255); without them it shines everywhere. `shade` is
   * the floor's colour without it over that with it.
   */
  sun?: { towards: Vec3; radiance: Rgb; patches?: Uint8Array; shade?: Rgb };
  faces: Readonly<Record<WallName | "floor" | "ceiling", FaceRadiance>>;
}

/**
 * Radiance of a face in `columns` x `rows` cells; columns run along x (or z on left and right), rows along y (or z),
 * both from the smaller coordinate. Cells that an area light covers hold what is left without it.
 */
export interface FaceRadiance {
  columns: number;
  rows: number;
  /** columns x rows x 3, linear. */
  radiance: Float32Array;
}

/** Triangles of one material in the piece's own coordinates. `uvs` are metres on the surface (art: 0 to 1). */
export interface Mesh {
  positions: Float32Array;
  normals: Float32Array;
  uvs: Float32Array;
  indices: Uint32Array;
}

/** What a surface is made of: data only, so that it travels to worker threads. Colours are linear. */
export type Material =
  | { kind: "fabric"; color: Rgb; weave: "linen" | "velvet" | "boucle" | "knit" | "cotton"; seed?: number }
  | { kind: "textile"; pattern: string; palette: readonly Rgb[]; seed?: number }
  | { kind: "leather"; color: Rgb; seed?: number }
  | { kind: "wood"; color: Rgb; grain: number; gloss: number; seed?: number }
  | { kind: "metal"; color: Rgb; roughness: number }
  | {
      kind: "stone";
      pattern: "marble" | "travertine" | "terrazzo" | "concrete";
      color: Rgb;
      vein: Rgb;
      gloss: number;
    }
  | { kind: "ceramic"; color: Rgb; gloss: number }
  | { kind: "paint"; color: Rgb; gloss: number }
  | { kind: "rattan"; color: Rgb }
  | { kind: "leaf"; color: Rgb; seed?: number }
  | { kind: "glass"; tint: Rgb }
  | { kind: "mirror" }
  | { kind: "shade"; color: Rgb; lit: number }
  | { kind: "art"; design: string; palette: readonly Rgb[]; seed: number }
  | {
      kind: "floor";
      pattern: "planks" | "herringbone" | "tiles" | "carpet";
      color: Rgb;
      gap: Rgb;
      gloss: number;
      seed: number;
    }
  | { kind: "brick"; color: Rgb; mortar: Rgb; seed: number }
  | { kind: "outdoors"; brightness: number; seed: number };

export interface Part {
  mesh: Mesh;
  material: Material;
}

/** A piece of furniture in its own coordinates: on y = 0, centred in x and z, its front towards +z. */
export interface Piece {
  kind: string;
  parts: readonly Part[];
  /** Outer size: width along x, depth along z, height along y. */
  width: number;
  depth: number;
  height: number;
}

/** A piece in the room: turned about y by `turn` (0 faces +z), then moved to (x, y, z). */
export interface Placement {
  piece: Piece;
  x: number;
  y: number;
  z: number;
  turn: number;
}
