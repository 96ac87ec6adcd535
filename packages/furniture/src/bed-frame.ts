import type { Material } from "@image-staging/tracer/scene";
import type { BufferGeometry } from "three";
import type { Finish } from "./finish.ts";
import { block } from "./kit/block.ts";
import type { Group } from "./kit/piece.ts";
import { bar } from "./kit/shapes.ts";

/** The mattress that duvets were simulated on: `soft/simulate/drapes.ts`. */
export const [top, length] = [0.52, 2];
const base = 0.3;

/** The upper side of a platform, which is wider than the mattress. */
export const ledge = 0.255;

/** What carries the mattress. */
export function frame(f: Finish, width: number): Group[] {
  const [w, d] = [width, length + 0.06];
  const wooden = (height: number, low: number): BufferGeometry[] => [
    ...[-1, 1].map((x) => block(0.03, height, d).translate(x * (w / 2 - 0.015), low + height / 2, 0)),
    block(w, height, 0.03).translate(0, low + height / 2, d / 2 - 0.015),
    block(w - 0.04, 0.03, d - 0.04).translate(0, low + height - 0.04, 0),
  ];
  const feet = (height: number): BufferGeometry[] =>
    [-1, 1].flatMap((x) =>
      [-1, 1].map((z) =>
        bar(
          [x * (w / 2 - 0.06), 0, z * (d / 2 - 0.08)],
          [x * (w / 2 - 0.08), height, z * (d / 2 - 0.1)],
          0.018,
          0.028,
        ),
      ),
    );
  switch (f.preset.bed) {
    case "spindle":
    case "rattan":
    case "country":
      return [[bedWood(f), wooden(0.16, 0.15), feet(0.18)]];
    case "steel":
      return [
        [
          f.metal,
          [-1, 1].flatMap((x) => [
            bar([x * (w / 2 - 0.02), 0.27, -d / 2], [x * (w / 2 - 0.02), 0.27, d / 2], 0.018, 0.018, true),
            ...[-1, 1].map((z) =>
              bar(
                [x * (w / 2 - 0.02), 0, z * (d / 2 - 0.02)],
                [x * (w / 2 - 0.02), 0.3, z * (d / 2 - 0.02)],
                0.018,
                0.018,
                true,
              ),
            ),
          ]),
          bar([-w / 2, 0.27, d / 2 - 0.02], [w / 2, 0.27, d / 2 - 0.02], 0.018, 0.018, true),
        ],
        [f.wood, block(w - 0.06, 0.03, d - 0.06).translate(0, 0.27, 0)],
      ];
    case "platform":
      return [
        [
          f.wood,
          block(w + 0.24, 0.07, d + 0.14, { radius: 0.012 }).translate(0, ledge - 0.035, 0.05),
          block(w + 0.06, 0.18, d - 0.04).translate(0, 0.09, 0.02),
          block(w - 0.02, 0.05, d - 0.08).translate(0, 0.28, 0),
        ],
      ];
    default:
      return [
        [
          f.second,
          block(w, base - 0.06, d, { radius: 0.03, crown: 0.004, uneven: 0.003 }).translate(
            0,
            (base + 0.06) / 2,
            0,
          ),
        ],
        [
          f.preset.legs === "metal" ? f.metal : f.wood,
          block(w - 0.16, 0.07, d - 0.16).translate(0, 0.035, 0),
        ],
      ];
  }
}

export const bedWood = (f: Finish): Material =>
  f.preset.bed === "country" ? { kind: "paint", color: f.scheme.pale, gloss: 0.3 } : f.wood;
