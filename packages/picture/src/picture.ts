/** A decoded picture: 3 bytes a pixel, sRGB, row by row. */
export interface Picture {
  width: number;
  height: number;
  data: Uint8Array;
}

/** Throws a RangeError unless a picture has three bytes for each pixel of a whole, positive width and height. */
export function assertPicture({ width, height, data }: Picture): void {
  if (!(Number.isInteger(width) && Number.isInteger(height) && width > 0 && height > 0))
    throw new RangeError(`A picture has a whole number of pixels, not ${width} x ${height}.`);
  if (data.length !== width * height * 3)
    throw new RangeError(
      `A picture of ${width} x ${height} has ${width * height * 3} bytes of sRGB, not ${data.length}.`,
    );
}

/** Throws a RangeError unless what was found in a picture is of a picture's size, in pixels. */
export function assertSameSize(found: Pick<Picture, "width" | "height">, picture: Picture): void {
  if (found.width !== picture.width || found.height !== picture.height)
    throw new RangeError(
      `This is of ${found.width} x ${found.height} pixels, the picture of ${picture.width} x ${picture.height}.`,
    );
}
