import type { RoomUse } from "@image-staging/furniture/room-use";
import { type RoomName, roomNamesIn } from "@image-staging/inference-contract/room-names";

/** What a plan's room is for by its name. A Room can be for anything. */
const uses: Readonly<Record<Exclude<RoomName, "Room">, RoomUse>> = {
  "Living Room": "living",
  Kitchen: "kitchen",
  "Dining Room": "dining",
  Bathroom: "bath",
  Shower: "bath",
  Toilet: "bath",
  Bedroom: "bedroom",
  "Children's Room": "child",
  Hallway: "hall",
  Office: "office",
  Closet: "storage",
  Laundry: "utility",
  Basement: "storage",
  Attic: "storage",
  Garage: "garage",
  Balcony: "outside",
  Terrace: "outside",
  Garden: "outside",
  Exterior: "outside",
  Gym: "storage",
  Sauna: "bath",
  Pool: "outside",
  Staircase: "hall",
  "Utility Room": "utility",
  Studio: "studio",
  Library: "office",
  "Wine Cellar": "storage",
  "Home Theater": "living",
  Conservatory: "conservatory",
};

/** The uses that a label's text says, in reading order, and whether it says a room at all. */
export function namedBy(text: string): { uses: readonly RoomUse[]; isRoom: boolean } {
  const names = roomNamesIn(text);
  return {
    uses: [...new Set(names.flatMap((name) => (name === "Room" ? [] : uses[name])))],
    isRoom: names.length > 0,
  };
}
