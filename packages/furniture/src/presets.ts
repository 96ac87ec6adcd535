import type { StylePreset } from "@image-staging/inference-contract/vocabulary";
import type { Material } from "@image-staging/tracer/scene";
import { type Preset, rgb, type Scheme } from "./styles.ts";

export const wood = (hex: string, grain: number, gloss: number): Material => ({
  kind: "wood",
  color: rgb(hex),
  grain,
  gloss,
});

export const metal = (hex: string, roughness: number): Material => ({
  kind: "metal",
  color: rgb(hex),
  roughness,
});

type Pair = readonly [string, string];

/** A colour scheme from its two large surfaces, its two accents, and its palest and darkest colour. */
const scheme = ([main, second]: Pair, [accent, spark]: Pair, [pale, dark]: Pair): Scheme => ({
  main: rgb(main),
  second: rgb(second),
  accent: rgb(accent),
  spark: rgb(spark),
  pale: rgb(pale),
  dark: rgb(dark),
});

export const presets: Readonly<Record<StylePreset, Preset>> = {
  modern: {
    ...{ sofa: "block", armchair: "tub", coffee: "nest", dining: "oval", chair: "shell", bed: "panel" },
    ...{ lamp: "arc", pot: "planter", plant: "fig", rug: "abstract", art: ["strokes", "shapes", "lines"] },
    ...{ legs: "metal", weave: "boucle", wood: wood("#7a563a", 0.5, 0.25), metal: metal("#26262a", 0.45) },
    schemes: [
      scheme(["#bdb7ae", "#e4ddd1"], ["#a0694d", "#4a545a"], ["#e9e4da", "#35373a"]),
      scheme(["#b6b5b1", "#ddd4c6"], ["#4f5d66", "#b39a72"], ["#e6e2db", "#2f3135"]),
    ],
  },
  scandi: {
    ...{
      sofa: "tapered",
      armchair: "lounge",
      coffee: "round",
      dining: "tapered",
      chair: "wishbone",
      bed: "spindle",
    },
    ...{ lamp: "tripod", pot: "basket", plant: "fig", rug: "trellis", art: ["shapes", "lines", "botanical"] },
    ...{ legs: "wood", weave: "linen", wood: wood("#c79f6b", 0.4, 0.2), metal: metal("#2c2c2e", 0.5) },
    schemes: [
      scheme(["#d3cec5", "#a3aca6"], ["#8d9e8f", "#c0a063"], ["#efebe3", "#54606a"]),
      scheme(["#b9bab7", "#d8d0c4"], ["#b5927f", "#75868f"], ["#f0ece5", "#45494d"]),
    ],
  },
  boho: {
    ...{
      sofa: "slip",
      armchair: "spindle",
      coffee: "hoop",
      dining: "pedestal",
      chair: "cane",
      bed: "rattan",
    },
    ...{ lamp: "rattan", pot: "basket", plant: "palm", rug: "kilim", art: ["arches", "moon", "botanical"] },
    ...{ legs: "wood", weave: "linen", wood: wood("#b07f4a", 0.5, 0.18), metal: metal("#3a332c", 0.5) },
    schemes: [
      scheme(["#e0d6c5", "#c58f57"], ["#9c5f45", "#4a6663"], ["#f0e7d8", "#4b3a2e"]),
      scheme(["#d9cbb4", "#8d6a49"], ["#858a69", "#b08455"], ["#efe6d6", "#3f3a35"]),
    ],
  },
  country: {
    ...{
      sofa: "rolled",
      armchair: "wing",
      coffee: "trestle",
      dining: "trestle",
      chair: "windsor",
      bed: "country",
    },
    ...{
      lamp: "column",
      pot: "stoneware",
      plant: "olive",
      rug: "persian",
      art: ["landscape", "botanical", "sea"],
    },
    ...{ legs: "wood", weave: "cotton", wood: wood("#9c6f42", 0.7, 0.22), metal: metal("#3d3833", 0.55) },
    schemes: [
      scheme(["#d9ceba", "#8797a3"], ["#65788a", "#9c5a4d"], ["#f1eadb", "#3f4a52"]),
      scheme(["#b9bfae", "#d8c9ad"], ["#78836a", "#a97f55"], ["#f2ecdd", "#4a4438"]),
    ],
  },
  industrial: {
    ...{ sofa: "leather", armchair: "sling", coffee: "steel", dining: "steel", chair: "steel", bed: "steel" },
    ...{ lamp: "dome", pot: "concrete", plant: "snake", rug: "distressed", art: ["map", "grid", "strokes"] },
    ...{ legs: "metal", weave: "cotton", wood: wood("#6b4528", 0.8, 0.3), metal: metal("#232323", 0.5) },
    schemes: [
      scheme(["#6b3d1f", "#3b3c3e"], ["#6d6a58", "#9c6238"], ["#d5cfc4", "#2b2c2e"]),
      scheme(["#74452a", "#46474a"], ["#5a636a", "#8a6a4c"], ["#cfc8bc", "#26282b"]),
    ],
  },
  mediterranean: {
    ...{ sofa: "slip", armchair: "frame", coffee: "plinth", dining: "plinth", chair: "ladder", bed: "arch" },
    ...{
      lamp: "globe",
      pot: "terracotta",
      plant: "olive",
      rug: "stripe",
      art: ["sea", "arches", "botanical"],
    },
    ...{ legs: "wood", weave: "linen", wood: wood("#a5774b", 0.55, 0.15), metal: metal("#453c33", 0.5) },
    schemes: [
      scheme(["#efe8da", "#d9c3a0"], ["#4a6885", "#b3775a"], ["#f6f1e6", "#3c5468"]),
      scheme(["#e9dcc6", "#b98d66"], ["#8b9478", "#b98766"], ["#f5eee0", "#5a4a3c"]),
    ],
  },
  luxury: {
    ...{
      sofa: "channel",
      armchair: "tub",
      coffee: "drum",
      dining: "pedestal",
      chair: "upholstered",
      bed: "channel",
    },
    ...{
      lamp: "column",
      pot: "footed",
      plant: "fig",
      rug: "framed",
      art: ["abstract", "strokes", "lines"],
    },
    ...{ legs: "metal", weave: "velvet", wood: wood("#3f2a20", 0.45, 0.5), metal: metal("#ab8a56", 0.42) },
    schemes: [
      scheme(["#ded5c5", "#28504a"], ["#28504a", "#b2965c"], ["#efe8da", "#2b2623"]),
      scheme(["#cfc8c0", "#3b4657"], ["#3b4657", "#a38d68"], ["#ece6dc", "#24252c"]),
    ],
  },
  eclectic: {
    ...{
      sofa: "tufted",
      armchair: "tub",
      coffee: "tulip",
      dining: "tulip",
      chair: "bentwood",
      bed: "tufted",
    },
    ...{
      lamp: "globe",
      pot: "footed",
      plant: "palm",
      rug: "persian",
      art: ["portrait-lines", "abstract", "shapes"],
    },
    ...{ legs: "wood", weave: "velvet", wood: wood("#6a3f28", 0.5, 0.35), metal: metal("#a98c5c", 0.42) },
    schemes: [
      scheme(["#2f4a66", "#b86a4b"], ["#c9963b", "#9b3f4d"], ["#ece3d4", "#33302f"]),
      scheme(["#54613f", "#c49a93"], ["#a4552f", "#3e5f78"], ["#eee5d6", "#383330"]),
    ],
  },
  japandia: {
    ...{
      sofa: "frame",
      armchair: "frame",
      coffee: "block",
      dining: "slab",
      chair: "wishbone",
      bed: "platform",
    },
    ...{
      lamp: "paper",
      pot: "stoneware",
      plant: "branch",
      rug: "jute",
      art: ["moon", "strokes", "landscape"],
    },
    ...{ legs: "wood", weave: "linen", wood: wood("#8f6a47", 0.55, 0.15), metal: metal("#2b2927", 0.55) },
    schemes: [
      scheme(["#d6cdbf", "#a89b8a"], ["#7d6a57", "#5f6b5a"], ["#ece5d9", "#3a3632"]),
      scheme(["#c2bab0", "#8c8175"], ["#8f5f47", "#4d5456"], ["#e9e2d6", "#2f2d2b"]),
    ],
  },
};
