import { box, chair, type Furniture, round } from "./blocks.ts";

/** Pieces that stand outside or in a garage. */
export const outdoor = {
  car: {
    label: "Car",
    blocks: [
      ...[-1.3, 1.3].flatMap((z) => [-0.8, 0.8].map((x) => box("dark", 0.2, 0.6, 0.6, { x, z }))),
      box("main", 1.75, 4.2, 0.55, { y: 0.25 }),
      box("water", 1.5, 2, 0.5, { y: 0.8, z: 0.3 }),
      box("main", 1.5, 1.9, 0.06, { y: 1.3, z: 0.3 }),
    ],
  },
  bistroSet: {
    label: "Bistro set",
    blocks: [
      round("dark", 0.08, 0.7),
      round("wood", 0.7, 0.04, { y: 0.7 }),
      ...chair("accent", -0.7, 0, 1),
      ...chair("accent", 0.7, 0, 1),
    ],
  },
  planter: {
    label: "Planter",
    blocks: [box("wood", 1.1, 0.34, 0.42), box("plant", 1, 0.28, 0.35, { y: 0.42 })],
  },
  loungeSet: {
    label: "Lounge set",
    blocks: [
      box("wood", 1.9, 0.8, 0.28),
      box("second", 1.86, 0.76, 0.14, { y: 0.28 }),
      box("main", 1.9, 0.16, 0.4, { y: 0.42, z: 0.32 }),
    ],
  },
  parasol: {
    label: "Parasol",
    blocks: [round("dark", 0.5, 0.06), round("wood", 0.06, 2.2), round("second", 2, 0.1, { y: 2.15 })],
  },
  tree: {
    label: "Tree",
    blocks: [
      round("wood", 0.16, 0.9),
      round("plant", 1.1, 0.6, { y: 0.8 }),
      round("plant", 0.8, 0.5, { y: 1.4 }),
    ],
  },
  lawn: { label: "Lawn", blocks: [box("plant", 3.2, 2, 0.012)] },
  path: { label: "Path", blocks: [box("second", 1.1, 2.4, 0.012)] },
  lamppost: { label: "Light", blocks: [round("dark", 0.14, 1.5), round("glow", 0.28, 0.3, { y: 1.5 })] },
  pool: { label: "Pool", blocks: [box("white", 3.6, 2, 0.06), box("water", 3.3, 1.7, 0.07)] },
  lounger: {
    label: "Lounger",
    blocks: [
      box("wood", 0.65, 1.9, 0.3),
      box("second", 0.6, 1.85, 0.08, { y: 0.3 }),
      box("second", 0.6, 0.1, 0.55, { y: 0.36, z: 0.7 }),
    ],
  },
} satisfies Record<string, Furniture>;
