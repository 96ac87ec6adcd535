import type { BufferGeometry } from "three";
import type { Material, Piece } from "../scene.ts";
import { leaning, scatter, seatCushion } from "./cushions.ts";
import { black, type Finish, fabric, type Size } from "./finish.ts";
import { block } from "./kit/block.ts";
import { type Group, pieceOf } from "./kit/piece.ts";
import { bar, turned } from "./kit/shapes.ts";
import { channels, tufted } from "./kit/tufted.ts";
import { soft } from "./soft/goods.ts";

interface Plan {
  arm: number;
  armTop: number;
  seatTop: number;
  backTop: number;
  /** Lower edge of the body. */
  foot: number;
}

const plans: Readonly<Record<Finish["preset"]["sofa"], Plan>> = {
  block: { arm: 0.22, armTop: 0.58, seatTop: 0.43, backTop: 0.68, foot: 0.05 },
  tapered: { arm: 0.13, armTop: 0.6, seatTop: 0.45, backTop: 0.76, foot: 0.17 },
  rolled: { arm: 0.2, armTop: 0.62, seatTop: 0.47, backTop: 0.84, foot: 0.09 },
  leather: { arm: 0.17, armTop: 0.62, seatTop: 0.45, backTop: 0.74, foot: 0.13 },
  slip: { arm: 0.22, armTop: 0.61, seatTop: 0.45, backTop: 0.78, foot: 0.012 },
  channel: { arm: 0.15, armTop: 0.66, seatTop: 0.44, backTop: 0.74, foot: 0.07 },
  tufted: { arm: 0.17, armTop: 0.62, seatTop: 0.46, backTop: 0.78, foot: 0.14 },
  frame: { arm: 0.08, armTop: 0.54, seatTop: 0.4, backTop: 0.66, foot: 0.06 },
};

/** A sofa in the style's shape, dressed with cushions and (with arms wide enough) a throw. */
export function sofa(f: Finish, { width, depth }: Size): Piece {
  const form = f.preset.sofa;
  const plan = plans[form];
  const room = width - plan.arm * 2;
  const dressed = form === "frame" ? frame(f, width, depth, plan) : body(f, width, depth, plan);
  const back = -depth / 2 + (form === "frame" ? 0.1 : 0.19);
  return pieceOf("sofa", [
    ...dressed,
    ...seats(f, room, depth, plan),
    ...scatter(f, room, plan.seatTop, back + 0.1),
    ...armThrow(f, width, depth, plan),
  ]);
}

function body(f: Finish, width: number, depth: number, plan: Plan): Group[] {
  const { arm, armTop, backTop, foot } = plan;
  const form = f.preset.sofa;
  const soft = { radius: form === "slip" ? 0.09 : 0.045, crown: 0.008, uneven: 0.005 };
  const base = 0.31;
  const upholstery: BufferGeometry[] = [
    block(width - 0.02, base - foot, depth - 0.03, { ...soft, crown: 0.003, seed: 1 }).translate(
      0,
      (base + foot) / 2,
      0,
    ),
  ];
  for (const side of [-1, 1]) {
    const x = side * (width / 2 - arm / 2);
    upholstery.push(
      block(arm, armTop - foot, depth - 0.01, {
        ...soft,
        crown: [0.01, 0.012, 0.008],
        seed: 2 + side,
      }).translate(x, (armTop + foot) / 2, 0.005),
    );
    if (form === "rolled" || form === "tufted")
      upholstery.push(
        block(arm + 0.06, 0.17, depth + 0.012, { radius: 0.085, crown: [0.004, 0.004, 0.01] }).translate(
          x + side * 0.022,
          armTop - 0.06,
          0.006,
        ),
      );
  }
  const thick = 0.19;
  const inner = width - arm * 2 + 0.03;
  const middle = (backTop + base) / 2;
  const backs =
    form === "channel"
      ? channels(inner, backTop - base + 0.08, 0.15, Math.round(inner / 0.15)).map((shape) =>
          shape.rotateX(-0.1).translate(0, middle + 0.03, -depth / 2 + 0.07),
        )
      : form === "tufted"
        ? tufted(inner, backTop - base + 0.06, 0.14, 0.21).map((shape) =>
            shape.rotateX(-0.12).translate(0, middle + 0.03, -depth / 2 + 0.12),
          )
        : [];
  upholstery.push(
    ...backs,
    block(width - (form === "channel" ? 0 : arm * 1.4), backTop - foot, thick, {
      ...soft,
      crown: [0, 0.012, 0.01],
      seed: 4,
    })
      .rotateX(-0.06)
      .translate(0, (backTop + foot) / 2, -depth / 2 + thick / 2),
  );
  return [[f.main, upholstery], feet(f, width, depth, plan)];
}

function feet(f: Finish, width: number, depth: number, { foot }: Plan): Group {
  const corners = [-1, 1].flatMap((x) => [-1, 1].map((z) => [x, z] as const));
  const [x0, z0] = [width / 2 - 0.11, depth / 2 - 0.11];
  switch (f.preset.sofa) {
    case "tapered":
      return [
        f.wood,
        corners.map(([x, z]) =>
          bar(
            [x * (x0 + 0.03), 0, z * (z0 + 0.04)],
            [x * (x0 - 0.02), foot + 0.03, z * (z0 - 0.02)],
            0.015,
            0.027,
          ),
        ),
      ];
    case "leather":
      return [
        f.metal,
        corners.map(([x, z]) => bar([x * x0, 0, z * z0], [x * x0, foot + 0.02, z * z0], 0.013, 0.013, true)),
        [-1, 1].map((x) => bar([x * x0, foot - 0.015, -z0], [x * x0, foot - 0.015, z0], 0.012, 0.012, true)),
      ];
    case "rolled":
    case "tufted":
      return [
        f.wood,
        corners.map(([x, z]) =>
          turned(
            [
              [0.012, 0],
              [0.018, 0.01],
              [0.03, foot * 0.55],
              [0.024, foot * 0.7],
              [0.036, foot + 0.02],
            ],
            { smooth: true, segments: 18 },
          ).translate(x * x0, 0, z * z0),
        ),
      ];
    case "channel":
      return [
        f.metal,
        block(width - 0.1, foot + 0.02, depth - 0.12, { radius: 0.01 }).translate(0, foot / 2, 0),
      ];
    default:
      return [black, block(width - 0.12, foot + 0.02, depth - 0.14).translate(0, foot / 2, 0)];
  }
}

/** Japandia: a low wooden platform with slatted back and slab arms, and loose mattresses. */
function frame(f: Finish, width: number, depth: number, plan: Plan): Group[] {
  const shapes: BufferGeometry[] = [
    block(width, 0.07, depth).translate(0, 0.215, 0),
    ...[-1, 1].flatMap((x) =>
      [-1, 1].map((z) =>
        block(0.07, 0.2, 0.07).translate(x * (width / 2 - 0.09), 0.09, z * (depth / 2 - 0.09)),
      ),
    ),
  ];
  for (const side of [-1, 1])
    shapes.push(
      block(plan.arm, 0.035, depth - 0.06).translate(side * (width / 2 - plan.arm / 2), plan.armTop, 0),
      ...[-1, 1].map((z) =>
        block(0.04, plan.armTop - 0.2, 0.05).translate(
          side * (width / 2 - plan.arm / 2),
          (plan.armTop + 0.2) / 2,
          z * (depth / 2 - 0.11),
        ),
      ),
    );
  const slats = Math.round(width / 0.11);
  for (let i = 0; i <= slats; i++)
    shapes.push(
      block(0.028, plan.backTop - 0.24, 0.022)
        .rotateX(-0.12)
        .translate((i / slats - 0.5) * (width - 0.1), (plan.backTop + 0.24) / 2, -depth / 2 + 0.03),
    );
  shapes.push(
    block(width, 0.05, 0.035)
      .rotateX(-0.12)
      .translate(0, plan.backTop - 0.01, -depth / 2 + 0.005),
  );
  return [[f.wood, shapes]];
}

function seats(f: Finish, room: number, depth: number, plan: Plan): Group[] {
  const form = f.preset.sofa;
  const single = form === "tufted" || form === "channel";
  const count = single && room < 2.1 ? 1 : Math.max(2, Math.round(room / 0.72));
  const each = room / count;
  const bottom = form === "frame" ? 0.25 : 0.3;
  const height = plan.seatTop - bottom;
  const tight = form === "channel" || form === "tufted";
  const inset = form === "frame" ? 0.06 : tight ? 0.25 : 0.16;
  const shapes: BufferGeometry[] = [];
  for (let i = 0; i < count; i++) {
    const x = (i + 0.5) * each - room / 2;
    const z = inset / 2 + 0.005;
    shapes.push(
      seatCushion(f, { width: each * 0.995, height: height + 0.025, depth: depth - inset }, [
        x,
        bottom + height / 2,
        z,
      ]),
    );
    if (tight) continue;
    const tall = plan.backTop - plan.seatTop + (form === "slip" || form === "tapered" ? 0.12 : 0.09);
    shapes.push(
      leaning(
        "back",
        { width: each * 1.0, height: tall, depth: 0.23 },
        [x, plan.seatTop - 0.03, -depth / 2 + (form === "frame" ? 0.19 : 0.28)],
        {
          ...{
            lean: 0.2 + f.random() * 0.04,
            roll: (f.random() - 0.5) * 0.025,
            turn: f.random() < 0.5 ? Math.PI * 0 : 0,
          },
        },
      ),
    );
  }
  return [[f.main, shapes]];
}

function armThrow(f: Finish, width: number, depth: number, plan: Plan): Group[] {
  if (plan.arm < 0.12) return [];
  const material: Material = fabric(
    f.preset.sofa === "leather" ? f.scheme.accent : f.scheme.spark,
    "knit",
    21,
  );
  const drape = soft("armThrow")
    .scale(-1, 1, 1)
    .translate(width / 2 - plan.arm / 2, plan.armTop - 0.6 + 0.01, depth / 2 - 0.46);
  const index = drape.getIndex();
  for (let i = 0; index && i < index.count; i += 3) {
    const [b, c] = [index.getX(i + 1), index.getX(i + 2)];
    index.setX(i + 1, c);
    index.setX(i + 2, b);
  }
  drape.computeVertexNormals();
  return [[material, drape]];
}
