import type { Room } from "../scene.ts";
import { type Fit, isBehind, isUnder, type Scene, turnOf } from "./fit.ts";
import type { Group } from "./slots.ts";
import { covered, type Outline } from "./view.ts";

/** Something to see, and what hiding all of it costs. */
export interface Sight {
  outline: Outline;
  worth: number;
}

/** What else the score of a place depends on. */
export interface Aim {
  /** Where in the picture's width the group should be, 0 to 1. */
  across: number;
  /** What is in the picture already and should stay seen. */
  taken: readonly Sight[];
  /** The largest version of the group that is tried: 1, or more where several share the room. */
  largest: number;
  /** Small pieces that belong into corners. */
  corner: boolean;
}

/** Extras stand further from the camera than this: nearer, they are what the picture shows. */
const nearest = 2.6;

/** How well a group stands: readable size, towards the camera, at a plain wall, towards a fire, not hiding anything. */
export function scoreOf(group: Group, found: Fit, scene: Scene, aim: Aim): number {
  const { room } = scene;
  const { outline, pose, places } = found;
  const [main] = places;
  if (!main) return -Infinity;
  const middle = (outline.left + outline.right) / 2;
  const forward = [Math.sin(turnOf[pose.wall]), Math.cos(turnOf[pose.wall])] as const;
  const distance = Math.hypot(main.x, main.z) || 1;
  const facing = -(main.x * forward[0] + main.z * forward[1]) / distance;
  if (group.stand !== "free" && facing < 0.05) return -Infinity;
  if (aim.corner && distance < nearest) return -Infinity;
  const hidden = aim.taken.reduce((sum, sight) => sum + sight.worth * covered(sight.outline, outline), 0);
  return (
    sizeScore(outline.right - outline.left, group.share) +
    (aim.corner
      ? cornerScore(main.x, main.z, room)
      : (aim.largest > 1 ? 0.9 : 0.45) * (1 - Math.abs(middle - aim.across) * 1.6) + 0.65 * facing) +
    wallScore(group, found, scene, aim.corner ? 1.2 : 0.55) +
    fireScore(main.x, main.z, forward, room) -
    hidden -
    cutOff(outline) * 5 -
    0.25 * found.cut -
    (distance < 2 ? (2 - distance) * 0.5 : 0) +
    0.1 * (places.filter(({ slot }) => !isUnder(slot)).length - 1) +
    0.14 * places.filter(({ slot }) => slot.flat === true).length +
    0.05 * places.filter(({ slot }) => slot.hangs === true).length
  );
}

/** How much of the main piece the picture cuts off at its sides and bottom. */
const cutOff = ({ left, right, bottom }: Outline): number =>
  Math.max(0, -left) + Math.max(0, right - 1) + Math.max(0, bottom - 1) * 0.6;

function sizeScore(share: number, [low, high]: readonly [number, number]): number {
  if (share < low) return 1 - ((low - share) / low) * 1.5;
  return share > high ? 1 - ((share - high) / 0.3) * 1.4 : 1;
}

/** At the wall without anything behind it (which costs `busy`) is best, well into the room is fine, in between is neither. */
function wallScore(group: Group, { pose, places }: Fit, { room, walls }: Scene, busy: number): number {
  const [main] = places;
  if (!main || group.stand === "free") return pose.gap > 0.7 ? 0 : -0.1;
  if (pose.gap > 0.8) return -0.12;
  if (pose.gap > 0.3) return -0.45;
  const [width, , height] = main.slot.size;
  const at = pose.wall === "back" ? main.x : main.z;
  const isBusy =
    walls && !walls.isPlain(pose.wall, at - width / 2, at + width / 2, 0.3, Math.max(height + 0.1, 1.2));
  const behind =
    isBusy ||
    room.openings.some(
      (opening) =>
        opening.wall === pose.wall &&
        isBehind(opening, at - width / 2, at + width / 2, 0, Math.max(height, 0.9)),
    );
  const [start, end] = stretchOf(room, pose.wall, at);
  const off = Math.abs(at - (start + end) / 2) / Math.max(0.5, end - start);
  return 0.35 - pose.gap * 0.4 - (behind ? busy : 0) - off * 0.35;
}

/** The plain stretch of a wall around a place: between openings or corners. */
function stretchOf(room: Room, wall: Fit["pose"]["wall"], at: number): [number, number] {
  let [start, end] = wall === "back" ? [room.left, room.right] : [room.back, Math.min(room.front, 0)];
  for (const opening of room.openings) {
    if (opening.wall !== wall || opening.kind === "radiator") continue;
    if (opening.to <= at) start = Math.max(start, opening.to);
    if (opening.from >= at) end = Math.min(end, opening.from);
  }
  return [start, end];
}

function cornerScore(x: number, z: number, room: Room): number {
  const near = Math.min(Math.abs(x - room.left), Math.abs(room.right - x)) + Math.abs(z - room.back);
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
