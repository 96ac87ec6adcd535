import type { StylePreset } from "@image-staging/inference-contract/vocabulary";
import { type Random, randomOf } from "@image-staging/picture/random";
import type { Material, Rgb } from "@image-staging/tracer/scene";
import { dressOf, type Look } from "./looks.ts";
import { type Preset, rgb, type Scheme } from "./styles.ts";

/** What the pieces of one room have in common: a style, a colour scheme, and their materials. */
export interface Finish {
  preset: Preset;
  scheme: Scheme;
  /** Only for small irregularities and for what stands on shelves: sizes don't depend on it. */
  random: Random;
  main: Material;
  second: Material;
  wood: Material;
  metal: Material;
  /** What the bodies of cabinets are made of: painted in bright styles, else the wood. */
  cabinet: Material;
  /** What picture frames are made of. */
  frame: Material;
  /** The number of the first picture that hangs. */
  firstPicture: number;
}

/** The finish of a room in a style: what it shares with others comes from the look, if it has one, the rest from its seed. */
export function finishOf(style: StylePreset, seed: number, look?: Look): Finish {
  const { preset, scheme, frame, isPainted } = dressOf(style, seed, look);
  const upholstery: Material =
    preset.sofa === "leather"
      ? { kind: "leather", color: scheme.main, seed }
      : fabric(scheme.main, preset.weave, seed);
  const wood = { ...preset.wood, ...(preset.wood.kind === "wood" ? { seed } : {}) } as Material;
  return {
    ...{ preset, scheme, random: randomOf(seed * 7919 + 17), main: upholstery },
    second: fabric(scheme.second, preset.weave === "boucle" ? "velvet" : preset.weave, seed + 1),
    ...{ wood, metal: preset.metal, frame: frame === "metal" ? preset.metal : wood },
    cabinet: isPainted ? { kind: "paint", color: scheme.pale, gloss: 0.3 } : wood,
    // No two rooms of a home have the same picture.
    firstPicture: look ? seed % 1000 : 0,
  };
}

export function fabric(
  color: Rgb,
  weave: Extract<Material, { kind: "fabric" }>["weave"] = "linen",
  seed = 0,
): Material {
  return { kind: "fabric", color, weave, seed };
}

/** A colour between two: 0 is the first. */
export function mix(a: Rgb, b: Rgb, part: number): Rgb {
  return [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part, a[2] + (b[2] - a[2]) * part];
}

export const black: Material = { kind: "metal", color: rgb("#1d1d1f"), roughness: 0.5 };
export const steel: Material = { kind: "metal", color: rgb("#a9abad"), roughness: 0.3 };
export const linenWhite = rgb("#eeeae2");
export const paper = rgb("#f4f0e8");

export interface Size {
  width: number;
  depth: number;
  height: number;
}
