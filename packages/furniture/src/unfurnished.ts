import type { RoomType } from "@image-staging/inference-contract/vocabulary";

/** The room types that get no furniture, and why. */
export const unfurnished = {
  Bathroom: "A bathroom is furnished by its fittings, which are part of the building",
  Shower: "A shower is furnished by its fittings, which are part of the building",
  Toilet: "A toilet is furnished by its fittings, which are part of the building",
  Closet: "A closet has no room for furniture",
  Laundry: "A laundry is furnished by its machines and connections",
  "Utility Room": "A utility room is furnished by its machines and connections",
  Garage: "A garage is shown empty",
  Exterior: "The outside of a building is not furnished",
  Sauna: "A sauna's benches are part of the building",
  Pool: "A pool is not furnished",
  Staircase: "A staircase must stay free",
  "Wine Cellar": "A wine cellar's racks are part of the building",
} satisfies Partial<Record<RoomType, string>>;
