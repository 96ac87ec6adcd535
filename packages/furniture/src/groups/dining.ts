import type { Group, Setting, Slot } from "./slots.ts";

/** Length, breadth and chairs at the long sides and ends. */
const tables = [
  { width: 2.1, depth: 0.95, along: 3, ends: 0 },
  { width: 1.8, depth: 0.92, along: 2, ends: 1 },
  { width: 1.5, depth: 0.85, along: 2, ends: 0 },
  { width: 1.1, depth: 1.1, along: 1, ends: 1 },
] as const;

/** A laid table with chairs on a rug. The group is centred over its table. */
export function dining({ preset, scale }: Setting): Group {
  const chosen = tables[scale - 1] ?? tables[3];
  const round = preset.dining === "tulip" && scale > 2;
  const { along, ends } = chosen;
  const [width, depth] = round ? [1.2, 1.2] : [chosen.width, chosen.depth];
  const height = 0.75;
  const middle = depth / 2 + 0.55;
  const slots: Slot[] = [
    { kind: "diningTable", size: [width, depth, height], x: 0, z: middle, name: "table" },
  ];
  const chair = (x: number, z: number, turn: number): void => {
    slots.push({ kind: "chair", size: [0.48, 0.54, 0.85], x, z: middle + z, turn });
  };
  const place = (x: number, z: number, turn: number): void => {
    slots.push({ kind: "setting", size: [0.35, 0.35, 0.19], x, z: middle + z, y: height, turn, on: "table" });
  };
  if (round)
    for (const quarter of [0, 1, 2, 3]) {
      const angle = (quarter * Math.PI) / 2;
      const at = (radius: number): [number, number] => [Math.sin(angle) * radius, Math.cos(angle) * radius];
      chair(...at(width / 2 + 0.1), angle + Math.PI);
      place(...at(width / 2 - 0.2), angle);
    }
  for (let i = 0; i < (round ? 0 : along); i++) {
    const x = ((i + 0.5) / along - 0.5) * (width - (ends ? 0.5 : 0.24));
    for (const side of [-1, 1]) {
      chair(x + side * 0.01, side * (depth / 2 + 0.1), side > 0 ? Math.PI + 0.04 * (i - 0.5) : 0.03);
      place(x, side * (depth / 2 - 0.2), side > 0 ? 0 : Math.PI);
    }
  }
  for (const side of ends && !round ? [-1, 1] : []) {
    chair(side * (width / 2 + 0.1), 0, (-side * Math.PI) / 2);
    place(side * (width / 2 - 0.2), 0, (side * Math.PI) / 2);
  }
  slots.push(
    { kind: "bouquet", size: [0.4, 0.4, 0.55], x: 0.02, z: middle, y: height, on: "table" },
    {
      kind: "bowl",
      size: [0.28, 0.28, 0.08],
      x: -Math.min(0.38, width * 0.2),
      z: middle,
      y: height,
      on: "table",
    },
    { kind: "rug", size: [width + 1.3, depth + 1.3, 0.012], x: 0, z: middle, flat: true, optional: true },
  );
  return { slots, stand: "free", share: [0.24, 0.46] };
}

/** A table for breakfast in a kitchen: with four chairs in a large one, else a small one with two. */
export function breakfast(setting: Setting): Group {
  const isLarge = setting.scale < 3;
  const { slots } = dining({ ...setting, scale: isLarge ? 3 : 4 });
  if (isLarge) return { slots: slots.filter(({ kind }) => kind !== "rug"), stand: "free", share: [0.2, 0.4] };
  const two = slots.filter(
    ({ kind, x }) =>
      kind !== "rug" && (kind !== "chair" || Math.abs(x) > 0.3) && (kind !== "setting" || Math.abs(x) > 0.2),
  );
  return { slots: two, stand: "free", share: [0.14, 0.34] };
}
