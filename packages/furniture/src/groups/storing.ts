import type { Group, Setting, Slot } from "./slots.ts";

const shelf = (width: number): Omit<Slot, "x" | "z"> => ({ kind: "shelving", size: [width, 0.4, 1.85] });

/** Open shelves with baskets and boxes, and a basket on the floor beside them. */
export function storage({ scale }: Setting): Group {
  const width = [1.5, 1.2, 0.9, 0.7][scale - 1] ?? 0.7;
  return {
    stand: "wall",
    share: [0.1, 0.45],
    slots: [
      { ...shelf(width), x: 0, z: 0.22 },
      {
        ...{ kind: "laundryBasket", size: [0.42, 0.42, 0.56], x: width / 2 + 0.3, z: 0.27, optional: true },
        or: [{ x: -width / 2 - 0.3, z: 0.27, turn: 0 }],
      },
    ],
  };
}

/** A rail with clothes, shelves beside it and a pouf to sit on. */
export function wardrobeRail({ scale }: Setting): Group {
  const width = [1.5, 1.2, 1, 0.8][scale - 1] ?? 0.8;
  return {
    stand: "wall",
    share: [0.12, 0.5],
    slots: [
      { kind: "clothesRail", size: [width, 0.46, 1.65], x: 0, z: 0.26 },
      {
        ...shelf(0.7),
        ...{ x: width / 2 + 0.42, z: 0.22, optional: true },
        or: [{ x: -width / 2 - 0.42, z: 0.22, turn: 0 }],
      },
      { kind: "pouf", size: [0.44, 0.44, 0.4], x: 0.2, z: 0.95, optional: true },
    ],
  };
}

const bicycle = { kind: "bicycle", size: [1.72, 0.56, 1.02] } as const;

/** A workbench at the wall with a shelf, and a bicycle beside it or at right angles to it. */
export function workplace({ scale }: Setting): Group {
  const width = [1.8, 1.6, 1.4, 1.2][scale - 1] ?? 1.2;
  return {
    stand: "wall",
    share: [0.12, 0.45],
    slots: [
      { kind: "workbench", size: [width, 0.65, 0.88], x: 0, z: 0.36 },
      {
        ...shelf(0.95),
        ...{ x: width / 2 + 0.55, z: 0.22, optional: true },
        or: [{ x: -width / 2 - 0.55, z: 0.22, turn: 0 }],
      },
      {
        ...{ ...bicycle, x: width / 2 + 1, z: 0.36, optional: true },
        or: [
          { x: -width / 2 - 1, z: 0.36, turn: 0 },
          { x: width / 2 + 0.5, z: 1.5, turn: Math.PI / 2 },
          { x: -width / 2 - 0.5, z: 1.5, turn: -Math.PI / 2 },
        ],
      },
    ],
  };
}

/** A bicycle along a wall. */
export const parked = (): Group => ({
  stand: "wall",
  share: [0.08, 0.45],
  slots: [{ ...bicycle, x: 0, z: 0.36 }],
});

/** Racks of bottles side by side. */
export function racks({ scale }: Setting): Group {
  const count = [3, 2, 1, 1][scale - 1] ?? 1;
  return {
    stand: "wall",
    share: [0.1, 0.5],
    slots: Array.from(
      { length: count },
      (_, i): Slot => ({
        kind: "wineRack",
        size: [0.95, 0.34, 1.75],
        x: (i - (count - 1) / 2) * 0.97,
        z: 0.19,
      }),
    ),
  };
}

/** A cask as a table, to taste at. */
export const tasting = (): Group => ({
  stand: "either",
  share: [0.06, 0.3],
  slots: [{ kind: "cask", size: [0.66, 0.66, 0.92], x: 0, z: 0.45 }],
});
