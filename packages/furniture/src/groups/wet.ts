import type { Group, Setting, Slot } from "./slots.ts";

/** A stool with folded towels at a wall, a bath mat before it, a basket beside it: what a bathroom has besides its fittings. */
export function bathStool({ scale }: Setting): Group {
  const [width, height] = [0.36, 0.46];
  const on = "stool";
  const slots: Slot[] = [
    { kind: "stool", size: [width, width, height], x: 0, z: 0.22, name: on, minor: true },
    { kind: "towels", size: [0.28, 0.24, 0.15], x: 0, z: 0.21, y: height, turn: 0.08, on },
  ];
  if (scale < 3)
    slots.push(
      { kind: "rug", size: [0.8, 0.5, 0.016], x: 0.1, z: 0.85, flat: true, optional: true },
      {
        ...{ kind: "laundryBasket", size: [0.42, 0.42, 0.56], x: 0.5, z: 0.26, optional: true },
        or: [{ x: -0.5, z: 0.26, turn: 0 }],
      },
    );
  return { slots, stand: "wall", share: [0.04, 0.3] };
}

/** A basket for laundry: what the smallest room has space for. */
export const basket = (): Group => ({
  stand: "wall",
  share: [0.04, 0.3],
  slots: [{ kind: "laundryBasket", size: [0.42, 0.42, 0.56], x: 0, z: 0.25, minor: true }],
});

/** A sauna's bucket with its ladle, and towels on a stool if there is room. */
export const saunaThings = (): Group => ({
  stand: "either",
  share: [0.04, 0.3],
  slots: [
    { kind: "bucket", size: [0.32, 0.32, 0.42], x: 0, z: 0.25, minor: true },
    { kind: "stool", size: [0.36, 0.36, 0.42], x: 0.44, z: 0.24, optional: true, name: "stool" },
    { kind: "towels", size: [0.28, 0.24, 0.15], x: 0.44, z: 0.24, y: 0.42, on: "stool" },
  ],
});

/** Two loungers beside one another, a parasol between their heads and a small table. */
export function loungers({ scale }: Setting): Group {
  const pair = scale < 3;
  const slots: Slot[] = [{ kind: "lounger", size: [0.68, 1.95, 0.75], x: pair ? -0.62 : 0, z: 1.1 }];
  if (pair)
    slots.push(
      { kind: "lounger", size: [0.68, 1.95, 0.75], x: 0.62, z: 1.1 },
      { kind: "outdoorTable", size: [0.42, 0.42, 0.34], x: 0, z: 1.05, optional: true, name: "table" },
      { kind: "tray", size: [0.3, 0.2, 0.1], x: 0, z: 1.05, y: 0.34, on: "table" },
    );
  slots.push({ kind: "parasol", size: [2.4, 2.4, 2.45], x: 0, z: -0.1, optional: true });
  return { slots, stand: "free", share: [0.12, 0.45] };
}
