import { mediaHeight } from "../storage.ts";
import type { Group, Setting, Slot } from "./slots.ts";

/** A console with a mirror or a picture over it, and a pouf or a plant beside it if there is room. */
export function hallway({ scale, variant = 0 }: Setting): Group {
  const isOdd = variant % 2 === 1;
  const width = [1.2, 1, 0.85, 0.75][scale - 1] ?? 0.75;
  const height = 0.8;
  const on = "console";
  return {
    stand: "wall",
    share: [0.1, 0.4],
    slots: [
      { kind: "consoleTable", size: [width, 0.34, height], x: 0, z: 0.18, name: on },
      { kind: "tableLamp", size: [0.27, 0.27, 0.48], x: -width * 0.34, z: 0.18, y: height, on },
      { kind: "bowl", size: [0.24, 0.24, 0.07], x: width * 0.14, z: 0.2, y: height, on },
      { kind: "bouquet", size: [0.3, 0.3, 0.45], x: width * 0.36, z: 0.17, y: height, on },
      isOdd
        ? { kind: "art", size: [0.6, 0.04, 0.8], x: 0, z: 0, hangs: true, number: 1 }
        : { kind: "mirror", size: [0.7, 0.03, 0.7], x: 0, z: 0, hangs: true },
      isOdd
        ? { kind: "plant", size: [0.4, 0.4, 1.05], x: width / 2 + 0.36, z: 0.3, optional: true }
        : { kind: "pouf", size: [0.42, 0.42, 0.42], x: width / 2 + 0.36, z: 0.3, optional: true },
      { kind: "rug", size: [width + 0.9, 0.8, 0.012], x: 0, z: 0.95, flat: true, optional: true },
    ],
  };
}

/** Outdoors: sofa, armchairs, low table. */
export function lounge({ scale }: Setting): Group {
  const width = [2, 1.8, 1.5, 1.3][scale - 1] ?? 1.3;
  const on = "table";
  const slots: Slot[] = [
    { kind: "outdoorSofa", size: [width, 0.82, 0.8], x: 0, z: 0.42 },
    { kind: "outdoorTable", size: [0.95, 0.55, 0.34], x: 0, z: 0.83 + 0.45 + 0.28, name: on },
    { kind: "tray", size: [0.4, 0.26, 0.13], x: -0.1, z: 1.55, y: 0.34, turn: 0.2, on },
    {
      kind: "outdoorArmchair",
      size: [0.8, 0.8, 0.8],
      x: width / 2 + 0.35,
      z: 1.6,
      turn: -1.25,
      optional: true,
    },
    { kind: "rug", size: [width + 0.5, 1.9, 0.012], x: 0, z: 1.65, flat: true, optional: true },
  ];
  return { slots, stand: "either", share: [0.24, 0.5] };
}

/** A small table with two folding chairs. */
export function bistro(): Group {
  const on = "table";
  return {
    stand: "either",
    share: [0.1, 0.3],
    slots: [
      { kind: "bistroTable", size: [0.6, 0.6, 0.73], x: 0, z: 0.5, name: on },
      { kind: "bistroChair", size: [0.44, 0.46, 0.85], x: -0.52, z: 0.55, turn: 1.35 },
      { kind: "bistroChair", size: [0.44, 0.46, 0.85], x: 0.52, z: 0.55, turn: -1.35 },
      { kind: "bouquet", size: [0.25, 0.25, 0.36], x: 0.05, z: 0.48, y: 0.73, on },
    ],
  };
}

/** A piece along a wall with something over it and something on it. */
export function along(kind: "sideboard" | "dresser" | "mediaUnit", { scale }: Setting): Group {
  const width =
    { sideboard: [1.8, 1.5, 1.2, 0.9], dresser: [1.2, 1, 0.8, 0.7], mediaUnit: [2, 1.7, 1.4, 1.2] }[kind][
      scale - 1
    ] ?? 1;
  const height = { sideboard: 0.78, dresser: 0.85, mediaUnit: mediaHeight(width) }[kind];
  const on = "low";
  const slots: Slot[] = [{ kind, size: [width, 0.42, height], x: 0, z: 0.23, name: on }];
  if (kind !== "mediaUnit")
    slots.push(
      { kind: "tableLamp", size: [0.28, 0.28, 0.48], x: -width * 0.36, z: 0.22, y: height, on },
      { kind: "bouquet", size: [0.3, 0.3, 0.48], x: width * 0.33, z: 0.2, y: height, on },
      { kind: "books", size: [0.25, 0.18, 0.08], x: width * 0.08, z: 0.24, y: height, turn: 0.1, on },
      {
        kind: kind === "dresser" ? "mirror" : "art",
        size: kind === "dresser" ? [0.7, 0.03, 0.7] : [0.95, 0.04, 0.65],
        x: 0,
        z: 0,
        hangs: true,
        number: 2,
      },
    );
  return { slots, stand: "wall", share: [0.08, 0.5] };
}

/** One plant, lamp or toy shelf that fills a corner. */
export const single = (kind: "plant" | "toyShelf" | "floorLamp", size: Slot["size"]): Group => ({
  stand: "wall",
  decor: kind !== "toyShelf",
  share: [0.03, 0.4],
  slots: [{ kind, size, x: 0, z: size[1] / 2 + 0.04 }],
});
