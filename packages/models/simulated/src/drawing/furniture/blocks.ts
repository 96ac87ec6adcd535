/** A block of a piece of furniture in metres, `x` to the right, `y` up, `z` away from the viewer. */
export type Block = {
  shape: "box" | "round";
  tone: Tone;
  width: number;
  depth: number;
  height: number;
  x: number;
  y: number;
  z: number;
};
export type Tone =
  | "main"
  | "second"
  | "accent"
  | "wood"
  | "metal"
  | "white"
  | "plant"
  | "water"
  | "dark"
  | "glow";
export type Furniture = { label: string; blocks: Block[] };

type Place = { x?: number; y?: number; z?: number };

export const box = (
  tone: Tone,
  width: number,
  depth: number,
  height: number,
  { x = 0, y = 0, z = 0 }: Place = {},
): Block => ({ shape: "box", tone, width, depth, height, x, y, z });

export const round = (
  tone: Tone,
  diameter: number,
  height: number,
  { x = 0, y = 0, z = 0 }: Place = {},
): Block => ({
  shape: "round",
  tone,
  width: diameter,
  depth: diameter,
  height,
  x,
  y,
  z,
});

const legs = (tone: Tone, width: number, depth: number, height: number): Block[] =>
  [-1, 1].flatMap((side) =>
    [-1, 1].map((end) =>
      box(tone, 0.06, 0.06, height, { x: (side * (width - 0.06)) / 2, z: (end * (depth - 0.06)) / 2 }),
    ),
  );

export const table = (width: number, depth: number, height: number): Block[] => [
  ...legs("dark", width, depth, height - 0.05),
  box("wood", width, depth, 0.05, { y: height - 0.05 }),
];

export const chair = (tone: Tone, x: number, z: number, back: 1 | -1): Block[] => [
  ...legs("dark", 0.42, 0.42, 0.42).map((leg) => ({ ...leg, x: leg.x + x, z: leg.z + z })),
  box(tone, 0.46, 0.46, 0.06, { x, z, y: 0.42 }),
  box(tone, 0.46, 0.05, 0.42, { x, z: z + back * 0.2, y: 0.48 }),
];

export const shelves = (width: number, height: number, tone: Tone): Block[] => [
  box("dark", width, 0.04, height, { z: 0.15 }),
  box("wood", 0.05, 0.34, height, { x: -width / 2 }),
  box("wood", 0.05, 0.34, height, { x: width / 2 }),
  ...[0.02, 0.25, 0.5, 0.75, 0.98].map((part) => box("wood", width, 0.34, 0.04, { y: part * height - 0.02 })),
  ...[0.02, 0.25, 0.5, 0.75].map((part, row) =>
    box(row % 2 ? tone : "second", width * 0.5, 0.2, height * 0.15, {
      x: (row % 2 ? 0.18 : -0.18) * width,
      y: part * height + 0.02,
    }),
  ),
];

export const bed = (width: number, tone: Tone): Block[] => [
  box("wood", width + 0.1, 0.12, 1.05, { z: 1.04 }),
  box("wood", width, 2, 0.28),
  box("second", width - 0.04, 1.96, 0.22, { y: 0.28 }),
  box(tone, width, 1.25, 0.05, { y: 0.5, z: -0.36 }),
  ...(width > 1.2 ? [-0.26, 0.26] : [0]).map((part) =>
    box("white", Math.min(0.65, width * 0.7), 0.4, 0.14, { x: part * width, y: 0.5, z: 0.68 }),
  ),
];
