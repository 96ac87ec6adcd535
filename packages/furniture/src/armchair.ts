import type { Piece, Vec3 } from "@image-staging/tracer/scene";
import type { BufferGeometry } from "three";
import { cushionCovers, leaning, seatCushion } from "./cushions.ts";
import type { Finish, Size } from "./finish.ts";
import { boxed, framed, sling } from "./framed-armchairs.ts";
import { block } from "./kit/block.ts";
import { type Group, pieceOf } from "./kit/piece.ts";
import { bar, disc, turned } from "./kit/shapes.ts";
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
