import type { Declined } from "../declined.ts";
import { labelClasses } from "../labels/classes.ts";
import { greatestOf, type Labels } from "../labels/labels.ts";

/** The part of a panorama's height above and below the horizon at which furniture and fittings are seen, and little else but walls. */
const beside = 1 / 6;
/**
 * The share of things and fittings there, without floor and ceiling, that stand on floor in sight, from which a room is no empty one: 16
 * empty rooms have up to 0.11, 9 furnished ones and 5 kitchens 0.18 to 0.5, a garage 0.09. The share of fittings there, from which
 * these are named as what a declined room shows: furnished rooms have up to 0.04, 8 of 15 kitchens, bathrooms, laundries and closets more.
 */
const [occupied, fitted] = [0.15, 0.05] as const;

const declinedAsFitted: Declined = {
  declined: {
    reason: "no_furniture_for_room",
    message:
      "The panorama shows fittings, such as those of a kitchen, a bathroom, a utility room or a closet. This model furnishes panoramas of empty living rooms, bedrooms, dining rooms and offices: send one.",
  },
};

export const declinedAsFurnished: Declined = {
  declined: {
    reason: "no_free_floor",
    message:
      "The panorama shows furniture, or fittings such as a kitchen's. This model furnishes empty living rooms, bedrooms, dining rooms and offices: send a panorama of one.",
  },
};

export const declinedAsUnclear: Declined = {
  declined: {
    reason: "room_not_understood",
    message:
      "The room's walls and floor cannot be made out in this panorama. Send one taken upright, in a room with four plain walls.",
  },
};

/** Why a panorama is not staged: what its labels show, if that hides the walls or is no empty room; undefined of a clear, empty one. */
export function declinedBy(labels: Labels, isClear: boolean): Declined | undefined {
  const { standing, fittings } = shownBeside(labels);
  const isOccupied = standing > occupied;
  if (isClear && !isOccupied) return undefined;
  if (fittings > fitted) return declinedAsFitted;
  return isOccupied ? declinedAsFurnished : declinedAsUnclear;
}

/** The shares of what is beside the viewer: of things and fittings on floor in sight, which those in an open door hide, and of all fittings. */
function shownBeside(labels: Labels): { standing: number; fittings: number } {
  const { width, height } = labels.grid;
  const greatest = greatestOf(
    labelClasses.map((name) => labels.shares(name)),
    width * height,
  );
  const [top, bottom] = [0.5 - beside, 0.5 + beside].map((part) => Math.round(part * height)) as [
    number,
    number,
  ];
  let [all, standing, fittings] = [0, 0, 0];
  for (let x = 0; x < width; x++) {
    let isFloorSeen = false;
    for (let y = height - 1; y >= top; y--) {
      const name = labelClasses[greatest[y * width + x] ?? 0];
      if (name === "floor") isFloorSeen = true;
      if (y >= bottom || name === "floor" || name === "ceiling") continue;
      all++;
      if (name === "fitting") fittings++;
      if (isFloorSeen && (name === "fitting" || name === "thing")) standing++;
    }
  }
  return { standing: standing / Math.max(1, all), fittings: fittings / Math.max(1, all) };
}
