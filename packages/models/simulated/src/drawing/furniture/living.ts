import { bed, box, chair, type Furniture, round, table } from "./blocks.ts";

/** Pieces of living rooms, dining rooms, bedrooms and cinemas. */
export const living = {
  sofa: {
    label: "Sofa",
    blocks: [
      box("main", 2.1, 0.9, 0.42),
      box("main", 2.1, 0.22, 0.82, { z: 0.34 }),
      box("main", 0.2, 0.9, 0.6, { x: -1.05 }),
      box("main", 0.2, 0.9, 0.6, { x: 1.05 }),
      box("accent", 0.45, 0.14, 0.34, { x: -0.65, y: 0.42, z: 0.14 }),
      box("second", 0.45, 0.14, 0.34, { x: 0.65, y: 0.42, z: 0.14 }),
    ],
  },
  armchair: {
    label: "Armchair",
    blocks: [
      box("accent", 0.8, 0.8, 0.42),
      box("accent", 0.8, 0.18, 0.85, { z: 0.31 }),
      box("accent", 0.14, 0.8, 0.58, { x: -0.4 }),
      box("accent", 0.14, 0.8, 0.58, { x: 0.4 }),
    ],
  },
  coffeeTable: {
    label: "Coffee table",
    blocks: [round("dark", 0.34, 0.34), round("wood", 0.9, 0.05, { y: 0.34 })],
  },
  rug: { label: "Rug", blocks: [box("accent", 2.6, 1.8, 0.012), box("second", 2.36, 1.56, 0.016)] },
  floorLamp: {
    label: "Lamp",
    blocks: [round("dark", 0.3, 0.03), round("dark", 0.035, 1.4), round("glow", 0.42, 0.3, { y: 1.35 })],
  },
  plant: {
    label: "Plant",
    blocks: [
      round("second", 0.36, 0.38),
      round("plant", 0.4, 0.35, { y: 0.4 }),
      round("plant", 0.62, 0.35, { y: 0.65 }),
      round("plant", 0.4, 0.25, { y: 1.0 }),
    ],
  },
  mediaUnit: {
    label: "Media unit",
    blocks: [box("wood", 1.8, 0.42, 0.45), box("dark", 1.3, 0.06, 0.74, { y: 0.5 })],
  },
  sideboard: {
    label: "Sideboard",
    blocks: [box("wood", 1.6, 0.45, 0.75), box("accent", 0.24, 0.24, 0.3, { x: 0.45, y: 0.75 })],
  },
  diningSet: {
    label: "Dining table",
    blocks: [
      ...table(1.6, 0.9, 0.75),
      ...[-0.42, 0.42].flatMap((x) => [...chair("main", x, -0.62, -1), ...chair("main", x, 0.62, 1)]),
    ],
  },
  bed: { label: "Bed", blocks: bed(1.6, "main") },
  singleBed: { label: "Single bed", blocks: bed(0.95, "accent") },
  bedside: {
    label: "Bedside",
    blocks: [box("wood", 0.45, 0.4, 0.48), round("glow", 0.22, 0.28, { y: 0.48 })],
  },
  toyChest: {
    label: "Toy chest",
    blocks: [box("wood", 0.8, 0.42, 0.4), box("accent", 0.84, 0.46, 0.06, { y: 0.4 })],
  },
  playMat: {
    label: "Play mat",
    blocks: [round("second", 1.6, 0.012), round("accent", 1.1, 0.016), round("main", 0.6, 0.02)],
  },
  recliners: {
    label: "Recliners",
    blocks: [-0.85, 0, 0.85].flatMap((x) => [
      box("main", 0.7, 0.85, 0.42, { x }),
      box("main", 0.7, 0.2, 0.95, { x, z: -0.36 }),
      box("dark", 0.12, 0.8, 0.56, { x: x + 0.42 }),
    ]),
  },
  screen: {
    label: "Screen",
    blocks: [box("dark", 2.5, 0.05, 1.4, { y: 0.75 }), box("white", 2.36, 0.06, 1.26, { y: 0.82, z: -0.02 })],
  },
} satisfies Record<string, Furniture>;
