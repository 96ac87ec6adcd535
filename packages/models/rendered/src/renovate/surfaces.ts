import type { WorkingCopy } from "@image-staging/picture/working-copy";
import { resized } from "@image-staging/tracer/camera";
import type { Camera, Room } from "@image-staging/tracer/scene";
import type { Analysis } from "../analysis/analysis.ts";
import { type Hits, hitsOf } from "../analysis/faces.ts";
import { labelGroups } from "../labels/classes.ts";
import { paintOf } from "./paint.ts";
import { sunOnFloor } from "./sun-on-floor.ts";
import { type RoomLight, tintOf } from "./tint.ts";

/** Where the floor and the walls' paint are in a working copy: 1 for each pixel of them. */
export interface Surfaces {
  copy: WorkingCopy;
  camera: Camera;
  room: Room;
  /** Where each of its pixels meets the box. */
  hits: Hits;
  floor: Uint8Array;
  /** 1 where the sun shines on the floor. */
  sunny: Uint8Array;
  walls: Uint8Array;
  light: RoomLight;
}

/** Finds floor and walls to the pixel, as the labels show them; a RangeError of an analysis without labels. */
export function surfacesOf({ camera: large, room, labels, exposure }: Analysis): Surfaces {
  if (!labels) throw new RangeError("Only photos have labels.");
  const { copy, greatest } = labels;
  const camera = resized(large, copy);
  const isFloor = labelGroups.indexOf("floor");
  const floor = greatest.map((group) => (group === isFloor ? 1 : 0));
  return {
    ...{ copy, camera, room, floor },
    hits: hitsOf(camera, room),
    sunny: sunOnFloor(copy, camera, room, floor),
    walls: paintOf(labels),
    light: { white: exposure.white, tint: tintOf(labels, exposure.whitePoint) },
  };
}
