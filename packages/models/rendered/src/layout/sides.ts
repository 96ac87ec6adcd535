import type { Camera, Room, WallName } from "@image-staging/tracer/scene";

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
