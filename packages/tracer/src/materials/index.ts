import type { Material, Rgb } from "../scene.ts";
import { art } from "./art.ts";
import { brick, floor, outdoors } from "./building.ts";
import { coat, leaf, metal, rattan, stone, wood } from "./hard.ts";
import { banded } from "./noise.ts";
import { fabric, leather } from "./soft.ts";
import { type Shader, Surface } from "./surface.ts";
import { textile } from "./textile.ts";

/** The shader of a material. Glass has none: rays pass through it. */
export function shaderOf(material: Material): Shader {
  switch (material.kind) {
    case "fabric":
      return fabric(material);
    case "textile":
      return textile(material);
    case "leather":
      return leather(material);
    case "wood":
      return wood(material);
    case "metal":
      return metal(material);
    case "stone":
      return stone(material);
    case "ceramic":
    case "paint":
      return coat(material);
    case "rattan":
      return rattan(material);
    case "leaf":
      return leaf(material);
    case "art":
      return art(material);
    case "floor":
      return floor(material);
    case "brick":
      return brick(material);
    case "outdoors":
      return outdoors(material);
    case "mirror":
      return metal({ kind: "metal", color: [0.9, 0.92, 0.91], roughness: 0 });
    case "shade":
      return shade(material.color, material.lit);
    case "glass":
      return metal({ kind: "metal", color: material.tint, roughness: 0 });
  }
}

function shade(color: Rgb, lit: number): Shader {
  return (surface, u, v, footprint) => {
    // Slubs of the cloth, along and around.
    const slubs = banded(u * 0.12, v, 130, footprint, 3) + banded(u, v * 0.12, 90, footprint, 4);
    surface.set(color, 1 + 0.045 * slubs);
    surface.finish(0, 1);
    surface.through = 0.6;
    surface.glow = lit;
  };
}

/** The mean colour that a material throws back, for light that bounces. */
export function meanColor(material: Material): Rgb {
  const [shader, surface] = [shaderOf(material), new Surface()];
  const sum: [number, number, number] = [0, 0, 0];
  const side = 6;
  for (let i = 0; i < side * side; i++) {
    const [u, v] = [((i % side) + 0.5) / side, (Math.floor(i / side) + 0.5) / side];
    shader(surface, u, v, 0.02);
    const factor = (surface.metal ? 0.6 : 1) / (side * side);
    sum[0] += surface.r * factor;
    sum[1] += surface.g * factor;
    sum[2] += surface.b * factor;
  }
  return sum;
}
