/** The values that the inference contract names; a later 1.x may add some. */
export const workflows = ["staging", "pro_capture"] as const;
export const captureTypes = ["photo", "panorama360", "floorplan"] as const;
export const modes = ["refurnish", "renovate", "clean"] as const;
export const stylePresets = [
  "modern",
  "scandi",
  "boho",
  "country",
  "industrial",
  "mediterranean",
  "luxury",
  "eclectic",
  "japandia",
] as const;
export const roomTypes = [
  "Living Room",
  "Kitchen",
  "Dining Room",
  "Bathroom",
  "Shower",
  "Toilet",
  "Bedroom",
  "Children's Room",
  "Hallway",
  "Office",
  "Closet",
  "Laundry",
  "Basement",
  "Attic",
  "Garage",
  "Balcony",
  "Terrace",
  "Garden",
  "Exterior",
  "Gym",
  "Sauna",
  "Pool",
  "Staircase",
  "Utility Room",
  "Studio",
  "Library",
  "Wine Cellar",
  "Home Theater",
] as const;

export type StylePreset = (typeof stylePresets)[number];
export type RoomType = (typeof roomTypes)[number];
