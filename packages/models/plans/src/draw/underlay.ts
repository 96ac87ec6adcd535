import type { StylePreset } from "@image-staging/inference-contract/vocabulary";
import { float32At, float64At, uint8At } from "@image-staging/picture/at";
import { distancesTo } from "@image-staging/picture/distances";
import type { Plane } from "@image-staging/picture/plane";
import type { Size } from "@image-staging/picture/size";
import { levelOf, shoulder } from "@image-staging/picture/srgb";
import { lightOn } from "@image-staging/tracer/above/light";
import { drawPieces, type Tile } from "@image-staging/tracer/above/raster";
import type { PlanAnalysis } from "../analyse.ts";
import type { Furnished } from "../furnish/index.ts";
import type { Ground } from "../ground.ts";
import type { Box } from "../read/box.ts";
import { floorOf } from "./floors.ts";

/** What is drawn below a plan's ink, at the size of its analysis: colour, 255 on floor, and 255 on furniture. */
export interface Underlay extends Size {
  color: Uint8Array;
  floor: Uint8Array;
  covered: Uint8Array;
}

/** Walls cast shadows as if they were cut at this height. */
const cut = 0.24;

/** Draws floors and furniture of a plan's rooms. */
export function drawUnderlay(
  plan: PlanAnalysis,
  ground: Ground,
  furnished: readonly Furnished[],
  style: StylePreset,
  seed: number,
): Underlay {
  const { width, height } = plan.ink;
  const underlay: Underlay = {
    ...{ width, height, color: new Uint8Array(width * height * 3).fill(255) },
    ...{ floor: new Uint8Array(width * height), covered: new Uint8Array(width * height) },
  };
  const glow = glowOf(plan);
  for (const { room: id, placements } of furnished) {
    const room = plan.rooms[id - 1];
    if (!room) continue;
    const margin = Math.ceil(plan.walls.thickness * 1.5) + 2;
    const box = {
      left: Math.max(0, room.left - margin),
      top: Math.max(0, room.top - margin),
      right: Math.min(width, room.right + margin),
      bottom: Math.min(height, room.bottom + margin),
    };
    // Enough cells that edges are smooth and fabrics show.
    const fine = Math.max(2, Math.min(4, Math.round(95 / plan.scale)));
    const crop = { box, fine, id };
    const tile = tileOf(crop, plan, ground);
    drawPieces(tile, placements);
    paintFloor(tile, floorOf(room, style, seed));
    const light = lightOn(tile);
    blend(underlay, plan, ground, { ...crop, tile, light, glow });
  }
  return underlay;
}

/** What a room's tile shows: a part of the plan, with so many cells along a pixel's side. `id` is the room's. */
interface Crop {
  box: Box;
  fine: number;
  id: number;
}

function tileOf({ box, fine, id }: Crop, { scale, walls, ink }: PlanAnalysis, { floor }: Ground): Tile {
  const [width, height] = [(box.right - box.left) * fine, (box.bottom - box.top) * fine];
  const cells = width * height;
  const tile: Tile = {
    ...{ x: box.left / scale, z: box.top / scale, cell: 1 / (scale * fine), width, height },
    ...{
      heights: new Float32Array(cells),
      albedo: new Float32Array(cells * 3),
      normals: new Float32Array(cells * 3),
    },
    ...{ own: new Uint8Array(cells), covered: new Uint8Array(cells) },
  };
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const pixel = (box.top + Math.floor(y / fine)) * ink.width + box.left + Math.floor(x / fine);
      const at = y * width + x;
      if (walls.solid[pixel]) tile.heights[at] = cut;
      else if (floor[pixel] === id) tile.own[at] = 1;
      else tile.heights[at] = 0.01;
    }
  return tile;
}

/** Paints the floor that is seen. */
function paintFloor(tile: Tile, shade: ReturnType<typeof floorOf>): void {
  const out = new Float32Array(3);
  for (let y = 0; y < tile.height; y++)
    for (let x = 0; x < tile.width; x++) {
      const at = y * tile.width + x;
      if (!tile.own[at] || tile.covered[at]) continue;
      shade(tile.x + (x + 0.5) * tile.cell, tile.z + (y + 0.5) * tile.cell, tile.cell, out);
      tile.albedo.set(out, at * 3);
    }
}

/** How much lighter the ground is around letters, 0 to 1, so that they can be read on anything. */
function glowOf({ letters, ink, scale }: PlanAnalysis): Plane {
  const reach = Math.max(2.5, Math.min(6, scale * 0.07));
  return distancesTo(letters, ink).map((distance) => 0.72 * Math.max(0, 1 - distance / reach) ** 0.7);
}

interface Layer extends Crop {
  tile: Tile;
  light: Float32Array;
  glow: Plane;
}

function blend(underlay: Underlay, { ink, walls }: PlanAnalysis, { floor }: Ground, layer: Layer): void {
  const { box, fine, id, glow } = layer;
  const sum = new Float64Array(4);
  for (let y = box.top; y < box.bottom; y++)
    for (let x = box.left; x < box.right; x++) {
      const pixel = y * ink.width + x;
      if (walls.solid[pixel] || floor[pixel] !== id) continue;
      average(layer, (x - box.left) * fine, (y - box.top) * fine, sum);
      const pale = glow.at(pixel);
      for (let c = 0; c < 3; c++) {
        const level = levelOf(shoulder(Math.max(0, float64At(sum, c))));
        underlay.color[pixel * 3 + c] = Math.round(level + (245 - level) * pale);
      }
      underlay.floor[pixel] = 255;
      underlay.covered[pixel] = Math.round(255 * float64At(sum, 3));
    }
}

/** The mean linear colour of the cells of a pixel, and how much of it furniture covers. */
function average({ tile, light, fine }: Layer, left: number, top: number, sum: Float64Array): void {
  sum.fill(0);
  const part = 1 / (fine * fine);
  for (let y = top; y < top + fine; y++)
    for (let x = left; x < left + fine; x++) {
      const at = y * tile.width + x;
      const factor = float32At(light, at) * part;
      for (let c = 0; c < 3; c++) sum[c] = float64At(sum, c) + float32At(tile.albedo, at * 3 + c) * factor;
      sum[3] = float64At(sum, 3) + uint8At(tile.covered, at) * part;
    }
}
