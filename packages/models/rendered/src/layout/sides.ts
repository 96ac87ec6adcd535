import type { Kind } from "@image-staging/furniture/catalogue";
import type { Slot } from "@image-staging/furniture/groups/slots";
import type { Camera, Room, WallName } from "@image-staging/tracer/scene";
import type { Place } from "./place.ts";

/** The walls that pieces stand at: a photo does not show the one behind its camera, a panorama shows all. */
export const wallsIn = ({ projection }: Camera): readonly WallName[] =>
  projection ? ["back", "left", "right", "front"] : ["back", "left", "right"];

/** Whether a wall's coordinate is x. */
export const isAcross = (wall: WallName): boolean => wall === "back" || wall === "front";

/** Where the room ends towards the viewer, as far as the picture can show it: z. */
export const frontOf = ({ front }: Room, { projection }: Camera): number =>
  projection ? front : Math.min(front, 0);

/** A wall's two ends, as far as the picture can show them: x of back and front, z of left and right. */
export const endsOf = (wall: WallName, room: Room, camera: Camera): [number, number] =>
  isAcross(wall) ? [room.left, room.right] : [room.back, frontOf(room, camera)];

/** The wall in sight that is opposite another. */
export function facedBy(wall: WallName | undefined, camera: Camera): WallName | undefined {
  const faced = wall && ({ left: "right", right: "left", back: "front", front: "back" } as const)[wall];
  return faced && wallsIn(camera).includes(faced) ? faced : undefined;
}

/** Nobody wants to see the back of an armchair or of a bed's headboard; of a sofa, only in the foreground. */
const mostAverted: Partial<Record<Kind, number>> = { armchair: 0.1, bed: 0.1, sofa: 0.35 };
export const showsBack = ({ slot, x, z, turn }: Place): boolean =>
  x * Math.sin(turn) + z * Math.cos(turn) > (mostAverted[slot.kind] ?? Infinity) * Math.hypot(x, z);

/** Whether a piece is one that looks at another. */
export const isSeat = ({ kind }: Slot): boolean => kind === "armchair" || kind === "sofa";
