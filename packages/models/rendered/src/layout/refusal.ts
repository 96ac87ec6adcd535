import { programs } from "@image-staging/furniture/programs";
import type { RoomType } from "@image-staging/inference-contract/vocabulary";
import type { Declined } from "../declined.ts";

/** Why room types are not furnished, whatever the picture shows; nothing if one of them is. */
export function refusalOf(roomTypes: readonly RoomType[]): Declined | undefined {
  const chosen = roomTypes.map((type) => programs[type]);
  if (chosen.some((program) => typeof program !== "string")) return undefined;
  const [why] = chosen.filter((program) => typeof program === "string");
  return {
    declined: {
      reason: "no_furniture_for_room",
      message: `${why ?? "No room type is given"}, so there is nothing to stage.`,
    },
  };
}

/** What is said if no piece finds a place. */
export const nothingFits: Declined = {
  declined: {
    reason: "no_free_floor",
    message:
      "No furniture for this room type fits on the free floor and at the bare walls that the picture shows.",
  },
};
