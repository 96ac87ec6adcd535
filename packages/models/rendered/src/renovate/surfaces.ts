import type { WorkingCopy } from "@image-staging/picture/working-copy";
import { resized } from "@image-staging/tracer/camera";
import type { Camera, Room } from "@image-staging/tracer/scene";
import type { Analysis } from "../analysis/analysis.ts";
import { faceNames, type Hits, hitsOf, wallsAt } from "../analysis/faces.ts";
import { type LabelGroup, labelGroups } from "../labels/classes.ts";
import type { Labels } from "../labels/index.ts";
import { maskOf } from "../labels/mask.ts";
import { without } from "./outlines.ts";
import { paintOf } from "./paint.ts";
import { plainWalls } from "./patterned.ts";
import { shortestEdge } from "./shortest-edge.ts";
import { sunOnFloor } from "./sun-on-floor.ts";
import { type RoomLight, tintOf } from "./tint.ts";

/** Where the floor and the walls' paint are in a working copy: 1 for each pixel of them. */
export interface Surfaces {
  copy: WorkingCopy;
  camera: Camera;
  room: Room;
  /** Where each of its pixels meets the box, and the wall that it is on if it shows one. */
  hits: Hits;
  wall: Uint8Array;
  floor: Uint8Array;
  /** 1 where the sun shines on the floor. */
  sunny: Uint8Array;
  walls: Uint8Array;
  /** What is wall and no plain paint: brick, stone, tiles, boards and wallpaper with a pattern, which stay as they are. */
  other: Uint8Array;
  /** The share of the picture of which the labels are not sure what it shows. */
  unsure: number;
  light: RoomLight;
}

/** Finds floor and walls to the pixel, as the labels show them; a RangeError of an analysis without labels. */
export function surfacesOf({ camera: large, room, labels, exposure }: Analysis): Surfaces {
  if (!labels) throw new RangeError("Only photos have labels.");
  const { copy } = labels;
  const camera = resized(large, copy);
  const hits = hitsOf(camera, room);
  // Not where the labels doubt the floor: its glare has ragged edges, and no sun.
  const shown = maskOf(labels, "floor").map((value) => value & 1);
  const floor = refined(labels, "floor", floorOf(labels, hits));
  const wall = wallsAt(camera, room);
  const walls = plainWalls(labels, wall, without(refined(labels, "walls", paintOf(labels)), floor));
  return {
    ...{ copy, camera, room, hits, wall, floor },
    sunny: sunOnFloor(copy, camera, room, shown),
    walls,
    other: without(maskOf(labels, "walls"), walls),
    unsure: unsureIn(labels),
    light: { white: exposure.white, tint: tintOf(labels, exposure.whitePoint) },
  };
}

const refined = (labels: Labels, group: LabelGroup, mask: Uint8Array): Uint8Array =>
  shortestEdge(
    labels.copy,
    mask,
    labels.group(group).map((share, i) => (Math.min(1, Math.max(0, share)) + (mask[i] ?? 0)) / 2),
  );

/** The share of a group from which on a pixel is sure to show it. */
const sure = 0.7;

/** The share of pixels that no group is sure of. */
function unsureIn(labels: Labels): number {
  const shares = labelGroups.map((group) => labels.group(group));
  const unsure = labels.greatest.filter((group, i) => (shares[group]?.[i] ?? 0) < sure);
  return unsure.length / labels.greatest.length;
}

/** How much more a place of the box's floor speaks for floor than for another surface of the house: of 1.5 to 20 that lose least on photos. */
const inBox = 2;

/** 1 for each pixel of the copy that the labels call floor, the box speaking for it where they doubt: things on it are none. */
function floorOf(labels: Labels, { face }: Hits): Uint8Array {
  const [share, box] = [labels.group("floor"), faceNames.indexOf("floor")];
  const [own, things] = [labelGroups.indexOf("floor"), labelGroups.indexOf("things")];
  const others = labelGroups.filter((group) => group !== "floor").map((group) => labels.group(group));
  return labels.greatest.map((group, i) => {
    if (group === own) return 1;
    if (group === things || face[i] !== box) return 0;
    return others.every((other) => (other[i] ?? 0) < inBox * (share[i] ?? 0)) ? 1 : 0;
  });
}
