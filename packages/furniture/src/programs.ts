import type { RoomType } from "@image-staging/inference-contract/vocabulary";
import { bedroom, child, childsCorner, daybed, nursery } from "./groups/bedroom.ts";
import { breakfast, dining } from "./groups/dining.ts";
import { armchairs, living, reading } from "./groups/living.ts";
import { along, bistro, hallway, lounge, single } from "./groups/others.ts";
import type { Group, Setting } from "./groups/slots.ts";
import { parked, racks, storage, tasting, wardrobeRail, workplace } from "./groups/storing.ts";
import { armchairTheater, screenAlone, theater } from "./groups/theater.ts";
import { basket, bathStool, loungers, saunaThings } from "./groups/wet.ts";
import { desk, dumbbells, gym, office, shelves } from "./groups/work.ts";
import { unfurnished } from "./unfurnished.ts";

export type Builder = (setting: Setting) => Group;

/** A room type's furniture: one of the `main` groups must fit (the first that does is taken), the others come after. */
export interface Program {
  main: readonly Builder[];
  /** What is tried if none of them has a good place: these can stand in a poor one, cut off by the picture. */
  small?: readonly Builder[];
  extras: readonly Builder[];
  /** Another zone, apart from the first, if there is floor for both. */
  second?: Program;
  /** Nothing is hung: neither pictures nor curtains. */
  bare?: true;
  /** The room has fittings of its own, such as a bath, machines or benches: they are no furniture to be removed first. */
  fitted?: true;
  /** It is under the sky: grass is ground, and what stands there is no furniture. */
  outdoors?: true;
}

/** Square metres of free floor that a `fitted` room needs: a bath mat and a stool take half of one. */
export const leastBesideFittings = 0.5;

/** A plant that fills a corner. */
export const plant: Builder = ({ scale }) => single("plant", scale < 3 ? [0.75, 0.75, 1.6] : [0.5, 0.5, 1]);
/** A floor lamp, for groups that have none. */
export const lamp: Builder = () => single("floorLamp", [0.45, 0.45, 1.56]);
/** A plant that stands on the floor of a small room. */
const smallPlant: Builder = () => single("plant", [0.4, 0.4, 0.75]);
const toys: Builder = ({ scale }) => single("toyShelf", scale < 3 ? [1.1, 0.34, 0.72] : [0.75, 0.34, 0.72]);
const sideboard: Builder = (setting) => along("sideboard", setting);
const dresser: Builder = (setting) => along("dresser", setting);
/** A television. */
export const media: Builder = (setting) => along("mediaUnit", setting);

const livingRoom: Program = {
  main: [living, armchairs, reading],
  extras: [plant, media, sideboard, lamp, reading],
};
const bedRoom: Program = {
  main: [bedroom, child],
  small: [daybed, child],
  extras: [plant, dresser, reading],
};
const outside: Program = {
  ...{ main: [lounge, bistro], extras: [plant, plant, bistro] },
  ...{ bare: true, outdoors: true },
};
/** Nobody lays a rug on a lawn. */
const onLawn: Builder = (setting) => {
  const { slots, ...group } = lounge(setting);
  return { ...group, slots: slots.filter(({ kind }) => kind !== "rug") };
};
/** With a sofa, armchairs or no seat, whatever the size of the room. */
const screens: readonly Builder[] = [theater, armchairTheater, screenAlone];
/** What stands around the fittings of a bathroom, which are part of the building. */
const bath: Program = {
  main: [bathStool, basket],
  small: [basket],
  extras: [basket, smallPlant],
  bare: true,
  fitted: true,
};
const utility: Program = { main: [storage, basket], extras: [basket, smallPlant], bare: true, fitted: true };

/** Whether all of the room types have fittings of their own, or are outdoors. */
export const areAll = (what: "fitted" | "outdoors", roomTypes: readonly RoomType[]): boolean =>
  roomTypes.length > 0 &&
  roomTypes.every((type) => {
    const program = programs[type];
    return typeof program !== "string" && program[what] === true;
  });

/** What each room type is furnished with; a sentence why not if the model has no furniture for it. */
export const programs: Readonly<Record<RoomType, Program | string>> = {
  "Living Room": livingRoom,
  "Dining Room": { main: [dining, breakfast], small: [breakfast], extras: [sideboard, plant, lamp] },
  Kitchen: { main: [breakfast], extras: [plant] },
  Bedroom: bedRoom,
  "Children's Room": { main: [childsCorner, child, nursery], extras: [toys, plant, nursery] },
  Hallway: { main: [hallway], extras: [plant] },
  Office: { main: [office, desk], extras: [plant, reading, shelves] },
  Library: { main: [shelves], extras: [reading, plant, shelves] },
  "Home Theater": { main: screens, small: screens, extras: [plant, lamp] },
  Studio: {
    ...{ main: [bedroom], extras: [plant, breakfast] },
    second: { main: [living, armchairs, desk], extras: [] },
  },
  Basement: { main: [living, gym], extras: [media, plant] },
  Attic: { main: [bedroom, reading], extras: [plant, office] },
  Gym: { main: [gym], extras: [dumbbells, plant] },
  Balcony: { main: [bistro], extras: [plant], bare: true, outdoors: true },
  Bathroom: bath,
  Shower: bath,
  Toilet: bath,
  Laundry: utility,
  "Utility Room": utility,
  Closet: { main: [wardrobeRail, storage], extras: [storage, basket], bare: true, fitted: true },
  Garage: { main: [workplace, storage, parked], extras: [parked, storage], bare: true },
  "Wine Cellar": { main: [racks, tasting], extras: [tasting, racks], bare: true, fitted: true },
  Sauna: { main: [saunaThings], extras: [], bare: true, fitted: true },
  Pool: { main: [loungers], extras: [plant, plant], bare: true, outdoors: true },
  Terrace: outside,
  Garden: { ...outside, main: [onLawn, bistro] },
  ...unfurnished,
};
