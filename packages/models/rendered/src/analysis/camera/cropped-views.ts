import type { View } from "./manhattan.ts";

const degree = Math.PI / 180;

/** Hardly a photo of a room is narrower than this, a lens of 35 mm, over its longer side; and the usual angle. */
const [narrowest, usual] = [54 * degree, 71 * degree];

/** The parts of the width by which a crop moves the centre that are tried. */
const offsets = [-0.07, 0.07] as const;

/** Whether a view is so narrow that the photo was more likely cropped at a side: taken for whole, such a one reads as a narrow view. */
export const isNarrow = ({ focal }: View, width: number, height: number): boolean =>
  focal > focalOf(narrowest, width, height);

const focalOf = (angle: number, width: number, height: number): number =>
  Math.max(width, height) / 2 / Math.tan(angle / 2);

/**
 * Views of a photo that was cropped at a side, so that its centre is not its middle: shifted and tilted, with the horizon
 * and the vanishing point ahead of the view that was found.
 */
export function croppedViews(found: View, width: number, height: number): View[] {
  const focal = focalOf(usual, width, height);
  const ahead = found.aside + found.focal * Math.tan(found.yaw);
  const horizon = found.shift + found.focal * Math.tan(found.pitch);
  return offsets.flatMap((offset) => {
    const aside = offset * width;
    const view = { focal, aside, roll: found.roll, yaw: Math.atan((ahead - aside) / focal) };
    return [
      { ...view, pitch: 0, shift: horizon || 1e-3 },
      { ...view, pitch: Math.atan(horizon / focal), shift: 0 },
    ];
  });
}
