import type { RoomUse } from "@image-staging/furniture/room-use";

/** Uses that one room can have under two names, without a wall between them. */
const together: readonly ReadonlySet<RoomUse>[] = [
  new Set(["living", "dining", "kitchen", "studio", "office", "conservatory"]),
  new Set(["storage", "bedroom"]),
  new Set(["storage", "child"]),
  new Set(["storage", "studio"]),
  new Set(["storage", "hall"]),
  new Set(["storage", "kitchen", "utility"]),
  new Set(["bath", "utility"]),
  new Set(["outside"]),
  new Set(["garage", "storage", "utility"]),
];

/** Whether two names say that a wall or a door is between what they name: two bedrooms are two rooms. */
export const excludes = (one: readonly RoomUse[], other: readonly RoomUse[]): boolean =>
  one.some((a) => other.some((b) => !together.some((uses) => uses.has(a) && uses.has(b)) || isOne(a, b)));

/** What there is one of in a room. */
const isOne = (a: RoomUse, b: RoomUse): boolean => a === b && (a === "bedroom" || a === "child");
