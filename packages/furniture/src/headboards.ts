import type { BufferGeometry } from "three";
import { bedWood } from "./bed-frame.ts";
import { type Finish, linenWhite, mix } from "./finish.ts";
import { block } from "./kit/block.ts";
import type { Group } from "./kit/piece.ts";
import { bar, board, rod, turned } from "./kit/shapes.ts";
import { channels, tufted } from "./kit/tufted.ts";

/** Width and height, and the place of the mattress's upper end. */
interface Making {
  f: Finish;
  w: number;
  z: number;
  high: number;
}

const forms: Record<Finish["preset"]["bed"], (making: Making) => Group[]> = {
  channel: ({ f, w, z, high }) => {
    return [
      [
        f.second,
        channels(w + 0.3, high + 0.08 - 0.06, 0.09, Math.round(w / 0.17)).map((s) =>
          s.translate(0, (high + 0.08) / 2, z - 0.09),
        ),
      ],
      [f.metal, block(w + 0.32, 0.014, 0.1).translate(0, high + 0.06, z - 0.05)],
    ];
  },
  tufted: ({ f, w, z, high }) => {
    return [
      [
        f.second,
        tufted(w + 0.16, high - 0.25, 0.1, 0.2).map((s) => s.translate(0, (high + 0.35) / 2, z - 0.08)),
        wings(w + 0.16, z, high),
      ],
    ];
  },
  spindle: ({ f, w, z }) => {
    const posts = [-1, 1].map((x) =>
      bar([x * (w / 2 - 0.03), 0, z - 0.02], [x * (w / 2 - 0.03), 0.98, z - 0.05], 0.024, 0.018),
    );
    const count = Math.round(w / 0.1);
    const spindles = Array.from({ length: count }, (_, i) =>
      bar(
        [((i + 1) / (count + 1) - 0.5) * w, 0.35, z - 0.03],
        [((i + 1) / (count + 1) - 0.5) * w, 0.95, z - 0.05],
        0.009,
      ),
    );
    return [
      [
        f.wood,
        posts,
        spindles,
        rod(
          [
            [-w / 2, 0.96, z - 0.05],
            [0, 0.985, z - 0.055],
            [w / 2, 0.96, z - 0.05],
          ],
          0.02,
        ),
        bar([-w / 2 + 0.03, 0.35, z - 0.03], [w / 2 - 0.03, 0.35, z - 0.03], 0.014),
      ],
    ];
  },
  rattan: ({ f, w, z }) => {
    const arch = (r: number, rise: number) =>
      Array.from({ length: 15 }, (_, i) => {
        const a = (i / 14) * Math.PI;
        return [Math.cos(a) * r, 0.42 + Math.sin(a) * rise, z - 0.04] as const;
      });
    const frames = [1, 0.8, 0.56, 0.3].map((part) =>
      rod(
        [
          [part * w * 0.5, 0.1, z - 0.04],
          ...arch(part * w * 0.5, part * 0.78),
          [-part * w * 0.5, 0.1, z - 0.04],
        ],
        part === 1 ? 0.018 : 0.011,
      ),
    );
    const rays = Array.from({ length: 17 }, (_, i) => {
      const a = ((i + 0.5) / 17) * Math.PI;
      return bar(
        [Math.cos(a) * w * 0.15, 0.42 + Math.sin(a) * 0.23, z - 0.04],
        [Math.cos(a) * w * 0.5, 0.42 + Math.sin(a) * 0.78, z - 0.04],
        0.007,
      );
    });
    return [[f.wood, frames, rays]];
  },
  country: ({ f, w, z }) => {
    const panel = Array.from({ length: Math.round(w / 0.14) }, (_, i, all = Math.round(w / 0.14)) =>
      block(w / all - 0.003, 0.62, 0.022, { radius: 0.005 }).translate(
        ((i + 0.5) / all - 0.5) * w,
        0.78,
        z - 0.03,
      ),
    );
    return [
      [
        bedWood(f),
        panel,
        ...[-1, 1].map((x) =>
          turned(
            [
              [0.034, 0],
              [0.034, 0.3],
              [0.028, 0.5],
              [0.034, 1.1],
              [0.026, 1.14],
              [0.034, 1.18],
              [0.004, 1.22],
            ],
            { smooth: true, segments: 20 },
          ).translate(x * (w / 2), 0, z - 0.03),
        ),
        block(w, 0.06, 0.05).translate(0, 1.1, z - 0.03),
        block(w, 0.05, 0.04).translate(0, 0.46, z - 0.03),
      ],
    ];
  },
  steel: ({ f, w, z }) => {
    const bars = Array.from({ length: Math.round(w / 0.13) }, (_, i, all = Math.round(w / 0.13)) =>
      bar([((i + 0.5) / all - 0.5) * w, 0.3, z - 0.02], [((i + 0.5) / all - 0.5) * w, 1.04, z - 0.02], 0.007),
    );
    return [
      [
        f.metal,
        bars,
        ...[-1, 1].map((x) =>
          bar([x * (w / 2 - 0.02), 0, z - 0.02], [x * (w / 2 - 0.02), 1.06, z - 0.02], 0.018, 0.018, true),
        ),
        bar([-w / 2, 1.05, z - 0.02], [w / 2, 1.05, z - 0.02], 0.018, 0.018, true),
        bar([-w / 2, 0.42, z - 0.02], [w / 2, 0.42, z - 0.02], 0.012, 0.012, true),
      ],
    ];
  },
  arch: ({ f, w, z }) => {
    const outline = [
      [-w / 2, 0],
      [w / 2, 0],
      ...Array.from(
        { length: 21 },
        (_, i) =>
          [Math.cos((i / 20) * Math.PI) * (w / 2), 0.72 + Math.sin((i / 20) * Math.PI) * 0.5] as const,
      ),
    ] as const;
    return [
      [
        { kind: "paint", color: mix(linenWhite, f.scheme.second, 0.25), gloss: 0.05 },
        board(outline, 0.12, { bevel: 0.03 }).translate(0, 0, z - 0.06),
      ],
    ];
  },
  platform: ({ f, w, z }) => {
    return [
      [
        f.wood,
        Array.from({ length: Math.round(w / 0.07) + 4 }, (_, i, all = Math.round(w / 0.07) + 4) =>
          block(0.045, 0.62, 0.024).translate(((i + 0.5) / all - 0.5) * (w + 0.3), 0.55, z - 0.02),
        ),
        block(w + 0.32, 0.035, 0.04).translate(0, 0.87, z - 0.02),
      ],
    ];
  },
  panel: ({ f, w, z }) => {
    return [
      [
        f.second,
        ...[-1, 1].map((x) =>
          block(w / 2 + 0.02, 0.66, 0.12, {
            radius: 0.05,
            crown: [0, 0.015, 0.025],
            uneven: 0.003,
            seed: x,
          }).translate((x * (w + 0.04)) / 4, 0.76, z - 0.05),
        ),
        block(w, 0.5, 0.08).translate(0, 0.28, z - 0.04),
      ],
    ];
  },
};

/** The style's headboard for a bed of this width, at its upper end `z`. */
export function headboard(f: Finish, width: number, z: number): Group[] {
  return forms[f.preset.bed]({ f, w: width + 0.06, z, high: 1.12 });
}

const wings = (w: number, z: number, high: number): BufferGeometry[] =>
  [-1, 1].map((x) =>
    block(0.07, high, 0.2, { radius: 0.034, crown: 0.004 }).translate((x * w) / 2, high / 2, z),
  );
