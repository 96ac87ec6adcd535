import type { Piece } from "@image-staging/tracer/scene";
import type { BufferGeometry } from "three";
import { leaning } from "./cushions.ts";
import { type Finish, fabric, linenWhite, mix, type Size } from "./finish.ts";
import { block } from "./kit/block.ts";
import { pieceOf } from "./kit/piece.ts";
import { ball, bar } from "./kit/shapes.ts";
import { soft } from "./soft/goods.ts";
import { padded } from "./soft/padded.ts";

/** A child's bed under a frame like a house, with a quilt, cushions, a soft toy and a row of pennants. Its head is at -z. */
export function childBed(f: Finish, { width, depth, height }: Size): Piece {
  const timber =
    f.preset.legs === "metal"
      ? ({ kind: "paint", color: mix(f.scheme.pale, linenWhite, 0.5), gloss: 0.25 } as const)
      : f.wood;
  const [x0, z0] = [width / 2 - 0.025, depth / 2 - 0.025];
  const eaves = height - x0 * 0.85;
  const top = 0.36;
  const gable = (z: number): BufferGeometry[] => [
    ...[-1, 1].map((s) => block(0.05, eaves, 0.05).translate(s * x0, eaves / 2, z)),
    ...[-1, 1].map((s) => bar([s * x0, eaves - 0.02, z], [0, height - 0.03, z], 0.025, 0.025, true)),
  ];
  const long = [
    bar([0, height - 0.03, -z0], [0, height - 0.03, z0], 0.022, 0.022, true),
    ...[-1, 1].map((s) => bar([s * x0, eaves - 0.02, -z0], [s * x0, eaves - 0.02, z0], 0.022, 0.022, true)),
    ...[-1, 1].map((s) => block(0.03, 0.16, depth - 0.08).translate(s * x0, 0.24, 0)),
    ...[-z0, z0].map((z) => block(width - 0.06, 0.16, 0.03).translate(0, 0.24, z)),
    block(width - 0.06, 0.03, depth - 0.08).translate(0, 0.2, 0),
    ...[0.52, 0.64].map((y) => block(width - 0.06, 0.04, 0.025).translate(0, y, -z0)),
  ];
  const quilt = quiltOf(width, depth, top);
  const pillow = leaning(
    "sleeping",
    { width: 0.56, height: 0.38, depth: 0.14 },
    [0, top, -depth / 2 + 0.16],
    { lean: 0.6 },
  );
  const star = leaning(
    "pillow1",
    { width: 0.34, height: 0.34, depth: 0.12 },
    [0.12, top, -depth / 2 + 0.36],
    { lean: 0.7, turn: -0.2 },
  );
  const bear = [
    ball(0.085)
      .scale(1, 1.15, 0.9)
      .translate(-0.18, top + 0.11, -depth / 2 + 0.42),
    ball(0.065).translate(-0.18, top + 0.25, -depth / 2 + 0.4),
    ...[-1, 1].map((s) => ball(0.024, 14).translate(-0.18 + s * 0.047, top + 0.305, -depth / 2 + 0.4)),
    ...[-1, 1].map((s) =>
      ball(0.034, 14)
        .scale(1, 1, 1.7)
        .translate(-0.18 + s * 0.06, top + 0.05, -depth / 2 + 0.5),
    ),
  ];
  const colors = [f.scheme.accent, f.scheme.spark, f.scheme.second, f.scheme.pale];
  const pennants = colors.map((color, of) => {
    const shapes: BufferGeometry[] = [];
    for (let i = of; i < 10; i += colors.length) {
      const part = (i + 0.5) / 10;
      const sag = 0.1 * Math.sin(part * Math.PI);
      shapes.push(
        block(0.11, 0.13, 0.004)
          .translate(0, 0, 0)
          .rotateY(Math.PI / 2)
          .translate(x0 + 0.012, eaves - 0.1 - sag, (part - 0.5) * (depth - 0.1)),
      );
    }
    return [fabric(mix(color, f.scheme.pale, 0.15), "cotton", 50 + of), shapes] as const;
  });
  return pieceOf("childBed", [
    [timber, gable(-z0), gable(z0), long],
    [
      fabric(linenWhite, "cotton", 48),
      block(width - 0.09, 0.14, depth - 0.1, { radius: 0.04, crown: 0.006 }).translate(0, top - 0.07, 0),
      pillow,
    ],
    [fabric(mix(f.scheme.accent, f.scheme.pale, 0.45), "cotton", 49), quilt],
    [fabric(f.scheme.spark, "linen", 54), star],
    [fabric(mix(f.scheme.second, f.scheme.dark, 0.15), "boucle", 55), bear],
    ...pennants,
  ]);
}

/** A quilt that stays within the frame. It was simulated on a mattress of 0.9 x 2 m whose upper side is 0.52 m over the floor. */
function quiltOf(width: number, depth: number, top: number): BufferGeometry[] {
  const [x0, z0] = [width / 2 - 0.06, depth / 2 - 0.06];
  return padded(soft("duvetSingle"), 0.022, 0.016).map((shape) => {
    shape.scale(x0 / 0.5, 1, z0).translate(0, top - 0.52, 0);
    const position = shape.getAttribute("position");
    for (let i = 0; i < position.count; i++)
      position.setXYZ(
        i,
        Math.max(-x0, Math.min(x0, position.getX(i))),
        Math.max(position.getY(i), top - 0.12),
        Math.min(z0, position.getZ(i)),
      );
    shape.computeVertexNormals();
    return shape;
  });
}
