import { type StylePreset, stylePresets } from "@image-staging/inference-contract/vocabulary";
import { pick, randomOf } from "@image-staging/picture/random";
import type { Material } from "@image-staging/tracer/scene";
import { metal, presets, wood } from "./presets.ts";
import type { Preset, Scheme } from "./styles.ts";

/** What the pictures of a home share, by its seed, and which of its sets a picture gets: 0 for the first of its room types. */
export interface Look {
  seed: number;
  set: number;
}

/** What a style comes in beside what its preset names: a home has one of the two, of rugs both. */
interface Choice extends Pick<Preset, "lamp" | "rug"> {
  wood: Material;
  metal: Material;
  /** The pieces of a home's second bedroom, living room and so on. */
  second: Partial<Pick<Preset, "sofa" | "armchair" | "coffee" | "chair" | "bed">>;
}

const choices: Readonly<Record<StylePreset, Choice>> = {
  modern: {
    ...{ lamp: "globe", rug: "framed", wood: wood("#a5805c", 0.45, 0.22), metal: metal("#8f8e8b", 0.35) },
    second: { sofa: "tapered", armchair: "lounge", coffee: "drum", chair: "upholstered", bed: "platform" },
  },
  scandi: {
    ...{ lamp: "dome", rug: "stripe", wood: wood("#dcc29a", 0.35, 0.18), metal: metal("#a98d5f", 0.42) },
    second: { sofa: "block", armchair: "spindle", coffee: "hoop", chair: "shell", bed: "panel" },
  },
  boho: {
    ...{ lamp: "tripod", rug: "jute", wood: wood("#8d5f3a", 0.6, 0.18), metal: metal("#9c8152", 0.45) },
    second: { armchair: "sling", coffee: "round", chair: "bentwood", bed: "arch" },
  },
  country: {
    ...{ lamp: "tripod", rug: "stripe", wood: wood("#c09a68", 0.6, 0.2), metal: metal("#7d7872", 0.5) },
    second: { sofa: "slip", armchair: "spindle", coffee: "block", chair: "ladder", bed: "spindle" },
  },
  industrial: {
    ...{ lamp: "arc", rug: "jute", wood: wood("#8a6440", 0.85, 0.25), metal: metal("#5c5d5f", 0.45) },
    second: { armchair: "lounge", coffee: "block", chair: "bentwood", bed: "panel" },
  },
  mediterranean: {
    ...{ lamp: "rattan", rug: "jute", wood: wood("#7d5636", 0.6, 0.2), metal: metal("#a58a5a", 0.45) },
    second: { armchair: "spindle", coffee: "block", chair: "cane", bed: "rattan" },
  },
  luxury: {
    ...{ lamp: "globe", rug: "abstract", wood: wood("#5d402c", 0.45, 0.5), metal: metal("#a9a49b", 0.35) },
    second: { sofa: "tufted", armchair: "wing", coffee: "plinth", bed: "tufted" },
  },
  eclectic: {
    ...{ lamp: "arc", rug: "kilim", wood: wood("#97653b", 0.5, 0.35), metal: metal("#a56d4e", 0.42) },
    second: { sofa: "rolled", armchair: "wing", coffee: "nest", chair: "cane", bed: "arch" },
  },
  japandia: {
    ...{ lamp: "tripod", rug: "framed", wood: wood("#b9986e", 0.5, 0.15), metal: metal("#5a544d", 0.5) },
    second: { armchair: "lounge", chair: "ladder", bed: "panel" },
  },
};

/** What a room is furnished in: a style as its home wears it. */
interface Dress {
  preset: Preset;
  scheme: Scheme;
  /** What picture frames are made of. */
  frame: "wood" | "metal";
  /** Whether the bodies of cabinets are painted: by the style, whichever set a room has. */
  isPainted: boolean;
}

/**
 * The style of a room: its shapes, materials and colours. Even and odd seeds differ in their colour scheme. With a look, its seed
 * chooses that and timber, metal, lamps and frames, so that all rooms of a home have the same; its sets differ in the shapes of the
 * large pieces and in which accent leads, four in turn.
 */
export function dressOf(style: StylePreset, seed: number, look?: Look): Dress {
  const own = presets[style];
  const scheme = own.schemes[Math.abs(look?.seed ?? seed) % 2 === 0 ? 0 : 1];
  const isPainted = own.bed === "country" || own.bed === "arch";
  if (!look) return { preset: own, scheme, frame: own.legs, isPainted };
  const { second, ...other } = choices[style];
  const random = randomOf(look.seed + stylePresets.indexOf(style));
  const preset: Preset = {
    ...own,
    ...{ wood: pick(random, [own.wood, other.wood]), metal: pick(random, [own.metal, other.metal]) },
    lamp: pick(random, [own.lamp, other.lamp]),
    // One palette in two patterns: the same rug in every room looks like a catalogue.
    rug: pick(randomOf(seed), [own.rug, other.rug]),
    ...(look.set % 2 === 1 && second),
  };
  const frame = pick(random, ["wood", "metal"] as const);
  const isTurned = look.set % 4 === 1 || look.set % 4 === 2;
  const turned = { ...scheme, accent: scheme.spark, spark: scheme.accent };
  return { preset, scheme: isTurned ? turned : scheme, frame, isPainted };
}
