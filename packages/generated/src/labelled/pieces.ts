import { type Kind, make } from "@image-staging/furniture/catalogue";
import { type Finish, finishOf } from "@image-staging/furniture/finish";
import { presets } from "@image-staging/furniture/presets";
import { between, type Random } from "@image-staging/picture/random";
import type { Material, Piece } from "@image-staging/tracer/scene";
import { anyMaterial, cloth, white, wood } from "./materials.ts";
import { chance } from "./random.ts";

/** Usual sizes of pieces: width, depth, height. */
export const sizes = {
  sofa: [2, 0.9, 0.8],
  chaise: [0.9, 1.6, 0.8],
  armchair: [0.85, 0.85, 0.85],
  chair: [0.5, 0.52, 0.87],
  officeChair: [0.6, 0.6, 1],
  bench: [1.25, 0.4, 0.45],
  pouf: [0.55, 0.55, 0.4],
  coffeeTable: [1.1, 0.62, 0.4],
  diningTable: [1.7, 0.92, 0.75],
  sideTable: [0.45, 0.45, 0.5],
  nightstand: [0.45, 0.4, 0.5],
  desk: [1.35, 0.67, 0.75],
  consoleTable: [1.1, 0.35, 0.8],
  sideboard: [1.7, 0.45, 0.75],
  mediaUnit: [1.6, 0.42, 1.1],
  wardrobe: [1.6, 0.6, 2.1],
  dresser: [1.1, 0.48, 0.9],
  bookcase: [0.9, 0.32, 1.9],
  bed: [1.6, 2.1, 1.05],
  floorLamp: [0.45, 0.45, 1.56],
  plant: [0.55, 0.55, 1.3],
  rug: [2.7, 1.85, 0.02],
} as const satisfies Partial<Record<Kind, readonly [number, number, number]>>;

export type Furniture = keyof typeof sizes;

const styles = Object.keys(presets).filter((name): name is keyof typeof presets => name in presets);

export const anyFinish = (random: Random): Finish => {
  const style = styles[Math.floor(random() * styles.length)] ?? "modern";
  return finishOf(style, Math.floor(random() * 1000));
};

/** A piece of about its usual size, in the finish or other cloths, woods and colours; none if it can't be that small. */
export function pieceOf(
  random: Random,
  kind: Furniture,
  finish: Finish,
  redressed: number,
): Piece | undefined {
  const size = between(random, 0.85, 1.2);
  const [width, depth, height] = sizes[kind];
  try {
    const piece = make(kind, finish, { width: width * size, depth: depth * size, height: height * size });
    return chance(random, redressed) ? dressed(random, piece) : piece;
  } catch {
    return undefined;
  }
}

const kept: readonly Material["kind"][] = ["glass", "leaf", "mirror"];

/** The piece with some of its materials exchanged. */
function dressed(random: Random, piece: Piece): Piece {
  const others = new Map<Material, Material>();
  for (const { material } of piece.parts)
    if (!others.has(material))
      others.set(material, chance(random, 0.6) ? instead(random, material) : material);
  return {
    ...piece,
    parts: piece.parts.map((part) => ({ ...part, material: others.get(part.material) ?? part.material })),
  };
}

function instead(random: Random, material: Material): Material {
  if (kept.includes(material.kind)) return material;
  if (material.kind === "wood" && chance(random, 0.6)) return wood(random);
  const soft = material.kind === "fabric" || material.kind === "textile";
  if (soft && chance(random, 0.35)) return cloth(random);
  return chance(random, 0.25) ? white(random, 0) : anyMaterial(random);
}
