import type { Piece } from "@image-staging/tracer/scene";
import type { BufferGeometry } from "three";
import { type Finish, fabric, linenWhite, mix, type Size } from "./finish.ts";
import { block } from "./kit/block.ts";
import { type Group, pieceOf } from "./kit/piece.ts";
import { bar, rod } from "./kit/shapes.ts";
import { surface } from "./kit/surface.ts";

/** A rail with clothes on hangers, and a board for shoes and boxes below. */
export function clothesRail(f: Finish, { width, depth, height }: Size): Piece {
  const x0 = width / 2 - 0.02;
  const ends = [-1, 1].flatMap((side) => [
    bar([side * x0, 0.02, 0], [side * x0, height - 0.012, 0], 0.012),
    bar([side * x0, 0.02, -depth / 2 + 0.01], [side * x0, 0.02, depth / 2 - 0.01], 0.012),
  ]);
  const rails = [
    bar([-x0, height - 0.012, 0], [x0, height - 0.012, 0], 0.012),
    ...[-1, 1].map((side) => bar([-x0, 0.2, side * 0.13], [x0, 0.2, side * 0.13], 0.008)),
    ...[-1, 1].map((side) => bar([side * x0, 0.2, -0.13], [side * x0, 0.2, 0.13], 0.008)),
  ];
  const count = Math.round((width - 0.2) / 0.085);
  const hung = Array.from({ length: count }, (_, i) =>
    garment(f, i, ((i + 0.5) / count - 0.5) * (width - 0.22), height),
  );
  const boxes = [-0.24, 0.22].map(
    (part, i): Group => [
      fabric(i ? f.scheme.accent : mix(f.scheme.pale, f.scheme.second, 0.4), "linen", 81 + i),
      block(0.3, 0.13 - 0.03 * i, 0.22, { radius: 0.008 }).translate(part * width, 0.275 - 0.015 * i, 0),
    ],
  );
  return pieceOf("clothesRail", [
    [f.preset.legs === "metal" ? f.metal : f.wood, ends, rails],
    [f.wood, block(width - 0.05, 0.016, 0.27).translate(0, 0.202, 0)],
    ...boxes,
    ...hung.flat(),
  ]);
}

/** Lengths of hung clothes in metres: shirts and jackets, dresses and coats between them. */
const lengths = [0.72, 0.78, 0.74, 1.05, 0.76, 0.7, 0.95, 0.73] as const;

/** One garment on its hanger: shoulders that slope, a body that hangs in folds. Seen edge on: it hangs across the rail. */
function garment(f: Finish, number: number, x: number, height: number): Group[] {
  const { pale, accent, spark, second, dark } = f.scheme;
  const tones = [
    mix(linenWhite, pale, 0.4),
    mix(accent, pale, 0.2),
    mix(dark, pale, 0.2),
    second,
    pale,
    mix(spark, pale, 0.25),
    mix(dark, second, 0.5),
  ];
  const tone = tones[(number * 3 + 1) % tones.length] ?? pale;
  const shoulder = height - 0.1;
  const long = Math.min(lengths[(number * 5) % lengths.length] ?? 0.75, shoulder - 0.34);
  const half = 0.2 + 0.015 * (number % 3);
  const cloths = [
    body(long, half, number),
    ...(number % 4 === 2 ? [] : [-1, 1].map((side) => sleeve(half, side))),
  ];
  const turn = 0.09 * Math.sin(number * 2.1);
  const cloth = cloths.map((one) => one.rotateY(turn).translate(x, shoulder, 0));
  const hook = rod(
    [
      [x, shoulder - 0.01, 0],
      [x, height - 0.045, 0],
      [x, height - 0.02, 0.022],
      [x, height + 0.004, 0],
    ],
    0.0025,
  );
  return [
    [fabric(tone, number % 3 === 1 ? "knit" : "cotton", 90 + number), cloth],
    [f.metal, hook],
  ];
}

/** A ring of cloth around what hangs in it: its height, its middle across the rail, half its width and thickness, how far it folds. */
type Ring = readonly [y: number, middle: number, half: number, thick: number, fold: number];

/** From the neck over shoulders that slope to a hem; folds deepen on the way down. */
const body = (long: number, half: number, number: number): BufferGeometry =>
  hanging(
    [
      [0.005, 0, 0.02, 0.012, 0],
      [-0.012, 0, half * 0.42, 0.024, 0],
      [-0.05, 0, half * 0.84, 0.031, 0],
      [-0.085, 0, half, 0.034, 0.1],
      ...[0.25, 0.4, 0.55, 0.7, 0.85, 1].map((part): Ring => {
        const wide = half * (1 + 0.05 * Math.sin(part * Math.PI));
        return [-long * part, 0, wide, 0.033 + 0.006 * part, 0.2 + 0.8 * part];
      }),
      [-long + 0.01, 0, half * 0.2, 0.01, 1],
    ],
    number,
  );

/** It hangs from a shoulder's end. */
const sleeve = (half: number, side: number): BufferGeometry =>
  hanging(
    [
      [-0.075, side * (half - 0.02), 0.012, 0.012, 0],
      [-0.1, side * half, 0.046, 0.03, 0],
      [-0.3, side * (half + 0.018), 0.048, 0.032, 0.3],
      [-0.54, side * (half + 0.012), 0.036, 0.026, 0.3],
      [-0.535, side * (half + 0.012), 0.01, 0.01, 0.3],
    ],
    side,
  );

const around = 28;
/** Metres by which cloth folds at its hem. */
const deepest = 0.02;

/** A closed surface through rings, its seam away from who looks at the rail. */
function hanging(rings: readonly Ring[], seed: number): BufferGeometry {
  const [positions, uvs, indices]: [number[], number[], number[]] = [[], [], []];
  rings.forEach(([y, middle, half, thick, fold], row) => {
    for (let k = 0; k < around; k++) {
      const angle = Math.PI + (2 * Math.PI * k) / around;
      const across = Math.sign(Math.cos(angle)) * Math.abs(Math.cos(angle)) ** 0.8 * half;
      const wave = deepest * fold * Math.sin((across / 0.2) * 5 + seed * 1.7);
      positions.push(
        thick * Math.sin(angle) + wave,
        y + 0.012 * fold * Math.sin(angle * 2 + seed),
        middle + across,
      );
      uvs.push((k / around) * 4 * half, y);
      if (row === 0) continue;
      const [above, next] = [(row - 1) * around + k, (row - 1) * around + ((k + 1) % around)];
      indices.push(above, above + around, next, next, above + around, next + around);
    }
  });
  return surface(positions, uvs, indices);
}
