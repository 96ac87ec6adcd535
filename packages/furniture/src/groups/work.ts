import type { Group, Setting, Slot } from "./slots.ts";

/** A desk that faces the room, a swivel chair behind it, what one works with, bookcases and an armchair. */
export function office({ scale, careful }: Setting): Group {
  const width = [1.6, 1.4, 1.2, 1.1][scale - 1] ?? 1.1;
  const depth = 0.7;
  const height = 0.74;
  const z = 1.05 + depth / 2;
  const on = "desk";
  const slots: Slot[] = [
    // Its drawers are towards the chair.
    { kind: "desk", size: [width, depth, height], x: 0, z, turn: Math.PI, name: on },
    { kind: "officeChair", size: [0.64, 0.64, 1.05], x: 0.05, z: 0.68, turn: 0.15 },
    { kind: "laptop", size: [0.33, 0.23, 0.22], x: 0.05, z: z - 0.05, y: height, turn: Math.PI + 0.05, on },
    { kind: "tableLamp", size: [0.26, 0.26, 0.46], x: width * 0.36, z: z + 0.08, y: height, on },
    { kind: "deskThings", size: [0.3, 0.2, 0.18], x: -width * 0.3, z: z + 0.12, y: height, on },
    { kind: "books", size: [0.25, 0.18, 0.09], x: -width * 0.36, z: z - 0.1, y: height, turn: -0.2, on },
    { kind: "rug", size: [width + 1.0, 2.0, 0.012], x: 0, z: z + 0.05, flat: true, optional: true },
  ];
  if (!careful) {
    const bookcase = { kind: "bookcase", size: [0.9, 0.32, 1.9], z: 0, atWall: true } as const;
    const [side, seat] = [width * 0.3 + 0.55, width / 2 + 0.75];
    const seats = [
      { x: -seat - 0.35, z: 1.4, turn: 0.95 },
      { x: seat + 0.35, z: 1.4, turn: -0.95 },
      { x: seat + 0.1, z: 1, turn: -0.7 },
    ];
    slots.push(
      { ...bookcase, x: side, optional: true },
      { ...bookcase, x: side + 0.92, or: [{ x: -side - 0.2, z: 0, turn: 0 }], optional: true },
      { kind: "armchair", size: [0.78, 0.8, 0.85], x: -seat, z: 0.95, turn: 0.7, or: seats, optional: true },
      { kind: "art", size: [0.6, 0.04, 0.8], x: -0.15, z: 0, hangs: true, number: 0 },
    );
  }
  return { slots, stand: "either", share: [0.2, 0.42] };
}

/** A small desk at the wall with its chair: where there is no room to walk behind a desk. */
export function desk(): Group {
  const [width, depth, height] = [1.1, 0.55, 0.74];
  const on = "desk";
  return {
    stand: "wall",
    share: [0.12, 0.42],
    slots: [
      { kind: "desk", size: [width, depth, height], x: 0, z: depth / 2 + 0.02, name: on },
      { kind: "officeChair", size: [0.64, 0.64, 1.05], x: 0.05, z: depth + 0.42, turn: Math.PI + 0.25 },
      { kind: "laptop", size: [0.33, 0.23, 0.22], x: 0, z: depth / 2 + 0.04, y: height, on },
      { kind: "tableLamp", size: [0.26, 0.26, 0.46], x: width * 0.34, z: 0.18, y: height, on },
      { kind: "art", size: [0.6, 0.04, 0.8], x: 0, z: 0, hangs: true, number: 0 },
    ],
  };
}

/** Bookcases side by side. */
export function shelves({ scale }: Setting): Group {
  const count = [3, 2, 1, 1][scale - 1] ?? 1;
  return {
    stand: "wall",
    share: [0.12, 0.5],
    slots: Array.from(
      { length: count },
      (_, i): Slot => ({
        kind: "bookcase",
        size: [0.95, 0.34, 2.05],
        x: (i - (count - 1) / 2) * 0.97,
        z: 0.19,
      }),
    ),
  };
}

/** A place to train: bench, rack, mat and ball. */
export function gym({ scale }: Setting): Group {
  const free: Slot[] = [
    { kind: "gymBench", size: [0.5, 1.25, 0.8], x: 0.4, z: 1.75, turn: -0.35 },
    { kind: "mat", size: [0.65, 1.75, 0.008], x: -0.75, z: 1.8, turn: 0.12, flat: true, optional: true },
    {
      ...{ kind: "exerciseBall", size: [0.62, 0.62, 0.6], x: -1.25, z: 0.5, optional: true },
      or: [
        { x: 1.3, z: 1.4, turn: 0 },
        { x: -1.5, z: 1.4, turn: 0 },
      ],
    },
  ];
  const [rack] = dumbbells().slots;
  if (scale > 2 && rack) {
    const behind = { ...rack, x: 0.2, z: 0.3, optional: true, or: [{ x: 0.9, z: 0.5, turn: -0.35 }] };
    return { slots: [...free, behind], stand: "free", share: [0.16, 0.45] };
  }
  const mirror = { kind: "mirror", size: [0.8, 0.03, 1.7], x: 0, z: 0, hangs: true } as const;
  return { ...dumbbells(), slots: [...dumbbells().slots, ...free, mirror], share: [0.16, 0.45] };
}

/** Dumbbells in a rack at a wall. */
export const dumbbells = (): Group => ({
  slots: [{ kind: "dumbbellRack", size: [1.3, 0.42, 0.85], x: 0, z: 0.24 }],
  stand: "wall",
  share: [0.08, 0.45],
});
