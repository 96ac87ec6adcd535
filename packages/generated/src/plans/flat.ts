import type { RoomUse } from "@image-staging/furniture/room-use";

/** A rectangle in metres: x to the right, y downwards. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

type Side = "top" | "bottom" | "left" | "right";

export interface FlatRoom extends Area {
  use: RoomUse;
  name: string;
  /** The wall without doors: fittings stand there. */
  back: Side;
}

/** A gap in a wall. A door has a leaf on one side, hinged at its start or end. */
export interface Gap extends Area {
  kind: "door" | "window";
  /** The wall's direction. */
  along: "x" | "y";
  /** Towards larger coordinates, or smaller ones. */
  opens?: 1 | -1;
  hinge?: "start" | "end";
}

export interface Flat {
  width: number;
  height: number;
  rooms: readonly FlatRoom[];
  gaps: readonly Gap[];
}
