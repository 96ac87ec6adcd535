/** What a room of a plan is for, as far as its floor and furniture go. */
export type RoomUse =
  | "living"
  | "dining"
  | "kitchen"
  | "bedroom"
  | "child"
  | "office"
  | "bath"
  | "hall"
  | "storage"
  | "utility"
  | "outside"
  | "garage"
  | "studio"
  | "conservatory";
