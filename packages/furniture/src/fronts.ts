import type { Finish } from "./finish.ts";
import { block } from "./kit/block.ts";
import type { Group } from "./kit/piece.ts";
import { ball, bar } from "./kit/shapes.ts";

/** Fronts side by side: slatted, cane or plain, as the style has them. */
export function fronts(f: Finish, width: number, height: number, z: number, count: number): Group[] {
  const each = width / count;
  const middle = (i: number): number => (i + 0.5) * each - width / 2;
  const doors = Array.from({ length: count }, (_, i) =>
    block(each - 0.006, height, 0.018, { radius: 0.003 }).translate(middle(i), 0, z),
  );
  const knobs = Array.from({ length: count }, (_, i) =>
    ball(0.011, 12).translate(middle(i) + (i % 2 === 0 ? 1 : -1) * (each / 2 - 0.035), 0, z + 0.02),
  );
  switch (f.preset.bed) {
    case "platform":
    case "panel": {
      const slats = Array.from(
        { length: Math.round(width / 0.028) },
        (_, i, all = Math.round(width / 0.028)) =>
          block(0.013, height, 0.014, { radius: 0.003 }).translate(
            ((i + 0.5) / all - 0.5) * width,
            0,
            z + 0.014,
          ),
      );
      return [[f.wood, doors, slats]];
    }
    case "rattan": {
      const frames = Array.from({ length: count }, (_, i) => [
        ...[-1, 1].map((s) => block(0.04, height, 0.02).translate(middle(i) + s * (each / 2 - 0.023), 0, z)),
        ...[-1, 1].map((s) =>
          block(each - 0.006, 0.04, 0.02).translate(middle(i), s * (height / 2 - 0.02), z),
        ),
      ]).flat();
      return [
        [f.wood, frames],
        [
          { kind: "rattan", color: [0.66, 0.5, 0.29] },
          block(width - 0.03, height - 0.03, 0.006).translate(0, 0, z - 0.004),
        ],
        [f.metal, knobs],
      ];
    }
    case "country":
    case "arch": {
      const panels = Array.from({ length: count }, (_, i) =>
        [-1, 1].flatMap((s) => [
          block(0.05, height, 0.012).translate(middle(i) + s * (each / 2 - 0.028), 0, z + 0.012),
          block(each - 0.006, 0.05, 0.012).translate(middle(i), s * (height / 2 - 0.025), z + 0.012),
        ]),
      ).flat();
      return [
        [f.cabinet, doors, panels],
        [f.metal, knobs.map((knob) => knob.translate(0, 0, 0.008))],
      ];
    }
    case "channel":
    case "tufted":
      return [
        [f.wood, doors],
        [
          f.metal,
          Array.from({ length: count }, (_, i) =>
            bar(
              [middle(i) + (i % 2 === 0 ? 1 : -1) * (each / 2 - 0.025), -height * 0.32, z + 0.018],
              [middle(i) + (i % 2 === 0 ? 1 : -1) * (each / 2 - 0.025), height * 0.32, z + 0.018],
              0.006,
            ),
          ),
        ],
      ];
    default:
      return [
        [f.wood, doors],
        [f.metal, knobs],
      ];
  }
}
