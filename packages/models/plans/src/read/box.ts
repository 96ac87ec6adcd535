/** A box in pixels; right and bottom are exclusive. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A box in pixels of a picture that is so many times as large. */
export const scaled = ({ left, top, right, bottom }: Box, by: number): Box => ({
  ...{ left: left * by, top: top * by, right: right * by, bottom: bottom * by },
});

/** Gives the pixels of a box a value, in a mask or a map that is so wide. */
export function fillBox(mask: Uint8Array | Int32Array, width: number, box: Box, value = 1): void {
  for (let y = box.top; y < box.bottom; y++) mask.fill(value, y * width + box.left, y * width + box.right);
}

export const heightOf = ({ top, bottom }: Box): number => bottom - top;
export const widthOf = ({ left, right }: Box): number => right - left;
