import { float32At, uint8At } from "@image-staging/picture/at";
import { componentsOf } from "@image-staging/picture/components";
import { maskWhere } from "@image-staging/picture/mask";
import type { Picture } from "@image-staging/picture/picture";
import type { Size } from "@image-staging/picture/size";
import sharp from "sharp";
import { type Box, heightOf, widthOf } from "./box.ts";
import { loadNetworks } from "./networks.ts";

/** How much a picture is enlarged at most for the detector, and to which longest side, in pixels. */
const [mostEnlarged, longest] = [2, 1600];
/** The network takes sides that are multiples of this. */
const stride = 32;
/** The network sees tiles, because it takes 90 bytes a pixel: their longest side, and how far they overlap. */
const [tileSide, overlap] = [960, 96];
/** A pixel is of text from this share on, and a line is one if its pixels have this share on the average. */
const [leastShare, leastMean] = [0.3, 0.5];
/** The network marks the core of a line: its box grows by so many times its area over its circumference. */
const growth = 1.6;
/** The least side of a line's core, in the detector's pixels. */
const leastSide = 3;
/** ImageNet's mean and deviation of blue, green and red, as the network was trained. */
const [means, deviations] = [
  [0.485, 0.456, 0.406],
  [0.229, 0.224, 0.225],
] as const;

/** Boxes of lines of text in pixels of a picture, whatever their script, by PP-OCR's detector (DB, arXiv 1911.08947). */
export async function findLines({ data, width, height }: Picture): Promise<Box[]> {
  const scale = Math.min(mostEnlarged, longest / Math.max(width, height));
  const [wide, high] = [inStrides(width * scale), inStrides(height * scale)];
  const rgb = await sharp(data, { raw: { width, height, channels: 3 } })
    .resize({ width: wide, height: high, fit: "fill", kernel: "cubic" })
    .raw()
    .toBuffer();
  const size = { width: wide, height: high };
  const shares = await sharesOf(rgb, size);
  const isText = maskWhere(shares.length, (i) => float32At(shares, i) > leastShare);
  const { map, components } = componentsOf(isText, size, true);
  const sums = new Float64Array(components.length + 1);
  map.forEach((id, i) => {
    sums[id] = (sums[id] ?? 0) + float32At(shares, i);
  });
  const [x, y] = [width / wide, height / high];
  return components
    .filter(
      (core) =>
        (sums[core.id] ?? 0) / core.pixels > leastMean &&
        Math.min(widthOf(core), heightOf(core)) >= leastSide,
    )
    .map((core) => {
      const [w, h] = [widthOf(core), heightOf(core)];
      const grow = (growth * w * h) / (2 * (w + h));
      return {
        left: Math.max(0, (core.left - grow) * x),
        top: Math.max(0, (core.top - grow) * y),
        right: Math.min(width, (core.right + grow) * x),
        bottom: Math.min(height, (core.bottom + grow) * y),
      };
    });
}

const inStrides = (side: number): number => Math.max(stride, Math.round(side / stride) * stride);

/** How likely each pixel is text, from 0 to 1. Tiles meet in the middle of where they overlap. */
async function sharesOf(rgb: Uint8Array, { width, height }: Size): Promise<Float32Array> {
  const { detector } = await loadNetworks();
  const shares = new Float32Array(width * height);
  for (const row of tilesAlong(height))
    for (const column of tilesAlong(width)) {
      const tile = { left: column.from, top: row.from, right: column.to, bottom: row.to };
      const { data } = await detector(planesOf(rgb, width, tile), widthOf(tile), heightOf(tile));
      for (let y = row.first; y < row.end; y++) {
        const from = (y - row.from) * widthOf(tile) - column.from;
        shares.set(data.subarray(from + column.first, from + column.end), y * width + column.first);
      }
    }
  return shares;
}

/** Tiles along a side: from where to where they go, and the part that counts. */
function tilesAlong(side: number): { from: number; to: number; first: number; end: number }[] {
  const count = Math.max(1, Math.ceil((side - overlap) / (tileSide - overlap)));
  const long = Math.ceil((side + (count - 1) * overlap) / count / stride) * stride;
  const starts = Array.from({ length: count }, (_, k) =>
    k === count - 1 ? side - long : k * (long - overlap),
  );
  const middles = starts.slice(1).map((start, k) => Math.floor((start + (starts[k] ?? 0) + long) / 2));
  return starts.map((from, k) => ({
    ...{ from, to: from + long },
    ...{ first: middles[k - 1] ?? 0, end: middles[k] ?? side },
  }));
}

/** Planes of blue, green and red of a part of a picture. */
function planesOf(rgb: Uint8Array, width: number, tile: Box): Float32Array {
  const planes = new Float32Array(3 * widthOf(tile) * heightOf(tile));
  let at = 0;
  for (const [channel, mean] of means.entries()) {
    const deviation = deviations[channel] ?? 1;
    for (let y = tile.top; y < tile.bottom; y++)
      for (let x = tile.left; x < tile.right; x++)
        planes[at++] = (uint8At(rgb, (y * width + x) * 3 + 2 - channel) / 255 - mean) / deviation;
  }
  return planes;
}
