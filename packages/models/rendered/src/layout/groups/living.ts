import { drumOf } from "../../furniture/coffee-table-frames.ts";
import type { Preset } from "../../furniture/styles.ts";
import type { Group, Setting, Slot } from "../slots.ts";

const roundTables: readonly Preset["coffee"][] = ["round", "hoop", "drum", "tulip"];

/** A coffee table with what lies on it. Its front and the sofa's front are 42 to 48 cm apart. */
function tableSlots(preset: Preset, z: number, wide: number): Slot[] {
  const round = roundTables.includes(preset.coffee);
  const [width, depth] = round
    ? [Math.min(0.85, wide * 0.87), Math.min(0.85, wide * 0.87)]
    : [Math.min(1.15, wide * 1.15), 0.6];
  const height = 0.38;
  const middle = z + depth / 2;
  const on = "coffee";
  const drum = preset.coffee === "nest" ? drumOf(width, depth) : { x: 0, radius: width / 2 };
  const at = (part: number): number => drum.x + part * drum.radius;
  return [
    { kind: "coffeeTable", size: [width, depth, height], x: 0, z: middle, name: on, minor: true },
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

/** Sofa, rug, coffee table, one or two armchairs, side table and lamp. */
export function living({ preset, scale, careful }: Setting): Group {
  const width = [2.3, 2.05, 1.8, 1.55][scale - 1] ?? 1.55;
  const depth = 0.92;
  const table = depth + 0.45;
  const side = width / 2 + 0.3;
  const rugWidth = Math.min(3.2, width + 0.6);
  const slots: Slot[] = [
    { kind: "sofa", size: [width, depth, 0.85], x: 0, z: depth / 2 },
    ...tableSlots(preset, table, width * 0.46),
    {
      kind: "rug",
      size: [rugWidth, 2.0, 0.012],
      x: 0,
      z: depth + 0.75,
      flat: true,
      optional: true,
      name: "rug",
    },
    {
      kind: "armchair",
      size: [0.78, 0.8, 0.85],
      x: width / 2 + 0.42,
      z: table + 0.32,
      turn: -1.12,
      optional: true,
      or: [
        { x: width * 0.3, z: table + 1.75, turn: Math.PI + 0.25 },
        { x: -width * 0.3, z: table + 1.75, turn: Math.PI - 0.25 },
      ],
    },
    { kind: "sideTable", size: [0.42, 0.42, 0.52], x: -side, z: 0.36, optional: true, name: "side" },
    { kind: "tableLamp", size: [0.28, 0.28, 0.46], x: -side, z: 0.36, y: 0.52, on: "side" },
    { kind: "floorLamp", size: [0.45, 0.45, 1.56], x: side + 0.02, z: 0.32, optional: true },
    { kind: "art", size: [0.55, 0.04, 0.75], x: -0.34, z: 0, hangs: true, number: 0 },
    { kind: "art", size: [0.55, 0.04, 0.75], x: 0.34, z: 0, hangs: true, number: 1 },
  ];
  if (width > 1.9 && !careful)
    slots.push({
      kind: "armchair",
      size: [0.78, 0.8, 0.85],
      x: -width / 2 - 0.42,
      z: table + 0.36,
      turn: 1.12,
      optional: true,
    });
  return { slots, stand: "either", share: [0.3, 0.52] };
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
