import type { RoomType } from "../vocabulary.ts";

const openPlan: readonly RoomType[] = ["Living Room", "Kitchen", "Dining Room"];
const wetRooms: readonly RoomType[] = ["Bathroom", "Shower", "Toilet"];

export const roomFamilyRule =
  "room_types with more than one entry must lie inside one family: open plan (Living Room, Kitchen, Dining Room), " +
  "wet rooms (Bathroom, Shower, Toilet), or studio (Bedroom with Living Room, Kitchen or Dining Room).";

/** Whether the rooms may be staged together (SPEC "Room family rule"). One room alone always may. */
export function areOneFamily(rooms: readonly RoomType[]): boolean {
  if (rooms.length === 1) return true;
  const within = (family: readonly RoomType[]) => rooms.every((room) => family.includes(room));
  return within(openPlan) || within(wetRooms) || within(["Bedroom", ...openPlan]);
}
