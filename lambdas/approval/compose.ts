import type { Dimensions } from "../domain/source-asset/dimensions.ts";
import { maskPixelsOf, type Pixels, scaledMask } from "../runtime/picture/decoder.ts";
import type { EditMeasures } from "./mask.ts";
import { openingShares } from "./measure/openings/openings.ts";
import { viewOf, viewSize } from "./measure/view.ts";

/** Differences of a channel, of 255, up to which a pixel outside the mask counts as unchanged: another encoding's noise. */
const encodingNoise = 48;
/** The part of a picture's height in which ceilings and skies are. */
const topPart = 0.15;

/** A pixel of the source with no channel above this is ink, if the source is a drawing. */
const darkest = 80;

type OpeningShares = Pick<EditMeasures, "openingShare" | "windowShare">;
export type Edited = { picture: Pixels; mask: Pixels; edit: Omit<EditMeasures, keyof OpeningShares> };

/**
 * Composes an output from a candidate and its edit mask, in the candidate's memory. If the mask is 0, a pixel is the source's;
 * if it is 255, the candidate's; on soft edges, a mix. Measures the mask, and how much the candidate changed outside it.
 *
 * @returns undefined if the mask is no picture, or the sizes of the three differ
 */
export async function applyMask(
  candidate: Pixels,
  mask: Buffer,
  source: Pixels,
): Promise<Edited | undefined> {
  if (!isSameSize(candidate, source)) return undefined;
  const edited = await maskPixelsOf(mask).catch(() => undefined);
  if (!edited || !isSameSize(candidate, edited)) return undefined;
  const edit = measureEdit(candidate, edited.pixels, source.pixels);
  blend(candidate.pixels, edited.pixels, source.pixels);
  const seam = Math.max(0, seamOf(candidate) - seamOf(source));
  return { picture: candidate, mask: edited, edit: { ...edit, seam } };
}

/** How much of an opening, and of a window, of the source a mask of its size covers at most, from 0 to 1. */
export async function openingSharesUnder(mask: Pixels, source: Pixels): Promise<OpeningShares> {
  const size = viewSize(mask);
  return openingShares(await viewOf(source, size), await scaledMask(size, mask));
}

const isSameSize = (a: Dimensions, b: Dimensions) => a.width === b.width && a.height === b.height;

/** How much larger the mean step from the right edge to the left one is than the steps beside it, from 0 to 1. */
function seamOf({ pixels, width, height }: Pixels): number {
  const step = (from: number, to: number): number => {
    let sum = 0;
    for (let row = 0; row < height; row++)
      for (let channel = 0; channel < 3; channel++) {
        const [a, b] = [(row * width + from) * 3 + channel, (row * width + to) * 3 + channel];
        sum += Math.abs((pixels[a] ?? 0) - (pixels[b] ?? 0));
      }
    return sum / (height * 3 * 255);
  };
  return Math.max(0, step(width - 1, 0) - Math.max(step(width - 2, width - 1), step(0, 1)));
}

function measureEdit({ pixels, width, height }: Pixels, mask: Buffer, original: Buffer) {
  const topPixels = Math.round(height * topPart) * width;
  let [sum, topSum, ink, inkSum, outside, changed] = [0, 0, 0, 0, 0, 0];
  for (let i = 0; i < mask.length; i++) {
    const part = mask[i] ?? 0;
    const at = i * 3;
    sum += part;
    if (i < topPixels) topSum += part;
    if (Math.max(original[at] ?? 0, original[at + 1] ?? 0, original[at + 2] ?? 0) <= darkest) {
      ink++;
      inkSum += part;
    }
    if (part > 0) continue;
    outside++;
    const differs = (channel: number) =>
      Math.abs((pixels[at + channel] ?? 0) - (original[at + channel] ?? 0)) > encodingNoise;
    if (differs(0) || differs(1) || differs(2)) changed++;
  }
  return {
    share: sum / 255 / mask.length,
    topShare: topSum / 255 / Math.max(1, topPixels),
    inkShare: inkSum / 255 / Math.max(1, ink),
    changedOutside: changed / Math.max(1, outside),
  };
}

/** Mixes in place: `made` becomes the output. */
function blend(made: Buffer, mask: Buffer, original: Buffer): void {
  for (let i = 0; i < mask.length; i++) {
    const part = mask[i] ?? 0;
    if (part === 255) continue;
    for (let at = i * 3; at < i * 3 + 3; at++) {
      const [kept, drawn] = [original[at] ?? 0, made[at] ?? 0];
      made[at] = part === 0 ? kept : kept + Math.round(((drawn - kept) * part) / 255);
    }
  }
}
