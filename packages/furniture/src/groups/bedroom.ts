import { overhang } from "../bed.ts";
import type { Group, Setting, Slot } from "./slots.ts";

/** A double bed with nightstands, lamps, rug, bench and art. */
export function bedroom({ preset, scale, careful, variant = 0 }: Setting): Group {
  const width = [1.68, 1.55, 1.4, 0.98][scale - 1] ?? 0.98;
  const single = width < 1.2;
  const head = overhang(preset);
  const length = [2.16, 2.06, 1.98, 1.98][scale - 1] ?? 1.98;
  const beside = width / 2 + head / 2 + 0.3;
  const stand = (side: number, optional: boolean): Slot[] => [
    { kind: "nightstand", size: [0.46, 0.4, 0.5], x: side * beside, z: 0.24, optional, name: `stand${side}` },
    {
      kind: "tableLamp",
      size: [0.27, 0.27, 0.46],
      x: side * (beside + 0.03),
      z: 0.2,
      y: 0.5,
      on: `stand${side}`,
    },
    variant % 2 === 0 || side < 0
      ? {
          ...{ kind: "books", size: [0.18, 0.13, 0.05], x: side * (beside - 0.06), z: 0.3 },
          ...{ y: 0.5, turn: side * 0.3, on: `stand${side}` },
        }
      : {
          ...{ kind: "bouquet", size: [0.15, 0.15, 0.24], x: side * (beside - 0.09), z: 0.3 },
          ...{ y: 0.5, on: `stand${side}` },
        },
  ];
  const slots: Slot[] = [
    { kind: "bed", size: [width + head, length, 1.15], x: 0, z: length / 2 + 0.02 },
    ...stand(-1, scale > 2),
    ...stand(1, scale > 2),
    { kind: "rug", size: [width + 1.1, 1.7, 0.012], x: 0, z: length - 0.35, flat: true, optional: true },
    ...overBed(single ? [0.5, 0.5] : [0.9, 0.52], variant),
  ];
  if (!single && !careful && variant % 4 < 3)
    slots.push({ kind: "bench", size: [width * 0.72, 0.4, 0.45], x: 0, z: length + 0.34, optional: true });
  // Grown-ups sleep in a single bed only if there is no room for another.
  return { slots, stand: "wall", share: [0.28, 0.85], handicap: single ? 0.45 : 0 };
}

/** What hangs over a bed: one picture, a pair, or one that is square. */
function overBed([width, height]: readonly [number, number], variant: number): Slot[] {
  const hung = (wide: number, high: number, x: number, number: number): Slot => ({
    ...{ kind: "art", size: [wide, 0.04, high], x, z: 0, hangs: true, number },
  });
  switch (variant % 3) {
    case 1:
      return [-1, 1].map((side, i) => hung(width * 0.46, height * 1.15, side * width * 0.3, i));
    case 2:
      return [hung(height * 1.3, height * 1.3, 0, 1)];
    default:
      return [hung(width, height, 0, 0)];
  }
}

/** A single bed with a nightstand, a round rug and a pouf. */
export function child(setting: Setting): Group {
  const { slots } = bedroom({ ...setting, scale: 4 });
  const kept = slots.filter(({ kind, name, on }) => kind !== "rug" && name !== "stand-1" && on !== "stand-1");
  return {
    stand: "wall",
    share: [0.16, 0.4],
    slots: [
      ...kept,
      { kind: "rug", size: [1.5, 1.5, 0.012], x: 1.25, z: 1.5, flat: true, optional: true },
      { kind: "pouf", size: [0.45, 0.45, 0.36], x: 1.2, z: 1.25, optional: true },
    ],
  };
}

/** A child's bed like a house, a nightstand, a round rug and a pouf. */
export function childsCorner(setting: Setting): Group {
  const { slots, ...group } = child(setting);
  const width = [1.05, 1.05, 0.95, 0.85][setting.scale - 1] ?? 0.85;
  const own: Slot = {
    kind: "childBed",
    size: [width, width * 1.95, width * 1.5],
    x: 0,
    z: width * 0.975 + 0.02,
  };
  return { ...group, slots: [own, ...slots.filter(({ kind }) => kind !== "bed" && kind !== "art")] };
}

/** A single bed with its long side at the wall: for rooms that are too narrow to walk around its foot. */
export function daybed({ preset }: Setting): Group {
  const [width, length] = [0.98 + overhang(preset), 1.98];
  return {
    stand: "wall",
    share: [0.16, 0.9],
    slots: [
      { kind: "bed", size: [width, length, 1.15], x: 0, z: width / 2 + 0.02, turn: Math.PI / 2 },
      {
        kind: "nightstand",
        size: [0.46, 0.4, 0.5],
        x: -length / 2 - 0.28,
        z: 0.22,
        optional: true,
        name: "stand",
      },
      {
        kind: "tableLamp",
        size: [0.27, 0.27, 0.46],
        x: -length / 2 - 0.28,
        z: 0.2,
        y: 0.5,
        on: "stand",
      },
      { kind: "rug", size: [1.6, 1.1, 0.012], x: 0.1, z: width + 0.4, flat: true, optional: true },
      { kind: "art", size: [0.5, 0.04, 0.5], x: 0, z: 0, hangs: true, number: 0 },
    ],
  };
}

/** A cot with a small rug. */
export function nursery(): Group {
  return {
    stand: "wall",
    share: [0.12, 0.35],
    slots: [{ kind: "cot", size: [0.7, 1.3, 0.9], x: 0, z: 0.7 }],
  };
}
