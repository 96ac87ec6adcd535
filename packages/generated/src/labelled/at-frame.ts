import { between, type Random } from "@image-staging/picture/random";
import type { Piece } from "@image-staging/tracer/scene";
import type { Draft } from "./draft.ts";
import { chrome, dark, joinery } from "./materials.ts";
import { anyFinish, type Furniture, pieceOf } from "./pieces.ts";
import { plainBed, plainSofa } from "./plain-pieces.ts";
import { chance, eitherSide, weighted, whole } from "./random.ts";
import { upright } from "./shapes.ts";

const near: readonly (readonly [
  number,
  (random: Random, finish: ReturnType<typeof anyFinish>) => Piece | undefined,
])[] = [
  [3, plainBed],
  [2, plainSofa],
  ...(
    [
      ...([
        [2, "bed"],
        [2, "sofa"],
        [1, "chaise"],
        [1, "armchair"],
        [2, "diningTable"],
        [1, "coffeeTable"],
      ] as const),
      ...([
        [1, "desk"],
        [2, "chair"],
        [1, "bench"],
        [1, "pouf"],
        [1, "sideboard"],
        [1, "dresser"],
      ] as const),
      ...([
        [0.6, "nightstand"],
        [0.8, "plant"],
        [0.8, "wardrobe"],
        [0.8, "bookcase"],
      ] as const),
    ] satisfies readonly (readonly [number, Furniture])[]
  ).map(
    ([weight, kind]) =>
      [
        weight,
        (random: Random, finish: ReturnType<typeof anyFinish>) => pieceOf(random, kind, finish, 0.6),
      ] as const,
  ),
];

/** Pieces at the camera's feet, which the picture's lower or side edges cut off. */
export function furnishFrame(draft: Draft): void {
  const { random } = draft;
  const finish = anyFinish(random);
  for (let i = whole(random, 1, 2); i > 0; i--) {
    const piece = weighted(random, near)(random, finish);
    if (piece) addAtFrame(draft, piece);
  }
}

function addAtFrame({ plan, random, furniture }: Draft, piece: Piece): void {
  const { camera, box } = plan;
  const half = Math.atan(camera.width / 2 / camera.focal);
  const tall = piece.height > camera.elevation - 0.15;
  // What one can't look over stands at a side, and low pieces do so half of the time.
  const aside = tall || chance(random, 0.5);
  const side = aside ? eitherSide(random) * half * between(random, 0.7, 1.15) : between(random, -half, half);
  const square = Math.floor(random() * 4) * (Math.PI / 2) + between(random, -0.08, 0.08);
  const turn = chance(random, 0.75)
    ? square - (chance(random, 0.5) ? camera.yaw : 0)
    : random() * 2 * Math.PI;
  const bearing = side - camera.yaw;
  const across = Math.abs(Math.sin(turn - bearing)) * piece.width;
  const reach = (across + Math.abs(Math.cos(turn - bearing)) * piece.depth) / 2;
  const distance = tall
    ? reach + between(random, 0.35, 1.2)
    : Math.max(reach * 0.3, reach + between(random, -0.5, 0.9));
  const [x, z] = [Math.sin(bearing) * distance, -Math.cos(bearing) * distance];
  if (x < box.left - 0.3 || x > box.right + 0.3 || z < box.back + 0.3) return;
  furniture.push({ piece, x, y: 0, z, turn });
}

/** A door's leaf that stands open beside the camera, with its handle and its edge in sight. */
export function addLeafAtFrame(draft: Draft): void {
  const { random, plan } = draft;
  const { camera } = plan;
  const half = Math.atan(camera.width / 2 / camera.focal);
  const side = eitherSide(random);
  const bearing = side * half * between(random, 0.75, 1.1) - camera.yaw;
  const distance = between(random, 0.6, 1.5);
  const stand = {
    x: Math.sin(bearing) * distance,
    z: -Math.cos(bearing) * distance,
    turn: Math.PI / 2 - camera.yaw + between(random, -0.5, 0.5),
  };
  const high = between(random, 1.95, 2.1);
  const material = joinery(random);
  const handle = chance(random, 0.7) ? chrome : dark;
  draft.put("door", stand, upright([0.8, high, 0.04], material, [0, 0.006, 0]));
  for (const end of [-1, 1]) {
    const far = end * 0.33;
    draft.put(
      "door",
      stand,
      upright([0.035, 0.16, 0.052], handle, [far, 0.94, 0]),
      upright([0.11, 0.02, 0.13], handle, [far - end * 0.04, 1.02, 0]),
    );
    for (const low of [0.2, high - 0.3])
      draft.put("door", stand, upright([0.02, 0.1, 0.06], handle, [-end * 0.4, low, 0]));
  }
}
