import type { Piece } from "@image-staging/tracer/scene";
import { type Finish, fabric, type Size } from "./finish.ts";
import { block } from "./kit/block.ts";
import { pieceOf } from "./kit/piece.ts";
import { bar, disc, hoop, turned } from "./kit/shapes.ts";
import { soft } from "./soft/goods.ts";

/** An upholstered bench, for a bed's foot or a hallway, with a throw. */
export function bench(f: Finish, { width, depth, height }: Size): Piece {
  const [x0, z0] = [width / 2 - 0.06, depth / 2 - 0.05];
  const metal = f.preset.legs === "metal";
  const legs = [-1, 1].flatMap((x) =>
    [-1, 1].map((z) =>
      bar(
        [x * x0, 0, z * z0],
        [x * (x0 - (metal ? 0 : 0.03)), height - 0.1, z * (z0 - 0.01)],
        0.013,
        0.02,
        metal,
      ),
    ),
  );
  const drape = soft("spread", { z: depth + 0.03 }).translate(width * 0.2, height - 0.45 + 0.004, 0);
  return pieceOf("bench", [
    [
      f.second,
      block(width, 0.12, depth, { radius: 0.045, crown: [0.004, 0.018, 0.004], uneven: 0.003 }).translate(
        0,
        height - 0.06,
        0,
      ),
    ],
    [metal ? f.metal : f.wood, legs, block(width - 0.1, 0.025, depth - 0.08).translate(0, height - 0.125, 0)],
    [fabric(f.scheme.accent, "knit", 5), drape],
  ]);
}

/** A low padded seat without a back: round, in rattan or upholstered. */
export function pouf(f: Finish, { width, height }: Size): Piece {
  const r = width / 2;
  if (f.preset.legs === "wood" && f.preset.pot !== "footed")
    return pieceOf("pouf", [
      [
        { kind: "rattan", color: [0.6, 0.44, 0.23] },
        turned(
          [
            [r * 0.82, 0],
            [r * 0.97, height * 0.25],
            [r, height * 0.5],
            [r * 0.93, height * 0.8],
            [0, height * 0.82],
          ],
          { smooth: true },
        ),
        Array.from({ length: 8 }, (_, i) =>
          hoop(r * (0.86 + 0.15 * Math.sin(((i + 0.7) / 8) * 2.7)), 0.014)
            .rotateX(Math.PI / 2)
            .translate(0, 0.02 + i * height * 0.1, 0),
        ),
      ],
      [f.second, disc(r * 0.9, 0.07, 0.034).translate(0, height - 0.07, 0)],
    ]);
  const piping = [0.07, height - 0.05].map((y) =>
    hoop(r * 0.985, 0.005)
      .rotateX(Math.PI / 2)
      .translate(0, y, 0),
  );
  return pieceOf("pouf", [
    [
      f.second,
      turned(
        [
          [r * 0.9, 0.03],
          [r * 0.985, 0.07],
          [r, height * 0.5],
          [r * 0.985, height - 0.05],
          [r * 0.9, height - 0.015],
          [r * 0.5, height],
          [0, height + 0.004],
        ],
        { segments: 44, smooth: true },
      ),
    ],
    [f.main, piping],
    [f.metal, disc(r * 0.8, 0.035)],
  ]);
}
