import type { Group, Slot } from "@image-staging/furniture/groups/slots";
import type { Camera, Room } from "@image-staging/tracer/scene";
import { isBehind } from "./at-wall.ts";
import { isTall, turnOf } from "./fit.ts";
import { hiddenBy, hidesDoor, hidesWindow, isInTheWay, obscured } from "./hides.ts";
import { lampScore } from "./lamp.ts";
import type { Fit, Pose, Scene } from "./place.ts";
import { endsOf, isAcross } from "./sides.ts";
import { inPicture, type Outline } from "./view.ts";

/** What else the score of a place depends on. */
export interface Aim {
  /** Where in the picture's width the group should be, 0 to 1. */
  across: number;
  /** The largest version of the group that is tried: 1, or more if several groups share the room. */
  largest: number;
  /** The only wall it can be at. */
  wall?: Pose["wall"] | undefined;
  /** A place that scores less is worse than none. */
  worth: number;
  /** Small pieces that belong into corners. */
  corner: boolean;
}

/**
 * What counts in a place's score, for each unit of what it is multiplied by; a readable size counts 1. A second seat makes
 * a room look lived in.
 */
const weights = {
  ...{
    facing: 0.65,
    fromTheSide: 1.5,
    fire: 0.5,
    wall: 0.35,
    rugs: 0.5,
    piece: 0.15,
    secondSeat: 0.25,
    hanging: 0.05,
  },
  ...{ cutOff: 5, outOfPicture: 0.4, tooNear: 0.5, corner: 0.8 },
} as const;
/** What it costs if the wall behind is not plain: behind a main group, a plant or lamp, and furniture in a corner. */
const busyWall = { main: 0.55, decor: 0.3, corner: 1.2 } as const;
/** How much of the main piece others can hide: of a plant or lamp, of what is tall, and of what is low. */
const mostHidden = { decor: 0.6, tall: 0.45, low: 0.25 } as const;
/** The least cosine between where a piece faces and the camera: of what shows nothing from its side, and of others. */
const leastFacing = { flat: 0.28, other: 0.05 } as const;
/** The share of a door that something tall and flat hides at most. */
const sliver = 0.02;
/** Metres from the camera nearer than which the main piece is too large. */
const comfortable = 2;
/** Metres off its wall up to which a group stands at it, and from which it stands free in the room. */
const [atWall, free] = [0.3, 0.8];

/** Extras stand further from the camera than this: nearer, they are what the picture shows. */
const nearest = { photo: 2.6, panorama: 1.7 } as const;

/**
 * How well a group stands: readable size, towards the camera, filling the picture's middle, at a plain wall, towards a
 * fire, not hiding anything.
 */
export function scoreOf(group: Group, found: Fit, scene: Scene, aim: Aim): number {
  const { room, camera } = scene;
  const { outline, outlines, pose, places } = found;
  const [main] = places;
  if (!main) return -Infinity;
  const forward = [Math.sin(turnOf[pose.wall]), Math.cos(turnOf[pose.wall])] as const;
  const distance = Math.hypot(main.x, main.z) || 1;
  const facing = -(main.x * forward[0] + main.z * forward[1]) / distance;
  const least = aim.corner && isFlat(main.slot) ? leastFacing.flat : leastFacing.other;
  if (group.stand !== "free" && !group.decor && facing < least) return -Infinity;
  const behind = obscured(found, scene);
  const mostBehind = mostHidden[group.decor ? "decor" : isTall(main.slot) ? "tall" : "low"];
  if (aim.corner && (distance < nearest[camera.projection ? "panorama" : "photo"] || behind > mostBehind))
    return -Infinity;
  if (aim.corner && isFlat(main.slot) && isTall(main.slot) && hidesDoor(outline, scene, sliver))
    return -Infinity;
  if (group.decor && isInTheWay(outline, scene)) return -Infinity;
  if (!group.decor && isTall(main.slot) && hidesWindow(outline, scene)) return -Infinity;
  return (
    sizeScore(outline.right - outline.left, group.share) +
    (aim.corner ? cornerScore(main.x, main.z, scene) : composition(found, aim) + turnedTo(facing, group)) +
    wallScore(group, found, scene, busyWall[!aim.corner ? "main" : group.decor ? "decor" : "corner"]) +
    fireScore(main.x, main.z, forward, room) +
    lampScore(main, scene) -
    hiddenBy(found, scene) -
    behind -
    cutOff(outline) * weights.cutOff -
    weights.outOfPicture * outlines.filter((seen) => !inPicture(seen)).length -
    (distance < comfortable ? (comfortable - distance) * weights.tooNear : 0) +
    weights.piece * (outlines.length - 1) +
    (places.some(({ slot }) => slot !== main.slot && slot.kind === "armchair") ? weights.secondSeat : 0) +
    weights.rugs * rugShare(found) -
    missedBy(found) +
    weights.hanging * places.filter(({ slot }) => slot.hangs === true).length
  );
}

/** What stands along a wall, such as a television or a dresser, shows nothing from its side. */
const isFlat = ({ size: [width, depth] }: Slot): boolean => width > 1.8 * depth;

/** The cosine below which a sofa shows little but its arm. */
const turnedAway = 0.65;

/** Towards the camera is best. A sofa at right angles to it shows little but its arm. */
const turnedTo = (facing: number, { stand }: Group): number =>
  weights.facing * facing - (stand === "free" ? 0 : weights.fromTheSide * Math.max(0, turnedAway - facing));

/** The part of the picture's width that a group fills and of its height at which it ends; more than `mostOutside` is not counted. */
const [filled, lowest, mostOutside] = [0.65, 0.85, 0.6];

/** The group fills the picture's middle, leaves no empty floor before it, and its rug hardly leaves the picture. */
function composition({ extent }: Fit, { across, largest }: Aim): number {
  if (extent.period) return 0.45 + 0.5 * Math.min(1, (extent.right - extent.left) / filled);
  const [left, right] = [Math.max(0, extent.left), Math.min(1, extent.right)];
  const off = Math.abs((left + right) / 2 - across);
  const outside = Math.max(0, -extent.left) + Math.max(0, extent.right - 1);
  if (largest > 1) return 0.9 * (1 - off * 1.6);
  return (
    0.65 * (1 - off * 1.8) +
    0.5 * Math.min(1, (right - left) / filled) -
    1.4 * Math.max(0, lowest - extent.bottom) -
    0.35 * Math.max(0, Math.min(mostOutside, extent.bottom - 1)) -
    0.6 * Math.min(mostOutside, outside)
  );
}

/** How much of its rugs' area a group has room for. */
function rugShare({ group, places }: Fit): number {
  const area = (slots: readonly Slot[]): number =>
    slots.reduce((sum, { flat, size }) => sum + (flat ? size[0] * size[1] : 0), 0);
  const wanted = area(group.slots);
  return wanted === 0 ? 0 : area(places.map(({ slot }) => slot)) / wanted;
}

/** What a group costs without pieces that belong to it. */
const missedBy = ({ group, places }: Fit): number =>
  group.slots
    .filter(({ name }) => !places.some(({ slot }) => slot.name === name))
    .reduce((sum, { missed = 0 }) => sum + missed, 0);

/** How much of the main piece the picture cuts off at its sides and bottom. */
const cutOff = ({ period, left, right, bottom }: Outline): number =>
  period ? 0 : Math.max(0, -left) + Math.max(0, right - 1) + Math.max(0, bottom - 1) * 0.6;

function sizeScore(share: number, [low, high]: readonly [number, number]): number {
  if (share < low) return 1 - ((low - share) / low) * 1.5;
  return share > high ? 1 - ((share - high) / 0.3) * 1.4 : 1;
}

/** At the wall without anything behind it (which costs `busy`) is best, well into the room is fine, in between is neither. */
function wallScore(
  group: Group,
  { pose, places }: Fit,
  { room, camera, walls }: Scene,
  busy: number,
): number {
  const [main] = places;
  if (!main || group.stand === "free") return pose.gap > 0.7 ? 0 : -0.1;
  if (pose.gap > free) return -0.12 - 0.14 * (pose.gap - free);
  if (pose.gap > atWall) return group.decor ? -0.1 : -0.45;
  const [width, , height] = main.slot.size;
  const at = isAcross(pose.wall) ? main.x : main.z;
  const isBusy =
    walls && !walls.isPlain(pose.wall, at - width / 2, at + width / 2, 0.3, Math.max(height + 0.1, 1.2));
  const behind =
    isBusy ||
    room.openings.some(
      (opening) =>
        opening.wall === pose.wall &&
        isBehind(opening, at - width / 2, at + width / 2, 0, Math.max(height, 0.9)),
    );
  const [start, end] = segmentAt(room, camera, pose.wall, at);
  const off = Math.abs(at - (start + end) / 2) / Math.max(0.5, end - start);
  return weights.wall - pose.gap * 0.4 - (behind ? busy : 0) - off * weights.wall;
}

/** The plain segment of a wall around a place: between openings or corners. */
function segmentAt(room: Room, camera: Camera, wall: Fit["pose"]["wall"], at: number): [number, number] {
  let [start, end] = endsOf(wall, room, camera);
  for (const opening of room.openings) {
    if (opening.wall !== wall || opening.kind === "radiator") continue;
    if (opening.to <= at) start = Math.max(start, opening.to);
    if (opening.from >= at) end = Math.min(end, opening.from);
  }
  return [start, end];
}

function cornerScore(x: number, z: number, { room, camera }: Scene): number {
  const behind = camera.projection ? Math.abs(room.front - z) : Infinity;
  const near =
    Math.min(Math.abs(x - room.left), Math.abs(room.right - x)) + Math.min(Math.abs(z - room.back), behind);
  return weights.corner - near * 0.28;
}

function fireScore(x: number, z: number, forward: readonly [number, number], room: Room): number {
  const fire = room.openings.find(({ kind }) => kind === "fireplace");
  if (!fire) return 0;
  const middle = (fire.from + fire.to) / 2;
  const [dx, dz] = isAcross(fire.wall)
    ? [middle - x, room[fire.wall] - z]
    : [room[fire.wall] - x, middle - z];
  return weights.fire * ((dx * forward[0] + dz * forward[1]) / (Math.hypot(dx, dz) || 1));
}
