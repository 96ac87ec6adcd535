/** Why nothing was staged, in words that a partner can show. */
export interface Declined {
  declined: {
    reason: "no_free_floor" | "room_not_understood" | "cannot_be_emptied" | "no_furniture_for_room";
    message: string;
    /** What would have to go, 255 a pixel, if that is why. */
    proposedMask?: Uint8Array;
  };
}
