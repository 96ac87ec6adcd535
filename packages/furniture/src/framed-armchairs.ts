import type { BufferGeometry } from "three";
import { leaning, seatCushion } from "./cushions.ts";
import type { Finish } from "./finish.ts";
import { block } from "./kit/block.ts";
import type { Group } from "./kit/piece.ts";
import { bar, rod } from "./kit/shapes.ts";

/** A wooden frame with sloped arms and two loose cushions; with spindles or rattan loops below the arms. */
export function framed(f: Finish, width: number, depth: number, arms: "board" | "spindle"): Group[] {
  const shapes: BufferGeometry[] = [];
  const [x0, seatFront, seatBack] = [width / 2 - 0.03, depth / 2 - 0.1, -depth / 2 + 0.16];
  for (const side of [-1, 1]) {
    const x = side * x0;
    if (arms === "board") {
      shapes.push(
        bar([x, 0, depth / 2 - 0.04], [x, 0.56, depth / 2 - 0.1], 0.015, 0.021),
        bar([x, 0, -depth / 2 + 0.06], [x, 0.52, -depth / 2 + 0.2], 0.015, 0.02),
        rod(
          [
            [x, 0.585, depth / 2 - 0.02],
            [x, 0.575, depth * 0.2],
            [x, 0.555, -depth * 0.1],
            [x * 0.99, 0.52, -depth / 2 + 0.1],
          ],
          0.024,
        ).scale(1, 1, 1),
      );
    } else {
      shapes.push(
        rod(
          [
            [x, 0, depth / 2 - 0.05],
            [x, 0.35, depth / 2 - 0.035],
            [x, 0.53, depth / 2 - 0.1],
            [x, 0.58, depth * 0.22],
            [x, 0.58, -depth * 0.15],
            [x, 0.52, -depth / 2 + 0.12],
          ],
          0.022,
        ),
        bar([x, 0, -depth / 2 + 0.04], [x, 0.54, -depth / 2 + 0.18], 0.018, 0.02),
        rod(
          [
            [x, 0.25, depth / 2 - 0.06],
            [x, 0.25, -depth / 2 + 0.1],
          ],
          0.014,
        ),
      );
      for (let i = 0; i < 9; i++) {
        const z = depth / 2 - 0.14 - (i * (depth - 0.34)) / 8;
        shapes.push(bar([x, 0.25, z], [x, 0.575, z - 0.01], 0.007));
      }
    }
    shapes.push(bar([x * 0.92, 0.36, -depth / 2 + 0.16], [x * 0.92, 0.82, -depth / 2 + 0.02], 0.018, 0.014));
  }
  shapes.push(
    bar([-x0, 0.3, seatFront], [x0, 0.3, seatFront], 0.018),
    bar([-x0, 0.25, seatBack], [x0, 0.25, seatBack], 0.018),
    bar([-x0 * 0.9, 0.8, -depth / 2 + 0.025], [x0 * 0.9, 0.8, -depth / 2 + 0.025], 0.015),
    ...[-1, 1].map((side) =>
      bar([side * x0 * 0.9, 0.3, seatFront], [side * x0 * 0.9, 0.26, seatBack], 0.016),
    ),
  );
  const seat = seatCushion(
    f,
    { width: width - 0.12, height: 0.15, depth: depth * 0.76 },
    [0, 0.37, 0.04],
    0.07,
  );
  const back = leaning("seat1", { width: width - 0.13, height: 0.14, depth: 0.52 }, [0, 0, 0]);
  back.rotateX(Math.PI / 2 - 0.27).translate(0, 0.66, -depth / 2 + 0.2);
  return [
    [f.wood, shapes],
    [f.second, seat, back],
  ];
}

/** Leather slung in a steel frame. */
export function sling(f: Finish, width: number, depth: number): Group[] {
  const rods: BufferGeometry[] = [];
  const x0 = width / 2 - 0.02;
  for (const x of [-x0, x0])
    rods.push(
      rod(
        [
          [x, 0.012, depth / 2 - 0.04],
          [x, 0.3, depth / 2 - 0.03],
          [x, 0.55, depth / 2 - 0.06],
          [x, 0.575, depth / 4],
          [x, 0.575, -depth / 4],
          [x, 0.55, -depth / 2 + 0.12],
          [x, 0.3, -depth / 2 + 0.08],
          [x, 0.012, -depth / 2 + 0.08],
          [x, 0.012, 0],
        ],
        0.012,
        true,
      ),
      bar([x * 0.94, 0.3, depth / 2 - 0.05], [x * 0.94, 0.24, -depth / 2 + 0.18], 0.012),
      bar([x * 0.94, 0.24, -depth / 2 + 0.18], [x * 0.94, 0.82, -depth / 2 + 0.02], 0.012),
    );
  rods.push(
    bar([-x0, 0.3, depth / 2 - 0.05], [x0, 0.3, depth / 2 - 0.05], 0.012),
    bar([-x0 * 0.94, 0.82, -depth / 2 + 0.02], [x0 * 0.94, 0.82, -depth / 2 + 0.02], 0.012),
    bar([-x0, 0.25, -depth / 2 + 0.16], [x0, 0.25, -depth / 2 + 0.16], 0.012),
  );
  const leather = { kind: "leather", color: f.scheme.main, seed: 5 } as const;
  const seat = seatCushion(
    f,
    { width: width - 0.12, height: 0.14, depth: depth * 0.74 },
    [0, 0.36, 0.05],
    0.08,
  );
  const back = leaning("seat2", { width: width - 0.13, height: 0.13, depth: 0.54 }, [0, 0, 0]);
  back.rotateX(Math.PI / 2 - 0.26).translate(0, 0.65, -depth / 2 + 0.21);
  const straps = [-1, 1].map((side) =>
    block(0.045, 0.008, depth * 0.72, { radius: 0.003 }).translate(side * (width / 2 - 0.02), 0.592, 0),
  );
  return [
    [f.metal, rods],
    [leather, seat, back, straps],
  ];
}

/** A square wooden frame with woven panels below the arms. */
export function boxed(f: Finish, width: number, depth: number): Group[] {
  const shapes: BufferGeometry[] = [];
  const panels: BufferGeometry[] = [];
  for (const side of [-1, 1]) {
    const x = side * (width / 2 - 0.025);
    shapes.push(
      ...[-1, 1].map((z) =>
        block(0.045, 0.58, 0.045, { radius: 0.006 }).translate(x, 0.29, z * (depth / 2 - 0.05)),
      ),
      block(0.075, 0.028, depth, { radius: 0.01 }).translate(x, 0.592, 0),
      block(0.03, 0.05, depth - 0.1).translate(x, 0.24, 0),
    );
    panels.push(block(0.012, 0.3, depth - 0.14).translate(x, 0.42, 0));
  }
  shapes.push(
    ...[-1, 1].map((z) => block(width - 0.06, 0.06, 0.03).translate(0, 0.24, z * (depth / 2 - 0.06))),
    block(width - 0.06, 0.05, 0.03).translate(0, 0.74, -depth / 2 + 0.03),
    ...[-1, 1].map((side) =>
      bar(
        [side * (width / 2 - 0.06), 0.24, -depth / 2 + 0.1],
        [side * (width / 2 - 0.06), 0.76, -depth / 2 + 0.03],
        0.016,
        0.016,
        true,
      ),
    ),
  );
  const seat = seatCushion(
    f,
    { width: width - 0.1, height: 0.16, depth: depth * 0.8 },
    [0, 0.35, 0.05],
    0.04,
  );
  const back = leaning(
    "back",
    { width: width - 0.12, height: 0.5, depth: 0.22 },
    [0, 0.35, -depth / 2 + 0.24],
    { lean: 0.24 },
  );
  return [
    [f.wood, shapes],
    [{ kind: "rattan", color: f.preset.wood.kind === "wood" ? f.preset.wood.color : f.scheme.pale }, panels],
    [f.second, seat, back],
  ];
}
