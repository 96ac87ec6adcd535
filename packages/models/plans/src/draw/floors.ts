import type { RoomUse } from "@image-staging/furniture/room-use";
import { rgb } from "@image-staging/furniture/styles";
import type { StylePreset } from "@image-staging/inference-contract/vocabulary";
import { shaderOf } from "@image-staging/tracer/materials";
import { Surface } from "@image-staging/tracer/materials/surface";
import type { Material, Rgb } from "@image-staging/tracer/scene";
import type { PlanRoom } from "../uses.ts";

interface Floors {
  wood: string;
  pattern: "planks" | "herringbone";
  tile: string;
  /** Bedrooms have wood without it. */
  carpet?: string;
}

const floors: Readonly<Record<StylePreset, Floors>> = {
  modern: { wood: "#c9a882", pattern: "planks", tile: "#d9d9d6" },
  scandi: { wood: "#d8ba92", pattern: "planks", tile: "#e2e2de" },
  boho: { wood: "#c99d6b", pattern: "planks", tile: "#e0d3c0" },
  country: { wood: "#b98f62", pattern: "planks", tile: "#d9cbb5", carpet: "#d8cfbf" },
  industrial: { wood: "#a5805a", pattern: "planks", tile: "#bfbfbd" },
  mediterranean: { wood: "#c59c6c", pattern: "planks", tile: "#d9b894" },
  luxury: { wood: "#a87f58", pattern: "herringbone", tile: "#e6e1d8", carpet: "#d9d2c6" },
  eclectic: { wood: "#b98a5b", pattern: "herringbone", tile: "#d5dad9" },
  japandia: { wood: "#cdb491", pattern: "planks", tile: "#d6d3cb" },
};

const tiled = new Set<RoomUse>(["bath", "kitchen", "utility"]);

/** Writes the linear colour of a room's floor at a place in metres. */
export type FloorShader = (x: number, z: number, footprint: number, out: Float32Array) => void;

/** The floor of a room: tiles in wet rooms and kitchens, carpet in some styles' bedrooms, else wood along its length. */
export function floorOf(
  { uses, left, right, top, bottom }: PlanRoom,
  style: StylePreset,
  seed: number,
): FloorShader {
  const { wood, pattern, tile, carpet } = floors[style];
  const [use = "hall"] = uses;
  const isDry = !uses.some((one) => tiled.has(one)) || uses.includes("living");
  const base = { kind: "floor", gloss: 0.2, seed: seed % 1000 } as const;
  let material: Material = { ...base, pattern, color: rgb(wood), gap: darker(rgb(wood)) };
  if (use === "garage") material = { ...base, pattern: "carpet", color: rgb("#c4c4c2"), gap: rgb("#999999") };
  else if (use === "outside")
    material = { ...base, pattern: "planks", color: rgb("#b3a48f"), gap: rgb("#5d5346") };
  else if (!isDry) material = { ...base, pattern: "tiles", color: rgb(tile), gap: lighter(rgb(tile)) };
  else if (carpet && (use === "bedroom" || use === "child"))
    material = { ...base, pattern: "carpet", color: rgb(carpet), gap: rgb(carpet) };
  const shader = shaderOf(material);
  const surface = new Surface();
  // Boards lie along v: along the room.
  const lengthwise = right - left > bottom - top && pattern === "planks";
  return (x, z, footprint, out) => {
    shader(surface, lengthwise ? z : x, lengthwise ? x : z, footprint);
    out.set([surface.r, surface.g, surface.b]);
  };
}

const darker = ([r, g, b]: Rgb): Rgb => [r * 0.45, g * 0.42, b * 0.4];
const lighter = ([r, g, b]: Rgb): Rgb => [r * 0.72, g * 0.72, b * 0.72];
