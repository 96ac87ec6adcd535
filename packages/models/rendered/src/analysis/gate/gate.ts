import type { Declined } from "../../declined.ts";
import type { Labels } from "../../labels/index.ts";
import { furnishedShare } from "./furnished.ts";
import { isOutdoors } from "./outdoors.ts";

const declinedAsOutdoors: Declined = {
  declined: {
    reason: "room_not_understood",
    message:
      "The ground in this picture is a lawn or water. It can be furnished as a Garden, Terrace, Balcony or Pool, not as a room.",
  },
};

export const declinedAsFurnished: Declined = {
  declined: {
    reason: "no_free_floor",
    message:
      "The picture shows furniture, or fittings such as a kitchen's. This model furnishes empty rooms only: send a picture of the empty room.",
  },
};

/** Said of a terrace or garden on which a group of furniture stands. */
export const declinedAsStoodOn: Declined = {
  declined: {
    reason: "no_free_floor",
    message: "Furniture stands on this ground already. Send a picture of it without.",
  },
};

export const declinedAsSmall: Declined = {
  declined: {
    reason: "no_free_floor",
    message:
      "The picture shows too little free floor to put furniture on. Send one with more of the floor in view.",
  },
};

export const declinedAsUnclear: Declined = {
  declined: {
    reason: "room_not_understood",
    message:
      "The room's walls and floor cannot be made out in this picture. Send one taken level, with a wall, its floor and two corners in view.",
  },
};

const declinedAsUnclearGround: Declined = {
  declined: {
    reason: "room_not_understood",
    message:
      "The ground cannot be made out in this picture. Send one taken level, of a lawn, paved ground or a deck that is mostly free, with a house, a wall or a fence in view.",
  },
};

/** What is said if a photo's shape is not found. */
export const declinedAsShapeless = ({ outdoors }: Place): Declined =>
  outdoors ? declinedAsUnclearGround : declinedAsUnclear;

/** Of the room types that a photo shows, whether all have fittings of their own, and whether all are under the sky. */
export interface Place {
  fitted?: boolean;
  outdoors?: boolean;
}

/**
 * Why a photo is not staged whatever its room's shape is: the real reason, before geometry has one of its own. In a `fitted`
 * room things stand on the floor that are no furniture, such as a bath or machines. `outdoors` grass is ground, and what the labels call
 * things are trunks, rails and houses: five of seven empty gardens, balconies and pools had more of them than two places with chairs.
 */
export function declinedBy(labels: Labels, { fitted, outdoors }: Place = {}): Declined | undefined {
  if (outdoors) return undefined;
  if (isOutdoors(labels)) return declinedAsOutdoors;
  return !fitted && furnishedShare(labels) > 0.5 ? declinedAsFurnished : undefined;
}
