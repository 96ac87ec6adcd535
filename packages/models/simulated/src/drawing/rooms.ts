import type { RoomType } from "@image-staging/inference-contract/vocabulary";
import type { FurnitureName } from "./furniture/catalogue.ts";

/** A piece on the floor in metres: `x` from the room's middle, `z` from its front edge, `turn` in degrees. */
export type Placement = readonly [piece: FurnitureName, x: number, z: number, turn?: number];

/** The arrangement of each room of the contract. The first two pieces stand for the room if rooms share a picture. */
export const rooms = {
  "Living Room": [
    ["sofa", 0, 2.3],
    ["coffeeTable", 0, 1],
    ["rug", 0, 1.1],
    ["armchair", -1.75, 1.2, 65],
    ["floorLamp", 1.6, 2.4],
  ],
  Kitchen: [
    ["kitchenUnits", -0.3, 2.4],
    ["island", 0, 0.8],
    ["fridge", 1.4, 2.4],
  ],
  "Dining Room": [
    ["diningSet", 0, 1.2],
    ["sideboard", -0.4, 2.8],
    ["plant", 1.5, 2.5],
  ],
  Bathroom: [
    ["bath", -0.7, 2.3],
    ["vanity", 1.1, 2.4],
    ["toilet", 1.4, 1.1, -60],
    ["mat", -0.5, 1.1, 90],
  ],
  Shower: [
    ["shower", -0.5, 2],
    ["vanity", 0.8, 2.2],
    ["basket", 1, 0.9],
  ],
  Toilet: [
    ["toilet", 0, 1.8],
    ["vanity", 1, 2],
    ["basket", -0.8, 1.7],
  ],
  Bedroom: [
    ["bed", 0, 1.7],
    ["bedside", 1.2, 2.4],
    ["rug", 0, 0.9],
    ["wardrobe", -1.75, 2.6],
  ],
  "Children's Room": [
    ["singleBed", -1, 1.8],
    ["playMat", 0.6, 1],
    ["bookshelf", 1, 2.6],
    ["toyChest", -0.1, 2.5],
  ],
  Hallway: [
    ["console", 0.8, 2.2, -20],
    ["runner", 0, 1.3],
    ["coatRack", -0.7, 2.8],
    ["bench", -0.9, 2, 25],
  ],
  Office: [
    ["desk", 0, 1.7],
    ["bookshelf", 1.5, 2.5],
    ["rug", 0, 1.2],
    ["plant", -1.4, 2.2],
  ],
  Closet: [
    ["wardrobe", -0.9, 2.4],
    ["hangingRail", 0.8, 2.4],
    ["bench", 0, 1],
  ],
  Laundry: [
    ["washer", -0.6, 2.2],
    ["dryer", 0.1, 2.2],
    ["basket", 0.9, 1.6],
  ],
  Basement: [
    ["shelving", -0.9, 2.5],
    ["boxes", 0.9, 2],
    ["sofa", 0.3, 0.9, 12],
  ],
  Attic: [
    ["singleBed", -0.7, 1.8],
    ["boxes", 1.1, 2.1],
    ["rug", 0.3, 0.9],
  ],
  Garage: [
    ["car", -0.3, 2.4],
    ["workbench", 2.1, 2.8, -35],
    ["boxes", -2, 2.6],
  ],
  Balcony: [
    ["bistroSet", 0, 1.4],
    ["planter", 0.9, 2.5],
    ["plant", -1.1, 2.2],
  ],
  Terrace: [
    ["loungeSet", -0.5, 2.1],
    ["coffeeTable", -0.4, 0.9],
    ["parasol", 1.3, 1.9],
    ["planter", 1, 2.9],
  ],
  Garden: [
    ["tree", -1.4, 2.6],
    ["bistroSet", 0.7, 1.5],
    ["lawn", 0, 1.4],
    ["planter", 1.2, 2.8],
  ],
  Exterior: [
    ["path", 0, 1.3],
    ["planter", 1.2, 2.2],
    ["lamppost", -0.9, 1.6],
    ["tree", -1.6, 2.9],
  ],
  Gym: [
    ["treadmill", -0.9, 1.8, 15],
    ["weights", 0.9, 2.3],
    ["mat", 0.5, 1, 20],
  ],
  Sauna: [
    ["saunaBench", 0, 2.1],
    ["saunaStove", 1.4, 1.5],
    ["basket", -1.3, 1.3],
  ],
  Pool: [
    ["pool", 0, 1.2],
    ["lounger", 1.7, 2.8],
    ["lounger", -1.7, 2.8],
    ["parasol", 0, 3.2],
  ],
  Staircase: [
    ["stairRunner", 0, 1.7],
    ["plant", 1.3, 1.6],
    ["console", -1.4, 2.2, 25],
  ],
  "Utility Room": [
    ["washer", -0.8, 2.2],
    ["shelving", 0.6, 2.5],
    ["basket", -0.1, 1.5],
  ],
  Studio: [
    ["bed", -0.9, 1.9],
    ["desk", 1.1, 2.4],
    ["rug", 0, 0.9],
    ["coffeeTable", 0.9, 0.9],
  ],
  Library: [
    ["bookshelf", -0.7, 2.7],
    ["armchair", 0.5, 1.2, -35],
    ["bookshelf", 0.4, 2.7],
    ["floorLamp", 1.4, 2],
    ["rug", 0, 1.2],
  ],
  "Wine Cellar": [
    ["wineRack", -0.8, 2.5],
    ["barrel", 0.2, 1.1],
    ["wineRack", 0.6, 2.5],
  ],
  "Home Theater": [
    ["screen", 0, 2.9],
    ["recliners", 0, 0.9],
    ["floorLamp", 1.7, 2.6],
  ],
} satisfies Record<RoomType, readonly Placement[]>;
