import { kitchenAndBath } from "./kitchen-and-bath.ts";
import { living } from "./living.ts";
import { outdoor } from "./outdoor.ts";
import { storageAndWork } from "./storage-and-work.ts";

/** Every piece that the simulated model can draw; a room is arranged from them in rooms.ts. */
export const furniture = { ...living, ...kitchenAndBath, ...storageAndWork, ...outdoor };

export type FurnitureName = keyof typeof furniture;
