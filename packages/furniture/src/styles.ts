import { linearOfSrgb } from "@image-staging/picture/srgb";
import type { Material, Rgb } from "@image-staging/tracer/scene";

/** Linear colour of a hexadecimal sRGB one, such as "#c8b9a6". */
export function rgb(hex: string): Rgb {
  const channel = (from: number): number =>
    linearOfSrgb(Number.parseInt(hex.slice(from, from + 2), 16) / 255);
  return [channel(1), channel(3), channel(5)];
}

type Weave = Extract<Material, { kind: "fabric" }>["weave"];

/** Colours of one scheme: `main` upholstery, `second` for chairs, two accents, a pale and a dark neutral. */
export interface Scheme {
  main: Rgb;
  second: Rgb;
  accent: Rgb;
  spark: Rgb;
  pale: Rgb;
  dark: Rgb;
}

/** A style: the shapes that its pieces take, what they are made of, and the schemes it comes in. */
export interface Preset {
  sofa: "block" | "tapered" | "rolled" | "leather" | "slip" | "channel" | "tufted" | "frame";
  armchair: "tub" | "lounge" | "spindle" | "wing" | "sling" | "frame";
  coffee: "nest" | "round" | "hoop" | "trestle" | "steel" | "plinth" | "drum" | "tulip" | "block";
  dining: "oval" | "tapered" | "trestle" | "steel" | "plinth" | "pedestal" | "tulip" | "slab";
  chair: "shell" | "wishbone" | "cane" | "windsor" | "steel" | "ladder" | "upholstered" | "bentwood";
  bed: "panel" | "spindle" | "rattan" | "country" | "steel" | "arch" | "channel" | "tufted" | "platform";
  lamp: "arc" | "tripod" | "dome" | "column" | "paper" | "rattan" | "globe";
  pot: "planter" | "basket" | "terracotta" | "concrete" | "footed" | "stoneware";
  plant: "fig" | "olive" | "palm" | "snake" | "branch";
  rug: string;
  art: readonly [string, ...string[]];
  legs: "wood" | "metal";
  weave: Weave;
  wood: Material;
  metal: Material;
  schemes: readonly [Scheme, Scheme];
}
