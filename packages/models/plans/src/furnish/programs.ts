import { overhang } from "@image-staging/furniture/bed";
import { bedroom, child } from "@image-staging/furniture/groups/bedroom";
import { breakfast, dining } from "@image-staging/furniture/groups/dining";
import { armchairs, living, reading } from "@image-staging/furniture/groups/living";
import { along, bistro, lounge, single } from "@image-staging/furniture/groups/others";
import type { Group } from "@image-staging/furniture/groups/slots";
import { office, shelves } from "@image-staging/furniture/groups/work";
import type { Builder } from "@image-staging/furniture/programs";
import type { RoomUse } from "@image-staging/furniture/room-use";

const plant: Builder = ({ scale }) => single("plant", scale < 3 ? [0.7, 0.7, 1.5] : [0.5, 0.5, 1]);
const sideboard: Builder = (setting) => along("sideboard", setting);
const dresser: Builder = (setting) => along("dresser", setting);
const media: Builder = (setting) => along("mediaUnit", setting);
const toys: Builder = () => single("toyShelf", [1.0, 0.34, 0.72]);

const wardrobe: Builder = ({ scale }): Group => ({
  stand: "wall",
  share: [0, 1],
  slots: [{ kind: "wardrobe", size: [[2, 1.5, 1.2, 0.9][scale - 1] ?? 0.9, 0.58, 2.1], x: 0, z: 0.3 }],
});

/** A desk at the wall with its chair before it. */
const wallDesk: Builder = ({ scale }): Group => ({
  stand: "wall",
  share: [0, 1],
  slots: [
    { kind: "desk", size: [[1.4, 1.2, 1.1, 1][scale - 1] ?? 1, 0.6, 0.74], x: 0, z: 0.32, name: "desk" },
    { kind: "officeChair", size: [0.6, 0.6, 0.95], x: 0.03, z: 0.82, turn: Math.PI - 0.2 },
    { kind: "laptop", size: [0.33, 0.23, 0.22], x: 0, z: 0.36, y: 0.74, on: "desk" },
  ],
});

/** The main piece of a group alone, if nothing fits next to it. */
const alone =
  (build: Builder): Builder =>
  (setting) => {
    const { slots, ...group } = build({ ...setting, scale: Math.max(3, setting.scale) });
    return { ...group, slots: slots.slice(0, 1) };
  };

/** The narrowest bed for two, alone. */
export const narrowDouble: Builder = (setting) => {
  const { slots, ...group } = alone(bedroom)({ ...setting, scale: 3 });
  return {
    ...group,
    slots: slots.map((slot) => ({
      ...slot,
      size: [1.3 + overhang(setting.preset), slot.size[1], slot.size[2]],
    })),
  };
};

/** A single bed with its long side at the wall. */
const sideways: Builder = ({ preset }): Group => {
  const width = 0.9 + overhang(preset);
  return {
    stand: "wall",
    share: [0, 1],
    slots: [{ kind: "bed", size: [width, 2.06, 1.15], x: 0, z: width / 2 + 0.02, turn: Math.PI / 2 }],
  };
};

/** A narrow console, without the rug and the stool of a photo's hallway. */
const console: Builder = ({ scale }): Group => ({
  stand: "wall",
  share: [0, 1],
  slots: [
    {
      kind: "consoleTable",
      size: [[1.2, 1, 0.85, 0.7][scale - 1] ?? 0.7, 0.32, 0.8],
      x: 0,
      z: 0.17,
      name: "console",
    },
    { kind: "bouquet", size: [0.28, 0.28, 0.42], x: 0.15, z: 0.17, y: 0.8, on: "console" },
  ],
});

/** What stands in a room if its main group does not fit. */
export const instead: Readonly<Partial<Record<RoomUse, readonly Builder[]>>> = {
  bedroom: [alone(bedroom), sideways],
  studio: [alone(bedroom), sideways],
  child: [alone(bedroom), sideways],
  living: [alone(living)],
  office: [wallDesk],
  dining: [breakfast],
};

/** What a room of a plan gets, in this order; the first must fit, unless nothing of it does. */
export const programs: Readonly<Record<RoomUse, readonly Builder[]>> = {
  living: [living, media, sideboard, shelves, reading, plant, plant],
  dining: [dining, sideboard, plant, plant],
  kitchen: [breakfast],
  bedroom: [bedroom, wardrobe, plant],
  child: [child, wardrobe, toys, wallDesk],
  office: [office, shelves, plant, reading],
  hall: [console, plant],
  studio: [bedroom, living, breakfast, wardrobe, plant],
  conservatory: [reading, bistro, plant, plant],
  outside: [lounge, bistro, plant],
  bath: [],
  storage: [],
  utility: [],
  garage: [],
};

/** What fills a large reception from some square metres on, and whether one dines at it; a sofa has its television first. */
const seats: readonly { one: Builder; from: number; meal?: boolean }[] = [
  { one: dining, from: 21, meal: true },
  { one: media, from: 32 },
  { one: armchairs, from: 32 },
  { one: living, from: 45 },
];

/** What else a room gets by its size in square metres: large receptions dine, bedrooms have a desk or a seat. */
export function extrasOf(use: RoomUse, area: number, dines: boolean): readonly Builder[] {
  if (use === "living")
    return seats.filter(({ from, meal }) => area > from && !(meal && dines)).map(({ one }) => one);
  if (use === "kitchen" && area > 17) return [dining, plant];
  if (use === "bedroom" && area > 17) return [dresser, reading];
  if (use === "bedroom" && area > 11) return [wallDesk];
  return [];
}
