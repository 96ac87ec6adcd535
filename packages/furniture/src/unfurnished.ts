import type { RoomType } from "@image-staging/inference-contract/vocabulary";

/** The room types that get no furniture, and why. */
export const unfurnished = {
  Exterior: "The outside of a building is not furnished",
  Staircase: "A staircase must stay free",
} satisfies Partial<Record<RoomType, string>>;
