import type { Piece } from "@image-staging/tracer/scene";
import type { BufferGeometry } from "three";
import { frame, ledge, length, top } from "./bed-frame.ts";
import { leaning } from "./cushions.ts";
import { type Finish, fabric, linenWhite, mix, type Size } from "./finish.ts";
import { headboard } from "./headboards.ts";
import { block } from "./kit/block.ts";
import { type Group, pieceOf } from "./kit/piece.ts";
import { soft } from "./soft/goods.ts";
import { laidOn } from "./soft/laid.ts";
import { padded } from "./soft/padded.ts";
import type { Preset } from "./styles.ts";

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

/** Lays what hangs lower than a ledge on it. */
function rest(cloth: BufferGeometry, height: number): void {
  const position = cloth.getAttribute("position");
  for (let i = 0; i < position.count; i++) {
    const under = height - position.getY(i);
    if (under > 0) position.setY(i, height + 0.03 * under);
  }
}

function bedding(f: Finish, width: number, single: boolean): Group[] {
  const scale = width / (single ? 0.9 : 1.6);
  const { pale, accent, spark, second } = f.scheme;
  const white = fabric(mix(linenWhite, pale, 0.4), "cotton", 31);
  const cover = padded(soft(single ? "duvetSingle" : "duvet"), 0.026, 0.02).map((shape) =>
    shape.scale(scale, 1, 1),
  );
  if (f.preset.bed === "platform") for (const side of cover) rest(side, ledge + 0.012);
  const throwOver = (): BufferGeometry => soft(single ? "footThrowSingle" : "footThrow");
  const upper = cover.slice(0, 1);
  const runner = padded(laidOn(throwOver().scale(scale, 1, 1), upper, 0.009), 0.007);
  // The duvet's upper end, turned down.
  const turned = throwOver()
    .translate(0, -0.004, -0.62)
    .scale(scale * 0.99, 1, 0.55)
    .translate(0, 0, -0.42);
  const fold = padded(laidOn(turned, upper, 0.013), 0.012, 0.004);
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
    [
      fabric(
        f.preset.weave === "linen" ? mix(pale, second, 0.25) : mix(linenWhite, pale, 0.75),
        "cotton",
        32,
      ),
      cover,
    ],
    [fabric(mix(accent, pale, 0.15), "knit", 33), runner],
    [white, fold],
    [fabric(accent, f.preset.weave === "boucle" ? "linen" : f.preset.weave, 34), front],
    [fabric(spark, "linen", 35), single ? [] : [lumbar]],
  ];
}
