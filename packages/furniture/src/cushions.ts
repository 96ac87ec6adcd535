import type { Material } from "@image-staging/tracer/scene";
import type { BufferGeometry } from "three";
import { type Finish, fabric, mix } from "./finish.ts";
import type { Group } from "./kit/piece.ts";
import { type SoftGood, soft } from "./soft/goods.ts";

/** A seat cushion with its middle at (x, y, z); each is turned or chosen differently. */
export function seatCushion(
  f: Finish,
  size: { width: number; height: number; depth: number },
  at: readonly [number, number, number],
  tilt = 0,
): BufferGeometry {
  const name: SoftGood = f.random() < 0.5 ? "seat1" : "seat2";
  const turned = f.random() < 0.5;
  return soft(name, { x: size.width, y: size.height, z: size.depth })
    .rotateY(turned ? Math.PI : 0)
    .rotateX(tilt)
    .translate(...at);
}

/** A loose cushion that leans back by `lean` radians; its lower edge is at the given place. */
export function leaning(
  name: SoftGood,
  size: { width: number; height: number; depth: number },
  at: readonly [number, number, number],
  { lean = 0.25, turn = 0, roll = 0 } = {},
): BufferGeometry {
  return soft(name, { x: size.width, y: size.height, z: size.depth })
    .rotateZ(roll)
    .translate(0, size.height / 2, 0)
    .rotateX(-lean)
    .rotateY(turn)
    .translate(...at);
}

/** What scatter cushions are made of in this room: two accents, a pale one, and a pattern. */
export function cushionCovers(f: Finish): [Material, Material, Material, Material] {
  const { accent, spark, pale, dark } = f.scheme;
  const weave = f.preset.weave === "boucle" ? "linen" : f.preset.weave;
  return [
    fabric(accent, weave, 11),
    fabric(pale, "linen", 12),
    fabric(spark, weave, 13),
    {
      kind: "textile",
      pattern: cushionPattern[f.preset.rug] ?? "ticking",
      palette: [pale, mix(dark, accent, 0.5)],
      seed: 3,
    },
  ];
}

const cushionPattern: Readonly<Record<string, string>> = {
  kilim: "kilim",
  persian: "check",
  stripe: "stripe",
  trellis: "herringbone",
  jute: "herringbone",
};

/** Scatter cushions along a sofa: groups at both ends, `room` metres between the arms, seat at `seat`, back at `back`. */
export function scatter(f: Finish, room: number, seat: number, back: number): Group[] {
  const [accent, pale, spark, pattern] = cushionCovers(f);
  const square = (x: number, z: number, size: number, turn: number, name: SoftGood): BufferGeometry =>
    leaning(name, { width: size, height: size, depth: 0.15 }, [x, seat - 0.01, z], {
      ...{ lean: 0.3 + f.random() * 0.1, turn, roll: (f.random() - 0.5) * 0.12 },
    });
  const end = room / 2 - 0.23;
  const low = leaning(
    "lumbar",
    { width: 0.46, height: 0.27, depth: 0.13 },
    [-end + 0.26, seat - 0.01, back + 0.3],
    {
      ...{ lean: 0.42, turn: -0.1, roll: 0.05 },
    },
  );
  const groups: Group[] = [
    [accent, square(-end, back + 0.17, 0.43, 0.28, "pillow1")],
    [pale, low],
    [room > 1.3 ? spark : pattern, square(end, back + 0.18, 0.42, -0.3, "pillow2")],
  ];
  if (room > 1.7) groups.push([pattern, square(end - 0.31, back + 0.22, 0.37, -0.12, "pillow1")]);
  return groups;
}
