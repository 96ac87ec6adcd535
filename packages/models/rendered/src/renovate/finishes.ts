import { rgb } from "@image-staging/furniture/styles";
import type { StylePreset } from "@image-staging/inference-contract/vocabulary";
import type { Material, Rgb } from "@image-staging/tracer/scene";

type FloorMaterial = Extract<Material, { kind: "floor" }>;

/** What a renovated room is finished with; colours are albedos. */
export interface Finish {
  floor: FloorMaterial;
  walls: Rgb;
}

const planks = (hex: string, gloss = 0.35): FloorMaterial => floorOf("planks", hex, 0.35, gloss);
const herringbone = (hex: string, gloss = 0.4): FloorMaterial => floorOf("herringbone", hex, 0.35, gloss);
const tiles = (hex: string, gloss = 0.45): FloorMaterial => floorOf("tiles", hex, 0.7, gloss);

function floorOf(
  pattern: FloorMaterial["pattern"],
  hex: string,
  joint: number,
  gloss: number,
): FloorMaterial {
  const color = rgb(hex);
  return {
    kind: "floor",
    pattern,
    color,
    gap: [color[0] * joint, color[1] * joint, color[2] * joint],
    gloss,
    seed: 0,
  };
}

const finish = (floor: FloorMaterial, walls: string): Finish => ({ floor, walls: rgb(walls) });

/** Two a style: the furniture's two colour schemes take turns with them. */
const finishes: Readonly<Record<StylePreset, readonly [Finish, Finish]>> = {
  modern: [finish(planks("#b08d68"), "#e6e2da"), finish(tiles("#a9a59e"), "#d5d3cd")],
  scandi: [finish(planks("#cdb08a"), "#eceae4"), finish(herringbone("#d2bb9a"), "#ccd3cd")],
  boho: [finish(planks("#b98a5c"), "#ebe0cd"), finish(tiles("#b9795a"), "#e7ddcf")],
  country: [finish(planks("#a5794f"), "#e9e3d2"), finish(tiles("#c2aa8b"), "#c9cfbd")],
  industrial: [finish(tiles("#8b8985"), "#cfccc6"), finish(planks("#6b4a33"), "#b9b6b0")],
  mediterranean: [finish(tiles("#c08a63"), "#f0e8da"), finish(tiles("#d3c5ae"), "#e4d6c0")],
  luxury: [finish(herringbone("#8a6445", 0.55), "#ddd6ca"), finish(tiles("#d9d4cb", 0.85), "#c9bfb2")],
  eclectic: [finish(herringbone("#a97d52"), "#c4cfd2"), finish(planks("#8d6240"), "#e3d2c6")],
  japandia: [finish(planks("#bfa07a", 0.25), "#e6dfd3"), finish(herringbone("#a48a6c", 0.25), "#d8cec0")],
};

/** What a style lays and paints; the parity of the seed chooses between its two. */
export function surfaceFinishOf(style: StylePreset, seed: number): Finish {
  const { floor, walls } = finishes[style][seed & 1 ? 1 : 0];
  return { floor: { ...floor, seed }, walls };
}
