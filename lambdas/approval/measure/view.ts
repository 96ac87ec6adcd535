import { Plane } from "@image-staging/picture/plane";
import type { Dimensions } from "../../domain/source-asset/dimensions.ts";
import { type Pixels, scaledTo } from "../../runtime/picture/decoder.ts";

/** The longer side of the pictures that drift is looked for in, in pixels. */
export const viewSide = 600;

/** Luma beyond which shades are clipped, as panes are. */
export const brightest = 246;

/** A small copy of a picture: luma and two colour differences (red - green, their mean - blue), each of 255. */
export interface View extends Dimensions {
  luma: Plane;
  redGreen: Plane;
  yellowBlue: Plane;
}

/** The size of the view of a picture. */
export function viewSize({ width, height }: Dimensions): Dimensions {
  const scale = viewSide / Math.max(width, height);
  const scaled = (side: number) => Math.max(16, Math.round(side * scale));
  return { width: scaled(width), height: scaled(height) };
}

/** Shrinks a picture to the size of a view, whatever its own proportions are. */
export async function viewOf(picture: Pixels, size: Dimensions): Promise<View> {
  return planesOf(await scaledTo(size, picture), size);
}

/** The luma of gamma-encoded channels, in their unit (ITU-R BT.601-7, item 2.5.1). */
export const lumaOf = (red: number, green: number, blue: number): number =>
  0.299 * red + 0.587 * green + 0.114 * blue;

/** The planes of three channels' pixels. */
export function planesOf(pixels: Uint8Array, size: Dimensions): View {
  const [luma, redGreen, yellowBlue] = [new Plane(size), new Plane(size), new Plane(size)];
  for (let i = 0; i < luma.values.length; i++) {
    const [red, green, blue] = [pixels[i * 3] ?? 0, pixels[i * 3 + 1] ?? 0, pixels[i * 3 + 2] ?? 0];
    luma.values[i] = lumaOf(red, green, blue);
    redGreen.values[i] = red - green;
    yellowBlue.values[i] = (red + green) / 2 - blue;
  }
  return { ...size, luma, redGreen, yellowBlue };
}
