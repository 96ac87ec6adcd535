import { box, chair, type Furniture, round, shelves, table } from "./blocks.ts";

/** Pieces of halls, offices, stores, gyms and cellars. */
export const storageAndWork = {
  wardrobe: {
    label: "Wardrobe",
    blocks: [box("second", 0.69, 0.6, 2.1, { x: -0.35 }), box("second", 0.69, 0.6, 2.1, { x: 0.35 })],
  },
  desk: {
    label: "Desk",
    blocks: [
      ...table(1.4, 0.7, 0.74),
      box("dark", 0.56, 0.04, 0.36, { y: 0.8, z: 0.16 }),
      ...chair("main", 0, -0.6, -1),
    ],
  },
  bookshelf: { label: "Bookshelf", blocks: shelves(1, 1.9, "accent") },
  bench: { label: "Bench", blocks: [...table(1.2, 0.4, 0.42), box("accent", 1.1, 0.36, 0.07, { y: 0.42 })] },
  console: {
    label: "Console",
    blocks: [...table(1.1, 0.34, 0.8), round("accent", 0.18, 0.3, { y: 0.8, x: 0.3 })],
  },
  coatRack: {
    label: "Coat rack",
    blocks: [
      box("wood", 0.9, 0.05, 0.16, { y: 1.6 }),
      box("main", 0.22, 0.1, 0.7, { x: -0.22, y: 0.95 }),
      box("accent", 0.22, 0.1, 0.6, { x: 0.16, y: 1.05 }),
    ],
  },
  runner: { label: "Runner", blocks: [box("main", 0.8, 2.4, 0.012), box("second", 0.62, 2.2, 0.016)] },
  hangingRail: {
    label: "Hanging rail",
    blocks: [
      box("dark", 1.4, 0.04, 0.04, { y: 1.6 }),
      box("dark", 0.04, 0.4, 1.6, { x: -0.7 }),
      box("dark", 0.04, 0.4, 1.6, { x: 0.7 }),
      ...[-0.45, -0.15, 0.15, 0.45].map((x, nth) =>
        box(nth % 2 ? "accent" : "main", 0.22, 0.32, 0.95, { x, y: 0.62 }),
      ),
    ],
  },
  shelving: { label: "Shelving", blocks: shelves(1.4, 1.8, "main") },
  boxes: {
    label: "Storage",
    blocks: [box("wood", 0.6, 0.5, 0.42), box("second", 0.5, 0.45, 0.36, { y: 0.42 })],
  },
  workbench: {
    label: "Workbench",
    blocks: [...table(1.8, 0.65, 0.9), box("accent", 0.5, 0.3, 0.24, { y: 0.9, x: -0.5 })],
  },
  treadmill: {
    label: "Treadmill",
    blocks: [
      box("dark", 0.75, 1.6, 0.2),
      box("metal", 0.06, 0.06, 1.2, { x: -0.34, z: 0.7 }),
      box("metal", 0.06, 0.06, 1.2, { x: 0.34, z: 0.7 }),
      box("accent", 0.75, 0.1, 0.3, { y: 1.1, z: 0.7 }),
    ],
  },
  weights: {
    label: "Weights",
    blocks: [
      ...[-0.65, 0.65].map((x) => box("dark", 0.06, 0.4, 1, { x })),
      box("metal", 1.3, 0.4, 0.06, { y: 0.35 }),
      box("metal", 1.3, 0.4, 0.06, { y: 0.75 }),
      ...[-0.45, 0, 0.45].flatMap((x) => [0.41, 0.81].map((y) => round("dark", 0.26, 0.16, { x, y }))),
    ],
  },
  stairRunner: {
    label: "Stair runner",
    blocks: [0, 1, 2, 3].flatMap((step) => [
      box("wood", 1.5, 0.32, 0.17 * (step + 1), { z: step * 0.32 - 0.4 }),
      box("main", 0.8, 0.32, 0.012, { z: step * 0.32 - 0.4, y: 0.17 * (step + 1) }),
    ]),
  },
  wineRack: { label: "Wine rack", blocks: shelves(1.2, 1.8, "dark") },
  barrel: { label: "Barrel table", blocks: [round("wood", 0.7, 0.9), round("dark", 0.74, 0.05, { y: 0.9 })] },
} satisfies Record<string, Furniture>;
