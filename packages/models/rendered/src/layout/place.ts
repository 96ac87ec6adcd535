import type { Group, Slot } from "@image-staging/furniture/groups/slots";
import type { Camera, Room, WallName } from "@image-staging/tracer/scene";
import type { Ground, Rect } from "./ground.ts";
import type { PictureMap } from "./interest.ts";
import type { Outline } from "./view.ts";
import type { Walls } from "./walls.ts";

/** Where a group stands: `gap` metres before a wall, `along` it (x of back and front, z of left and right). */
export interface Pose {
  wall: WallName;
  along: number;
  gap: number;
}

/** A place on the floor. */
export interface Spot {
  x: number;
  z: number;
}

export interface Place {
  slot: Slot;
  x: number;
  y: number;
  z: number;
  turn: number;
  rect: Rect;
}

export interface Fit {
  group: Group;
  pose: Pose;
  /** Those of the pieces on the floor and on the wall, without what stands on them. */
  places: readonly Place[];
  /** The main piece in the picture. */
  outline: Outline;
  /** What stands on the floor, in the picture, the main piece first. */
  outlines: readonly Outline[];
  /** The whole group with its rug. */
  extent: Outline;
}

/** Something to see, and what hiding all of it costs. */
export interface Sight {
  outline: Outline;
  worth: number;
}

/** The room that groups are fitted into. */
export interface Scene {
  room: Room;
  camera: Camera;
  ground: Ground;
  /** Whether things hang on walls. */
  hangs: boolean;
  /** How the walls look, if the photo is known. */
  walls?: Walls | undefined;
  /** What the photo shows, if it is known. */
  interest?: PictureMap | undefined;
  /** Where the sun falls on the floor. */
  sun?: PictureMap | undefined;
  /** The floor below a lamp that hangs from the ceiling. */
  lamp?: Spot | undefined;
  /** Whether a rug may lie there already: none is laid on it. */
  rugged?: boolean | undefined;
  /** What is in the picture already and should stay seen. */
  taken: readonly Sight[];
  /** The part of the picture's size by which pieces can leave it; they can then stand on floor that is out of sight. */
  crop: number;
}
