import type { Group, Slot } from "@image-staging/furniture/groups/slots";
import type { Camera, Room } from "@image-staging/tracer/scene";
import { isBehind } from "./at-wall.ts";
import { turnOf } from "./fit.ts";
import { hiddenBy, hidesDoor, isInTheWay, obscured } from "./hides.ts";
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

/** What an armchair beside a sofa is worth: a room with one looks lived in. */
const secondSeat = 0.25;

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
  const leastFacing = aim.corner && isFlat(main.slot) ? 0.28 : 0.05;
  if (group.stand !== "free" && !group.decor && facing < leastFacing) return -Infinity;
  const behind = obscured(found, scene);
  const mostBehind = group.decor ? 0.6 : main.slot.size[2] > 1.2 ? 0.45 : 0.25;
  if (aim.corner && (distance < nearest[camera.projection ? "panorama" : "photo"] || behind > mostBehind))
    return -Infinity;
  if (aim.corner && isFlat(main.slot) && main.slot.size[2] > 1.2 && hidesDoor(outline, scene, 0.02))
    return -Infinity;
  if (group.decor && isInTheWay(outline, scene)) return -Infinity;
  return (
    sizeScore(outline.right - outline.left, group.share) +
    (aim.corner ? cornerScore(main.x, main.z, scene) : composition(found, aim) + turnedTo(facing, group)) +
    wallScore(group, found, scene, !aim.corner ? 0.55 : group.decor ? 0.3 : 1.2) +
    fireScore(main.x, main.z, forward, room) -
    hiddenBy(found, scene) -
    behind -
    cutOff(outline) * 5 -
    0.4 * outlines.filter((seen) => !inPicture(seen)).length -
    (distance < 2 ? (2 - distance) * 0.5 : 0) +
    0.15 * (outlines.length - 1) +
    (places.some(({ slot }) => slot !== main.slot && slot.kind === "armchair") ? secondSeat : 0) +
    0.5 * rugShare(found) -
    missedBy(found) +
    0.05 * places.filter(({ slot }) => slot.hangs === true).length
  );
}

/** What stands along a wall, such as a television or a dresser, shows nothing from its side. */
const isFlat = ({ size: [width, depth] }: Slot): boolean => width > 1.8 * depth;

/** Towards the camera is best. A sofa at right angles to it shows little but its arm. */
const turnedTo = (facing: number, { stand }: Group): number =>
  0.65 * facing - (stand === "free" ? 0 : 1.5 * Math.max(0, 0.65 - facing));

/** The group fills the picture's middle, leaves no empty floor before it, and its rug hardly leaves the picture. */
function composition({ extent }: Fit, { across, largest }: Aim): number {
  if (extent.period) return 0.45 + 0.5 * Math.min(1, (extent.right - extent.left) / 0.65);
  const [left, right] = [Math.max(0, extent.left), Math.min(1, extent.right)];
  const off = Math.abs((left + right) / 2 - across);
  const beside = Math.max(0, -extent.left) + Math.max(0, extent.right - 1);
  if (largest > 1) return 0.9 * (1 - off * 1.6);
  return (
    0.65 * (1 - off * 1.8) +
    0.5 * Math.min(1, (right - left) / 0.65) -
    1.4 * Math.max(0, 0.85 - extent.bottom) -
    0.35 * Math.max(0, Math.min(0.6, extent.bottom - 1)) -
    0.6 * Math.min(0.6, beside)
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
  if (pose.gap > 0.8) return -0.12 - 0.14 * (pose.gap - 0.8);
  if (pose.gap > 0.3) return group.decor ? -0.1 : -0.45;
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
  const [start, end] = stretchOf(room, camera, pose.wall, at);
  const off = Math.abs(at - (start + end) / 2) / Math.max(0.5, end - start);
  return 0.35 - pose.gap * 0.4 - (behind ? busy : 0) - off * 0.35;
}

/** The plain stretch of a wall around a place: between openings or corners. */
function stretchOf(room: Room, camera: Camera, wall: Fit["pose"]["wall"], at: number): [number, number] {
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
  return 0.8 - near * 0.28;
}

function fireScore(x: number, z: number, forward: readonly [number, number], room: Room): number {
  const fire = room.openings.find(({ kind }) => kind === "fireplace");
  if (!fire) return 0;
  const middle = (fire.from + fire.to) / 2;
  const at = {
    back: [middle, room.back],
    front: [middle, room.front],
    left: [room.left, middle],
    right: [room.right, middle],
  }[fire.wall];
  const [dx, dz] = [(at[0] ?? 0) - x, (at[1] ?? 0) - z];
  return 0.5 * ((dx * forward[0] + dz * forward[1]) / (Math.hypot(dx, dz) || 1));
}
