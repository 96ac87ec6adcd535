import type { BufferGeometry } from "three";
import type { Piece, Vec3 } from "../scene.ts";
import { cushionCovers, leaning, seatCushion } from "./cushions.ts";
import type { Finish, Size } from "./finish.ts";
import { block } from "./kit/block.ts";
import { type Group, pieceOf } from "./kit/piece.ts";
import { bar, disc, rod, turned } from "./kit/shapes.ts";
import { wall } from "./kit/wall.ts";

/** An armchair in the style's shape, with one small cushion. */
export function armchair(f: Finish, { width, depth }: Size): Piece {
  const forms: Record<Finish["preset"]["armchair"], () => Group[]> = {
    tub: () => tub(f, width, depth),
    lounge: () => framed(f, width, depth, "board"),
    spindle: () => framed(f, width, depth, "spindle"),
    wing: () => wing(f, width, depth),
    sling: () => sling(f, width, depth),
    frame: () => boxed(f, width, depth),
  };
  const [accent, pale] = cushionCovers(f);
  const pillow = f.preset.armchair === "tub" || f.preset.armchair === "sling" ? pale : accent;
  const at: Vec3 = [0, 0.44, f.preset.armchair === "tub" ? -depth * 0.12 : -depth * 0.1];
  const lumbar = leaning("lumbar", { width: 0.44, height: 0.27, depth: 0.13 }, at, {
    lean: 0.42,
    roll: 0.06,
  });
  return pieceOf("armchair", [...forms[f.preset.armchair](), [pillow, lumbar]]);
}

/** A shell that wraps around the seat, on a swivel plate (metal) or short legs. */
function tub(f: Finish, width: number, depth: number): Group[] {
  const metal = f.preset.legs === "metal" && f.preset.weave === "velvet";
  const thick = 0.13;
  const radius = width / 2 - thick / 2;
  const count = 18;
  const arc = Array.from({ length: count + 1 }, (_, i) => {
    const angle = (i / count) * Math.PI;
    const rise = Math.sin(angle) ** 0.8;
    return {
      x: Math.cos(angle) * radius,
      z: -Math.sin(angle) * (depth * 0.5 - thick / 2) - 0.02,
      bottom: 0.13,
      top: 0.58 + 0.17 * rise,
      thickness: thick,
    };
  });
  const front = depth * 0.36;
  const arm = (x: number) => ({ x, z: front, bottom: 0.13, top: 0.55, thickness: thick });
  const middle = (x: number) => ({ x, z: front / 2, bottom: 0.13, top: 0.57, thickness: thick });
  const shell = wall([arm(radius), middle(radius), ...arc, middle(-radius), arm(-radius)], 0.55);
  const seat = seatCushion(
    f,
    { width: width - thick * 1.7, height: 0.16, depth: depth * 0.72 },
    [0, 0.37, 0.03],
  );
  const base = block(width - thick * 1.4, 0.18, depth * 0.72, { radius: 0.05, crown: 0.006 }).translate(
    0,
    0.22,
    0.01,
  );
  const legs: Group = metal
    ? [f.metal, disc(width * 0.3, 0.02), bar([0, 0.02, 0], [0, 0.15, 0], 0.035)]
    : [
        f.preset.legs === "metal" ? f.metal : f.wood,
        [-1, 1].flatMap((x) =>
          [-1, 1].map((z) =>
            bar(
              [x * width * 0.36, 0, z * depth * 0.33],
              [x * width * 0.3, 0.16, z * depth * 0.27],
              0.013,
              0.02,
            ),
          ),
        ),
      ];
  return [[f.second, shell, seat, base], legs];
}

/** A wooden frame with sloped arms and two loose cushions; with spindles or rattan loops below the arms. */
function framed(f: Finish, width: number, depth: number, arms: "board" | "spindle"): Group[] {
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

function wing(f: Finish, width: number, depth: number): Group[] {
  const soft = { radius: 0.05, crown: 0.012, uneven: 0.004 };
  const shapes: BufferGeometry[] = [block(width - 0.16, 0.2, depth - 0.1, soft).translate(0, 0.26, 0)];
  shapes.push(
    block(width - 0.1, 0.78, 0.15, { ...soft, crown: [0, 0.03, 0.02] })
      .rotateX(-0.14)
      .translate(0, 0.68, -depth / 2 + 0.14),
  );
  for (const side of [-1, 1]) {
    const x = side * (width / 2 - 0.07);
    shapes.push(
      block(0.12, 0.42, depth - 0.12, soft).translate(x, 0.38, 0.02),
      block(0.16, 0.13, depth - 0.14, { radius: 0.064 }).translate(x, 0.58, 0.03),
      block(0.09, 0.46, 0.26, { radius: 0.044, crown: [0.01, 0.02, 0.02] })
        .rotateY(side * 0.16)
        .rotateX(-0.14)
        .translate(x - side * 0.01, 0.83, -depth / 2 + 0.23),
    );
  }
  const seat = seatCushion(f, { width: width - 0.26, height: 0.17, depth: depth * 0.76 }, [0, 0.41, 0.05]);
  const legs = [-1, 1].flatMap((x) =>
    [-1, 1].map((z) =>
      turned(
        [
          [0.012, 0],
          [0.02, 0.02],
          [0.014, 0.06],
          [0.028, 0.13],
          [0.028, 0.18],
        ],
        { smooth: true, segments: 16 },
      ).translate(x * (width / 2 - 0.1), 0, z * (depth / 2 - 0.1)),
    ),
  );
  return [
    [f.second, shapes, seat],
    [f.wood, legs],
  ];
}

/** Leather slung in a steel frame. */
function sling(f: Finish, width: number, depth: number): Group[] {
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
function boxed(f: Finish, width: number, depth: number): Group[] {
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
    { width: width - 0.12, height: 0.44, depth: 0.22 },
    [0, 0.4, -depth / 2 + 0.24],
    { lean: 0.24 },
  );
  return [
    [f.wood, shapes],
    [{ kind: "rattan", color: f.preset.wood.kind === "wood" ? f.preset.wood.color : f.scheme.pale }, panels],
    [f.second, seat, back],
  ];
}
