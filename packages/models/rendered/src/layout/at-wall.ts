import type { Slot } from "@image-staging/furniture/groups/slots";
import type { Opening } from "@image-staging/tracer/scene";
import type { Rect } from "./ground.ts";
import type { Pose, Scene } from "./place.ts";
import { isAcross } from "./sides.ts";
import { inPicture, outlineOf } from "./view.ts";

/** Centre of what hangs on walls: 145 to 155 cm. */
const eyeLevel = 1.52;

/** Whether nothing is behind a piece at the wall: neither an opening nor what the photo shows there. */
export function isWallFree({ size }: Slot, rect: Rect, { wall }: Pose, { room, walls }: Scene): boolean {
  const [from, to] = isAcross(wall) ? [rect.left, rect.right] : [rect.back, rect.front];
  if (walls && !walls.isPlain(wall, from, to, 0.3, size[2])) return false;
  return !room.openings.some((opening) => opening.wall === wall && isBehind(opening, from, to, 0, size[2]));
}

/** Whether the wall is plain there, from a hand's breadth around the thing to the ceiling, and the picture shows it. */
export function hangsFree(slot: Slot, rect: Rect, pose: Pose, { room, camera, walls }: Scene): boolean {
  const [width, , height] = slot.size;
  const middle = isAcross(pose.wall) ? (rect.left + rect.right) / 2 : (rect.back + rect.front) / 2;
  const [low, high] = [heightOf(slot), heightOf(slot) + height];
  const [from, to] = [middle - width / 2 - 0.12, middle + width / 2 + 0.12];
  const [start, end] = isAcross(pose.wall) ? [room.left, room.right] : [room.back, room.front];
  if (from < start || to > end || high > room.height - 0.15) return false;
  const outline = outlineOf(camera, rect, low, high);
  if (!outline || !inPicture(outline) || outline.top < 0.02) return false;
  if (walls && !walls.isPlain(pose.wall, from, to, low - 0.1, high + 0.1)) return false;
  if (walls?.hasEdge(pose.wall, from, to, low, high)) return false;
  return !room.openings.some(
    (opening) => opening.wall === pose.wall && isBehind(opening, from, to, low - 0.1, high + 0.1),
  );
}

export const isBehind = (opening: Opening, from: number, to: number, low: number, high: number): boolean =>
  opening.from < to && opening.to > from && opening.bottom < high && opening.top > low;

/** Lower edge of a slot's piece. */
export function heightOf({ hangs, size, y }: Slot): number {
  if (!hangs) return y ?? 0;
  return Math.max(size[2] > 1.2 ? 0.25 : 0, eyeLevel - size[2] / 2);
}
