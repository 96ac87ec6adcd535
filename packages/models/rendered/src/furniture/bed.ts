import type { BufferGeometry } from "three";
import type { Material, Piece } from "../scene.ts";
import { leaning } from "./cushions.ts";
import { type Finish, fabric, linenWhite, mix, type Size } from "./finish.ts";
import { block } from "./kit/block.ts";
import { type Group, pieceOf } from "./kit/piece.ts";
import { bar, board, rod, turned } from "./kit/shapes.ts";
import { channels, tufted } from "./kit/tufted.ts";
import { soft } from "./soft/goods.ts";
import { padded } from "./soft/padded.ts";
import type { Preset } from "./styles.ts";

/** The mattress that duvets were simulated on: `soft/simulate/drapes.ts`. */
const [top, base, length] = [0.52, 0.3, 2];

/** How much wider than the bed its headboard or platform is. */
export function overhang({ bed: form }: Preset): number {
  return { platform: 0.4, channel: 0.36, tufted: 0.3 }[form as string] ?? 0.1;
}

/** A made bed, its head towards -z. Its width, headboard included, says whether it is for one or two. */
export function bed(f: Finish, size: Size): Piece {
  const width = size.width - overhang(f.preset);
  const single = width < 1.25;
  const sleeper = width - 0.08;
  const z = (length + 0.04) / 2;
  return pieceOf("bed", [...headboard(f, width, -z), ...frame(f, width), ...bedding(f, sleeper, single)]);
}

function bedding(f: Finish, width: number, single: boolean): Group[] {
  const scale = width / (single ? 0.9 : 1.6);
  const { pale, accent, spark } = f.scheme;
  const white = fabric(mix(linenWhite, pale, 0.4), "cotton", 31);
  const cover = padded(soft(single ? "duvetSingle" : "duvet"), 0.024, 0.011).map((shape) =>
    shape.scale(scale, 1, 1),
  );
  const runner = padded(soft(single ? "footThrowSingle" : "footThrow"), 0.007).map((shape) =>
    shape.scale(scale, 1, 1),
  );
  // The duvet's upper end, turned down.
  const fold = padded(soft(single ? "footThrowSingle" : "footThrow"), 0.012, 0.004).map((shape) =>
    shape
      .translate(0, -0.004, -0.62)
      .scale(scale * 0.99, 1, 0.55)
      .translate(0, 0, -0.42),
  );
  const pillows: BufferGeometry[] = [];
  const front: BufferGeometry[] = [];
  for (const x of single ? [0] : [-width * 0.25, width * 0.25]) {
    pillows.push(
      leaning("sleeping", { width: 0.68, height: 0.46, depth: 0.17 }, [x, top + 0.0, -length / 2 + 0.2], {
        lean: 0.5,
        roll: 0.02,
      }),
      leaning(
        "sleeping",
        { width: 0.66, height: 0.42, depth: 0.16 },
        [x + 0.01, top + 0.0, -length / 2 + 0.35],
        { lean: 0.62, roll: -0.03, turn: 0.03 },
      ),
    );
    front.push(
      leaning(
        "pillow1",
        { width: 0.44, height: 0.44, depth: 0.14 },
        [x * 0.72, top + 0.01, -length / 2 + 0.49],
        { lean: 0.62, turn: -x * 0.2, roll: 0.05 },
      ),
    );
  }
  const lumbar = leaning(
    "lumbar",
    { width: 0.54, height: 0.3, depth: 0.13 },
    [0, top + 0.02, -length / 2 + 0.63],
    { lean: 0.7, roll: 0.03 },
  );
  return [
    [white, block(width, 0.24, length, { radius: 0.07, crown: 0.006 }).translate(0, top - 0.12, 0), pillows],
    [fabric(mix(linenWhite, pale, 0.75), "linen", 32), cover],
    [fabric(accent, "knit", 33), runner],
    [white, fold],
    [fabric(accent, f.preset.weave === "boucle" ? "linen" : f.preset.weave, 34), front],
    [fabric(spark, "linen", 35), single ? [] : [lumbar]],
  ];
}

function frame(f: Finish, width: number): Group[] {
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
                [x * (w / 2 - 0.02), z > 0 ? 0.42 : 0.3, z * (d / 2 - 0.02)],
                0.018,
                0.018,
                true,
              ),
            ),
          ]),
          bar([-w / 2, 0.27, d / 2 - 0.02], [w / 2, 0.27, d / 2 - 0.02], 0.018, 0.018, true),
          bar([-w / 2, 0.41, d / 2 - 0.02], [w / 2, 0.41, d / 2 - 0.02], 0.016, 0.016, true),
        ],
        [f.wood, block(w - 0.06, 0.03, d - 0.06).translate(0, 0.27, 0)],
      ];
    case "platform":
      return [
        [
          f.wood,
          block(w + 0.24, 0.07, d + 0.14, { radius: 0.012 }).translate(0, 0.22, 0.05),
          block(w - 0.2, 0.18, d - 0.24).translate(0, 0.09, 0),
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

const bedWood = (f: Finish): Material =>
  f.preset.bed === "country" ? { kind: "paint", color: f.scheme.pale, gloss: 0.3 } : f.wood;

function headboard(f: Finish, width: number, z: number): Group[] {
  const [w, high] = [width + 0.06, 1.12];
  switch (f.preset.bed) {
    case "channel":
      return [
        [
          f.second,
          channels(w + 0.3, high + 0.08 - 0.06, 0.09, Math.round(w / 0.17)).map((s) =>
            s.translate(0, (high + 0.08) / 2, z - 0.09),
          ),
        ],
        [f.metal, block(w + 0.32, 0.014, 0.1).translate(0, high + 0.06, z - 0.05)],
      ];
    case "tufted":
      return [
        [
          f.second,
          tufted(w + 0.16, high - 0.25, 0.1, 0.2).map((s) => s.translate(0, (high + 0.35) / 2, z - 0.08)),
          wings(w + 0.16, z, high),
        ],
      ];
    case "spindle": {
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
    }
    case "rattan": {
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
    }
    case "country": {
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
    }
    case "steel": {
      const bars = Array.from({ length: Math.round(w / 0.13) }, (_, i, all = Math.round(w / 0.13)) =>
        bar(
          [((i + 0.5) / all - 0.5) * w, 0.3, z - 0.02],
          [((i + 0.5) / all - 0.5) * w, 1.04, z - 0.02],
          0.007,
        ),
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
    }
    case "arch": {
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
    }
    case "platform":
      return [
        [
          f.wood,
          Array.from({ length: Math.round(w / 0.07) + 4 }, (_, i, all = Math.round(w / 0.07) + 4) =>
            block(0.045, 0.62, 0.024).translate(((i + 0.5) / all - 0.5) * (w + 0.3), 0.55, z - 0.02),
          ),
          block(w + 0.32, 0.035, 0.04).translate(0, 0.87, z - 0.02),
        ],
      ];
    default:
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
  }
}

const wings = (w: number, z: number, high: number): BufferGeometry[] =>
  [-1, 1].map((x) =>
    block(0.07, high, 0.2, { radius: 0.034, crown: 0.004 }).translate((x * w) / 2, high / 2, z),
  );
