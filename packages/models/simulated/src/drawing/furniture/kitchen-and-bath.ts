import { box, type Furniture, round } from "./blocks.ts";

/** Pieces of kitchens, wet rooms, laundries and saunas. */
export const kitchenAndBath = {
  kitchenUnits: {
    label: "Kitchen units",
    blocks: [
      box("main", 2.4, 0.6, 0.86),
      box("wood", 2.4, 0.64, 0.04, { y: 0.86 }),
      box("dark", 0.58, 0.5, 0.012, { y: 0.9, x: 0.5 }),
      box("second", 2.4, 0.36, 0.6, { y: 1.45, z: 0.12 }),
    ],
  },
  island: {
    label: "Island",
    blocks: [box("second", 1.5, 0.7, 0.86), box("wood", 1.7, 0.85, 0.05, { y: 0.86 })],
  },
  fridge: {
    label: "Fridge",
    blocks: [box("metal", 0.7, 0.68, 1.25), box("metal", 0.7, 0.68, 0.6, { y: 1.27 })],
  },
  bath: {
    label: "Bath",
    blocks: [box("white", 1.7, 0.75, 0.56), box("water", 1.46, 0.5, 0.01, { y: 0.56 })],
  },
  vanity: {
    label: "Vanity",
    blocks: [
      box("wood", 1, 0.48, 0.55, { y: 0.25 }),
      round("white", 0.4, 0.12, { y: 0.8 }),
      box("water", 0.8, 0.03, 0.8, { y: 1.15, z: 0.22 }),
    ],
  },
  shower: {
    label: "Shower",
    blocks: [
      box("white", 0.9, 0.9, 0.06),
      box("metal", 0.05, 0.05, 2, { x: 0, z: 0.42 }),
      round("metal", 0.26, 0.03, { y: 1.98, z: 0.28 }),
      box("water", 0.03, 0.9, 1.95, { x: -0.45 }),
    ],
  },
  toilet: {
    label: "Toilet",
    blocks: [
      box("white", 0.4, 0.18, 0.82, { z: 0.26 }),
      box("white", 0.3, 0.4, 0.34),
      round("white", 0.42, 0.07, { y: 0.36, z: -0.03 }),
    ],
  },
  washer: {
    label: "Washer",
    blocks: [box("white", 0.6, 0.6, 0.86), box("dark", 0.34, 0.02, 0.34, { y: 0.24, z: -0.3 })],
  },
  dryer: {
    label: "Dryer",
    blocks: [box("white", 0.6, 0.6, 0.86), box("metal", 0.34, 0.02, 0.34, { y: 0.24, z: -0.3 })],
  },
  basket: { label: "Basket", blocks: [round("wood", 0.45, 0.5), round("second", 0.38, 0.06, { y: 0.5 })] },
  mat: { label: "Mat", blocks: [box("accent", 0.7, 1.8, 0.02)] },
  saunaBench: {
    label: "Sauna bench",
    blocks: [
      box("wood", 2, 0.55, 0.08, { y: 0.4, z: -0.3 }),
      box("wood", 2, 0.6, 0.9, { z: 0.3 }),
      box("wood", 1.9, 0.06, 0.4, { y: 0, z: -0.4 }),
    ],
  },
  saunaStove: {
    label: "Stove",
    blocks: [box("dark", 0.5, 0.5, 0.7), box("metal", 0.44, 0.44, 0.14, { y: 0.7 })],
  },
} satisfies Record<string, Furniture>;
