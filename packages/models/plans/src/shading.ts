import { uint8At } from "@image-staging/picture/at";
import type { Picture } from "@image-staging/picture/picture";
import type { Size } from "@image-staging/picture/size";
import sharp from "sharp";

/** The longest side that shading is measured at, in pixels. */
const longest = 900;
/** Sides of the squares that are compared, in pixels, and the levels of 255 that soft shading spans in each. */
const [small, large] = [
  { side: 3, least: 4 },
  { side: 11, most: 110 },
];

/**
 * The part of a picture, 0 to 1, that is shaded softly: in a photo, a rendering or a watercolour light changes from pixel to
 * pixel, while a drawing is flat but for its lines.
 */
export async function shadingOf({ width, height, data }: Picture): Promise<number> {
  const { data: levels, info } = await sharp(data, { raw: { width, height, channels: 3 } })
    .resize({ width: longest, height: longest, fit: "inside", withoutEnlargement: true })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const [fine, coarse] = [spansOf(levels, info, small.side), spansOf(levels, info, large.side)];
  const isSoft = (span: number, i: number) => span >= small.least && uint8At(coarse, i) < large.most;
  return fine.filter(isSoft).length / fine.length;
}

/** The brightest level less the darkest one, in the square around each pixel. */
function spansOf(levels: Uint8Array, size: Size, side: number): Uint8Array {
  const [bright, dark] = [Math.max, Math.min].map((choose) => {
    const across = alongLines(levels, size, { step: 1, side, choose });
    return alongLines(across, size, { step: size.width, side, choose });
  }) as [Uint8Array, Uint8Array];
  return bright.map((level, i) => level - uint8At(dark, i));
}

function alongLines(
  levels: Uint8Array,
  { width }: Size,
  { step, side, choose }: { step: number; side: number; choose: (a: number, b: number) => number },
): Uint8Array {
  const reach = (side - 1) / 2;
  return levels.map((level, i) => {
    let found = level;
    for (let k = -reach; k <= reach; k++) {
      const at = i + k * step;
      const isBeyond = step === 1 ? Math.floor(at / width) !== Math.floor(i / width) : false;
      if (!isBeyond && at >= 0 && at < levels.length) found = choose(found, uint8At(levels, at));
    }
    return found;
  });
}
