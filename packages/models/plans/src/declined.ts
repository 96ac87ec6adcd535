/** Why a plan was not furnished, in words that a partner can show. */
export interface Declined {
  declined: { reason: "room_not_understood"; message: string };
}
