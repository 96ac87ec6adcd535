/** Why nothing was staged, in words that a partner can show. */
export interface Declined {
  declined: {
    reason: "no_free_floor" | "room_not_understood" | "needs_trained_model" | "no_furniture_for_room";
    message: string;
  };
}
