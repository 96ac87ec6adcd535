import type { BufferGeometry } from "three";
import { black, type Finish } from "./finish.ts";
import { block } from "./kit/block.ts";
import type { Group } from "./kit/piece.ts";
import { bar, turned } from "./kit/shapes.ts";
import { channels, tufted } from "./kit/tufted.ts";

export interface Plan {
  arm: number;
  armTop: number;
  seatTop: number;
  backTop: number;
  /** Lower edge of the body. */
  foot: number;
}

export function body(f: Finish, width: number, depth: number, plan: Plan): Group[] {
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
  // A loose cover hangs to the floor.
  if (form === "slip")
    upholstery.push(
      block(width - 0.012, 0.2, depth - 0.016, { radius: 0.02, crown: 0.004, seed: 5 }).translate(
        0,
        0.104,
        0,
      ),
    );
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

export function feet(f: Finish, width: number, depth: number, { foot }: Plan): Group {
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
      return [black, block(width - 0.3, foot + 0.02, depth - 0.3).translate(0, foot / 2, 0)];
  }
}

/** Japandia: a low wooden platform with slatted back and slab arms, and loose mattresses. */
export function frame(f: Finish, width: number, depth: number, plan: Plan): Group[] {
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
