import type { Declined } from "../../declined.ts";

export const declinedAsFurnished: Declined = {
  declined: {
    reason: "no_free_floor",
    message:
      "The picture shows furniture, or too little free floor to furnish. Send a picture of the empty room.",
  },
};

export const declinedAsUnclear: Declined = {
  declined: {
    reason: "room_not_understood",
    message:
      "The room's walls and floor cannot be made out in this picture. Send one taken level, with a wall, its floor and two corners in view.",
  },
};
