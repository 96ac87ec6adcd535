import type { BufferGeometry } from "three";
import { type Finish, mix } from "./finish.ts";
import type { Group } from "./kit/piece.ts";
import { hoop, rod, turned } from "./kit/shapes.ts";
import { rgb } from "./styles.ts";

/** Radius at the rim and height. */
interface Making {
  f: Finish;
  r: number;
  h: number;
}

const open = (
  { r, h }: Pick<Making, "r" | "h">,
  profile: readonly (readonly [number, number])[],
): BufferGeometry => turned([...profile, [r * 0.93, h], [r * 0.9, h * 0.86]], { segments: 44 });

const forms: Record<Finish["preset"]["pot"], (making: Making) => Group[]> = {
  basket: ({ r, h }) => {
    return [
      [
        { kind: "rattan", color: rgb("#b98d55") },
        turned(
          [
            [r * 0.8, 0],
            [r * 1.02, h * 0.3],
            [r * 1.06, h * 0.6],
            [r * 0.98, h * 0.97],
            [r * 0.92, h],
            [r * 0.9, h * 0.86],
          ],
          { smooth: true, segments: 44 },
        ),
        ...Array.from({ length: 9 }, (_, i) =>
          hoop(r * (0.9 + 0.15 * Math.sin(((i + 0.6) / 9) * 2.6)), 0.013)
            .rotateX(Math.PI / 2)
            .translate(0, ((i + 0.5) / 9) * h, 0),
        ),
      ],
    ];
  },
  terracotta: ({ r, h }) => {
    return [
      [
        { kind: "ceramic", color: rgb("#b4694a"), gloss: 0.05 },
        open({ r, h }, [
          [r * 0.66, 0],
          [r * 0.9, h * 0.8],
          [r * 1.02, h * 0.81],
          [r * 1.03, h],
        ]),
      ],
    ];
  },
  concrete: ({ r, h }) => {
    return [
      [
        { kind: "stone", pattern: "concrete", color: rgb("#8d8c89"), vein: rgb("#6f6e6c"), gloss: 0.05 },
        open({ r, h }, [
          [r * 0.92, 0],
          [r, h * 0.02],
          [r, h],
        ]),
      ],
    ];
  },
  footed: ({ f, r, h }) => {
    return [
      [
        { kind: "ceramic", color: mix(f.scheme.pale, rgb("#ffffff"), 0.3), gloss: 0.5 },
        turned(
          [
            [r * 0.5, h * 0.16],
            [r * 0.92, h * 0.34],
            [r, h * 0.7],
            [r, h],
            [r * 0.93, h],
            [r * 0.9, h * 0.86],
          ],
          { segments: 44 },
        ),
      ],
      [
        f.metal,
        [0, 1, 2].map((i) =>
          rod(
            [
              [Math.cos(i * 2.094) * r * 0.8, 0, Math.sin(i * 2.094) * r * 0.8],
              [Math.cos(i * 2.094) * r * 0.84, h * 0.2, Math.sin(i * 2.094) * r * 0.84],
              [Math.cos(i * 2.094) * r * 1.01, h * 0.5, Math.sin(i * 2.094) * r * 1.01],
            ],
            0.008,
          ),
        ),
        hoop(r * 1.005, 0.008)
          .rotateX(Math.PI / 2)
          .translate(0, h * 0.5, 0),
      ],
    ];
  },
  stoneware: ({ f, r, h }) => {
    return [
      [
        { kind: "ceramic", color: mix(f.scheme.dark, f.scheme.second, 0.55), gloss: 0.12 },
        turned(
          [
            [r * 0.62, 0],
            [r * 0.98, h * 0.32],
            [r * 1.06, h * 0.62],
            [r * 0.9, h * 0.94],
            [r * 0.95, h],
            [r * 0.88, h],
            [r * 0.86, h * 0.86],
          ],
          { smooth: true, segments: 44 },
        ),
      ],
    ];
  },
  planter: ({ f, r, h }) => {
    return [
      [
        { kind: "ceramic", color: mix(f.scheme.pale, rgb("#ffffff"), 0.4), gloss: 0.2 },
        open({ r, h }, [
          [r * 0.78, 0],
          [r, h * 0.5],
          [r, h],
        ]),
      ],
    ];
  },
};

/** The style's pot, with its radius at the rim and its height. */
export function potOf(f: Finish, r: number, h: number): Group[] {
  return forms[f.preset.pot]({ f, r, h });
}
