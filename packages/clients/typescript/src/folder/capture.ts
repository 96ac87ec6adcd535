import type { CaptureType } from "../index.ts";
import type { FileKind } from "./file-kind.ts";

/** A picture's pixels, 4 bytes each. */
export type Decoded = { data: ArrayLike<number>; width: number; height: number };
export type Guess = { capture: CaptureType; why: string };
type Picture = Extract<FileKind, { width: number }>;

/** Gives a picture's pixels, or those of a smaller copy; null if it cannot. */
export type Decode = (bytes: Uint8Array, format: Picture["format"]) => Promise<Decoded | null>;

/** Of a floor plan, ink on white paper, more than this part is white: each colour above `white` of 255 (the playground's rule). */
const paper = { part: 0.45, white: 235 };

/** What a picture likely is: 2:1 is a panorama, ink on white paper a floor plan, anything else a photo; and why. */
export async function guessCapture(
  name: string,
  bytes: Uint8Array,
  picture: Picture,
  decode: Decode,
): Promise<Guess> {
  if (Math.abs(picture.width / picture.height - 2) <= 0.02)
    return { capture: "panorama360", why: "twice as wide as high" };
  const pixels = await decode(bytes, picture.format);
  if (pixels)
    return whitePart(pixels) > paper.part
      ? { capture: "floorplan", why: "drawn on white" }
      : { capture: "photo", why: "not 2:1, not on white" };
  return /plan|grundriss|plattegrond|planta|pianta/i.test(name)
    ? { capture: "floorplan", why: "by its name" }
    : { capture: "photo", why: "it cannot be looked at here" };
}

/** Of about 16,000 pixels, evenly spread, the part that is white. */
function whitePart({ data, width, height }: Decoded): number {
  const step = Math.max(1, Math.floor(Math.sqrt((width * height) / 16_000)));
  let [white, all] = [0, 0];
  for (let y = 0; y < height; y += step)
    for (let x = 0; x < width; x += step) {
      const at = (y * width + x) * 4;
      all++;
      if (Math.min(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0) > paper.white) white++;
    }
  return white / all;
}
