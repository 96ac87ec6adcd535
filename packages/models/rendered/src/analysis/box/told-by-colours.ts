import type { WorkingCopy } from "@image-staging/picture/working-copy";
import type { Camera } from "@image-staging/tracer/scene";
import { faceNames, hitsOf } from "../faces.ts";
import { type Box, floorWeight } from "./box.ts";
import { colourBins } from "./floor-colour.ts";

/** The least channel of a pixel that shines: a window tells nothing of its wall's colour. */
const shining = 235;

/**
 * How much the colours of a picture tell of the faces of a box (their mutual information), in the units of its score: little
 * if the box has wall on its floor, however alike the two look. Judges boxes of any floor colour, since it learns none.
 */
export function toldByColours(copy: WorkingCopy, bins: Int16Array, camera: Camera, box: Box): number {
  const factor = Math.max(1, Math.round(copy.width / camera.width));
  const { left, right, back, height } = box;
  const { face } = hitsOf(camera, { left: -left, right, back: -back, front: 1, height });
  const each = faceNames.map(() => new Float64Array(colourBins));
  const all = new Float64Array(colourBins);
  const totals = new Float64Array(faceNames.length);
  for (let k = 0; k < face.length; k++) {
    const x = k % camera.width;
    const y = Math.floor(k / camera.width);
    const i = Math.floor((y + 0.5) * factor) * copy.width + Math.floor((x + 0.5) * factor);
    const { rgb } = copy;
    if (Math.min(rgb[i * 3] as number, rgb[i * 3 + 1] as number, rgb[i * 3 + 2] as number) >= shining)
      continue;
    const at = face[k] as number;
    const bin = bins[i] as number;
    const ofFace = each[at] as Float64Array;
    ofFace[bin] = (ofFace[bin] as number) + 1;
    all[bin] = (all[bin] as number) + 1;
    totals[at] = (totals[at] as number) + 1;
  }
  const pixels = totals.reduce((sum, count) => sum + count, 0);
  let told = 0;
  each.forEach((counts, at) => {
    counts.forEach((count, bin) => {
      if (count > 0)
        told += count * Math.log((count * pixels) / ((all[bin] as number) * (totals[at] as number)));
    });
  });
  return floorWeight * (300 / camera.width) ** 2 * told;
}
