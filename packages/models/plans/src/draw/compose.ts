import { uint8At } from "@image-staging/picture/at";
import { relativeLuminance } from "@image-staging/picture/luminance";
import type { Picture } from "@image-staging/picture/picture";
import type { PlanAnalysis } from "../analyse.ts";
import type { Underlay } from "./underlay.ts";

/** A drawn plan: its pixels, and a mask that is 255 if a pixel is not the source's. */
export interface DrawnPlan {
  data: Uint8Array;
  mask: Uint8Array;
}

/**
 * Ink darker than these parts of the paper is the source's own; lighter ink, the soft edge of lines, darkens the floor.
 * Around lettering the floor is pale.
 */
const [inkLevel, letterLevel] = [0.36, 0.6];

/**
 * Puts a plan's ink on what is drawn below it. Walls and lettering keep their bytes; lines are hidden only by furniture.
 * The source can be larger than the underlay by a whole factor.
 */
export function composePlan(picture: Picture, { letters, ink }: PlanAnalysis, underlay: Underlay): DrawnPlan {
  const { width, height } = picture;
  const data = Uint8Array.from(picture.data);
  const mask = new Uint8Array(width * height);
  const [across, down] = [underlay.width / width, underlay.height / height];
  for (let y = 0; y < height; y++) {
    const row = Math.min(underlay.height - 1, Math.floor((y + 0.5) * down));
    for (let x = 0; x < width; x++) {
      const below = row * underlay.width + Math.min(underlay.width - 1, Math.floor((x + 0.5) * across));
      if (!underlay.floor[below]) continue;
      const at = (y * width + x) * 3;
      const [r = 0, g = 0, b = 0] = [data[at], data[at + 1], data[at + 2]];
      const light = Math.min(1, relativeLuminance(r, g, b) / ink.paper);
      const covered = letters[below] ? 0 : uint8At(underlay.covered, below) / 255;
      if (light < (letters[below] ? letterLevel : inkLevel) && covered < 0.5) continue;
      const shown = light + (1 - light) * covered;
      for (let c = 0; c < 3; c++) data[at + c] = Math.round((underlay.color[below * 3 + c] ?? 255) * shown);
      mask[y * width + x] = 255;
    }
  }
  return { data, mask };
}
