import type { Material } from "@image-staging/tracer/scene";
import { type Finish, mix } from "./finish.ts";
import type { Group } from "./kit/piece.ts";
import { hoop, rod, turned } from "./kit/shapes.ts";
import { rgb } from "./styles.ts";

export const linen: Material = { kind: "shade", color: rgb("#f3ead9"), lit: 0 };

export const opal: Material = { kind: "shade", color: rgb("#f7f3ea"), lit: 0 };

/** A drum shade that is open below and above: both its sides are there, so that light does not leak. */
export const drum = (low: number, high: number, height: number) =>
  turned(
    [
      [low - 0.004, 0.001],
      [low, 0],
      [high, height],
      [high - 0.004, height],
      [low - 0.004, 0.001],
    ],
    { segments: 48 },
  );

/** A folded paper lantern: ribs every 3 cm. */
export function lantern(radius: number, squash: number) {
  const points = Array.from({ length: 49 }, (_, i) => {
    const angle = -Math.PI / 2 + (i / 48) * Math.PI;
    const rib = 1 + (i % 2 === 0 ? 0 : -0.018);
    return [Math.max(0.03, Math.cos(angle) * radius * rib), Math.sin(angle) * radius * squash] as const;
  });
  return turned(points, { segments: 48 });
}

/** A woven bell of rods over a pale lining. */
export function woven(f: Finish, radius: number, height: number): Group[] {
  const rods = Array.from({ length: 34 }, (_, i) => {
    const a = (i / 34) * Math.PI * 2;
    const at = (r: number, y: number) => [Math.cos(a) * r, y, Math.sin(a) * r] as const;
    return rod(
      [
        at(radius, 0),
        at(radius * 0.94, height * 0.35),
        at(radius * 0.66, height * 0.75),
        at(radius * 0.16, height),
      ],
      0.0045,
    );
  });
  const rings = [
    [1, 0],
    [0.95, 0.3],
    [0.8, 0.6],
    [0.5, 0.86],
    [0.17, 1],
  ].map(([r = 1, y = 0]) =>
    hoop(radius * r, 0.007)
      .rotateX(Math.PI / 2)
      .translate(0, y * height, 0),
  );
  const lining = turned(
    [
      [radius * 0.97, 0.004],
      [radius * 0.91, height * 0.35],
      [radius * 0.63, height * 0.75],
      [radius * 0.14, height],
    ],
    { smooth: true },
  );
  return [
    [f.wood, rods, rings],
    [{ kind: "rattan", color: mix(rgb("#c79a5c"), rgb("#ffffff"), 0.15) }, lining],
  ];
}
