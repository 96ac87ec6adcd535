import { drumOf } from "../coffee-table-frames.ts";
import type { Preset } from "../styles.ts";
import type { Group, Setting, Slot } from "./slots.ts";

const roundTables: readonly Preset["coffee"][] = ["round", "hoop", "drum", "tulip"];

/** Sofas that come with a chaise. */
const chaises: readonly Preset["sofa"][] = ["block", "tapered", "slip", "leather"];

/** A coffee table with what lies on it. Its front and the sofa's front are 42 to 48 cm apart. */
function tableSlots(preset: Preset, x: number, z: number, wide: number): Slot[] {
  const round = roundTables.includes(preset.coffee);
  const [width, depth] = round
    ? [Math.min(0.85, wide * 0.87), Math.min(0.85, wide * 0.87)]
    : [Math.min(1.15, wide * 1.15), 0.6];
  const height = 0.38;
  const middle = z + depth / 2;
  const on = "coffee";
  const drum = preset.coffee === "nest" ? drumOf(width, depth) : { x: 0, radius: width / 2 };
  const at = (part: number): number => x + drum.x + part * drum.radius;
  return [
    { kind: "coffeeTable", size: [width, depth, height], x, z: middle, name: on, minor: true, missed: 0.6 },
    {
      kind: "books",
      size: [0.27, 0.2, 0.08],
      x: at(-0.4),
      z: middle + depth * 0.1,
      y: height,
      turn: 0.25,
      on,
    },
    { kind: "bouquet", size: [0.3, 0.3, 0.42], x: at(0.24), z: middle - depth * 0.12, y: height, on },
    { kind: "bowl", size: [0.24, 0.24, 0.07], x: at(0.44), z: middle + depth * 0.22, y: height, on },
  ];
}

/** Where else an armchair beside the table can stand: further out, turned more to the picture, opposite, beside the sofa. */
const elsewhere = (width: number, z: number): NonNullable<Slot["or"]> => [
  { x: width / 2 + 0.75, z: z - 0.35, turn: -0.85 },
  { x: width / 2 + 0.7, z: z + 0.3, turn: -1.3 },
  { x: width / 2 + 0.1, z: z + 0.75, turn: -1.75 },
  { x: width * 0.3, z: z + 1.43, turn: Math.PI + 0.25 },
  { x: -width * 0.3, z: z + 1.43, turn: Math.PI - 0.25 },
  { x: width / 2 + 0.62, z: 0.62, turn: -0.45 },
  { x: -width / 2 - 0.62, z: 0.62, turn: 0.45 },
];

/** What hangs over a sofa: a pair, one large picture, a row of three, or a mirror. */
function overSofa(variant: number): Slot[] {
  const hung = (kind: "art" | "mirror", wide: number, high: number, x: number, number: number): Slot => ({
    ...{ kind, size: [wide, kind === "art" ? 0.04 : 0.03, high], x, z: 0, hangs: true, number },
  });
  switch (variant % 4) {
    case 0:
      return [hung("art", 1.2, 0.8, 0, 0)];
    case 1:
      return [-1, 1].map((side, i) => hung("art", 0.55, 0.75, side * 0.34, i));
    case 2:
      return [-1, 0, 1].map((side, i) => hung("art", 0.42, 0.56, side * 0.52, i));
    default:
      return [hung("mirror", 0.85, 0.85, 0, 0)];
  }
}

/** Behind a sofa that stands free in the room. */
const behind = (width: number): NonNullable<Slot["or"]> =>
  [0.35, -0.35].map((part) => ({ x: part * width, z: -0.42, turn: 0 }));

/** A plant at the end of a group, if there is floor for it there. */
const plantAt = (x: number, other: number, more: NonNullable<Slot["or"]> = []): Slot => ({
  ...{ kind: "plant", size: [0.7, 0.7, 1.55], x, z: 0.4, optional: true },
  or: [{ x: x + Math.sign(x) * 0.3, z: 0.38, turn: 0 }, { x: other, z: 0.4, turn: 0 }, ...more],
});

/** Sofa, rug, coffee table, one or two armchairs, side table, lamp, plant. */
export function living({ preset, scale, careful, variant = 1 }: Setting): Group {
  const width = [2.3, 2.05, 1.8, 1.55][scale - 1] ?? 1.55;
  const depth = 0.92;
  const table = depth + 0.45;
  const side = width / 2 + 0.3;
  const rugWidth = Math.min(3.2, width + 0.6);
  const chaise = scale === 1 && variant % 3 === 2 && chaises.includes(preset.sofa);
  const armchair = { kind: "armchair", size: [0.78, 0.8, 0.85], z: table + 0.32, optional: true } as const;
  const slots: Slot[] = [
    { kind: "sofa", size: [width, depth, 0.85], x: 0, z: depth / 2 },
    ...tableSlots(preset, chaise ? 0.42 : 0, table, width * (chaise ? 0.36 : 0.46)),
    {
      kind: "rug",
      size: [rugWidth, 2.0, 0.012],
      x: 0,
      z: depth + 0.75,
      flat: true,
      optional: true,
      name: "rug",
    },
    { ...armchair, x: width / 2 + 0.42, turn: -1.12, or: elsewhere(width, table + 0.32) },
    { kind: "sideTable", size: [0.42, 0.42, 0.52], x: -side, z: 0.36, optional: true, name: "side" },
    { kind: "tableLamp", size: [0.28, 0.28, 0.46], x: -side, z: 0.36, y: 0.52, on: "side" },
    {
      ...{ kind: "floorLamp", size: [0.45, 0.45, 1.56], x: side + 0.02, z: 0.32, optional: true },
      or: [
        { x: -side, z: 0.32, turn: 0 },
        { x: side, z: -0.1, turn: 0 },
        { x: -side, z: -0.1, turn: 0 },
        ...behind(width),
      ],
    },
    plantAt(side + 0.62, -side - 0.62, behind(width)),
    ...overSofa(variant),
  ];
  if (chaise) slots.push({ kind: "chaise", size: [0.68, 0.72, 0.46], x: 0.54 - width / 2, z: depth + 0.355 });
  else if (width > 1.9 && !careful && variant % 3 > 0)
    slots.push({ ...armchair, x: -width / 2 - 0.42, z: table + 0.36, turn: 1.12 });
  if (variant % 3 === 0)
    slots.push({
      kind: "pouf",
      size: [0.46, 0.46, 0.38],
      x: -width / 2 - 0.08,
      z: table + 0.2,
      optional: true,
    });
  return { slots, stand: "either", share: [0.28, 0.47] };
}

/** Two armchairs with a table between them, for rooms that are too small for a sofa. */
export function armchairs({ variant = 1 }: Setting): Group {
  const armchair = { kind: "armchair", size: [0.78, 0.8, 0.85], z: 0.6 } as const;
  return {
    stand: "either",
    share: [0.12, 0.24],
    slots: [
      { ...armchair, x: -0.82, turn: 0.5 },
      { ...armchair, x: 0.82, turn: -0.5 },
      { kind: "sideTable", size: [0.45, 0.45, 0.5], x: 0, z: 0.5, name: "side" },
      { kind: "books", size: [0.22, 0.16, 0.06], x: -0.07, z: 0.55, y: 0.5, turn: 0.3, on: "side" },
      { kind: "bouquet", size: [0.22, 0.22, 0.34], x: 0.08, z: 0.44, y: 0.5, on: "side" },
      { kind: "rug", size: [2.4, 1.6, 0.012], x: 0, z: 1.0, flat: true, optional: true },
      { kind: "floorLamp", size: [0.42, 0.42, 1.55], x: -1.62, z: 0.3, optional: true },
      plantAt(1.76, -1.76),
      ...overSofa(variant),
    ],
  };
}

/** An armchair to read in, with lamp, side table, pouf and rug. */
export function reading({ preset }: Setting): Group {
  const round = preset.coffee === "round" || preset.coffee === "tulip";
  return {
    stand: "either",
    share: [0.13, 0.26],
    slots: [
      { kind: "armchair", size: [0.8, 0.8, 0.85], x: 0, z: 0.5, turn: 0.35 },
      { kind: "sideTable", size: [0.42, 0.42, 0.52], x: 0.68, z: 0.42, name: "side" },
      { kind: "books", size: [0.22, 0.16, 0.06], x: 0.68, z: 0.42, y: 0.52, turn: 0.3, on: "side" },
      { kind: "floorLamp", size: [0.42, 0.42, 1.55], x: -0.62, z: 0.28, optional: true },
      { kind: "pouf", size: [0.46, 0.46, 0.38], x: 0.36, z: 1.25, optional: true },
      {
        kind: "rug",
        size: round ? [1.8, 1.8, 0.012] : [2.0, 1.5, 0.012],
        x: 0.1,
        z: 0.95,
        flat: true,
        optional: true,
      },
      { kind: "art", size: [0.6, 0.04, 0.8], x: 0, z: 0, hangs: true, number: 2 },
    ],
  };
}
