import type { RoomType } from "@image-staging/inference-contract/vocabulary";
import { bedroom, child, daybed, nursery } from "./groups/bedroom.ts";
import { breakfast, dining } from "./groups/dining.ts";
import { armchairs, living, reading } from "./groups/living.ts";
import { along, bistro, hallway, lounge, single } from "./groups/others.ts";
import type { Group, Setting } from "./groups/slots.ts";
import { desk, dumbbells, gym, office, shelves } from "./groups/work.ts";
import { unfurnished } from "./unfurnished.ts";

export type Builder = (setting: Setting) => Group;

/** A room type's furniture: one of the `main` groups must fit (the first that does is taken), the others come after. */
export interface Program {
  main: readonly Builder[];
  /** What is tried if none of them has a good place: these can stand in a poor one, cut off by the picture. */
  small?: readonly Builder[];
  extras: readonly Builder[];
}

/** A plant that fills a corner. */
export const plant: Builder = ({ scale }) => single("plant", scale < 3 ? [0.75, 0.75, 1.6] : [0.5, 0.5, 1]);
/** A floor lamp, for groups that have none. */
export const lamp: Builder = () => single("floorLamp", [0.45, 0.45, 1.56]);
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
const outside: Program = { main: [lounge, bistro], extras: [plant, plant, bistro] };

/** What each room type is furnished with; a sentence why not if the model has no furniture for it. */
export const programs: Readonly<Record<RoomType, Program | string>> = {
  "Living Room": livingRoom,
  "Dining Room": { main: [dining, breakfast], small: [breakfast], extras: [sideboard, plant, lamp] },
  Kitchen: { main: [breakfast], extras: [plant] },
  Bedroom: bedRoom,
  "Children's Room": { main: [child, nursery], extras: [toys, plant, nursery] },
  Hallway: { main: [hallway], extras: [plant] },
  Office: { main: [office, desk], extras: [plant, reading, shelves] },
  Library: { main: [shelves], extras: [reading, plant, shelves] },
  "Home Theater": { main: [living], extras: [media, plant, lamp] },
  Studio: { main: [bedroom], extras: [living, plant, breakfast] },
  Basement: { main: [living, gym], extras: [media, plant] },
  Attic: { main: [bedroom, reading], extras: [plant, office] },
  Gym: { main: [gym], extras: [dumbbells, plant] },
  Balcony: { main: [bistro], extras: [plant] },
  Terrace: outside,
  Garden: outside,
  ...unfurnished,
};
