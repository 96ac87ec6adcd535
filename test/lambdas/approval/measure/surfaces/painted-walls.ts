import { planesOf } from "../../../../../lambdas/approval/measure/view.ts";

export const size = { width: 300, height: 200 };
export type Rgb = readonly [number, number, number];

/** New paint on what has this colour. */
export const paint = ([red, green, blue]: Rgb): Rgb => [0.8 * red, 0.86 * green, 0.84 * blue];

/** A view of a picture of that size, by the colour of each pixel. */
export const viewOf = (at: (x: number, y: number) => Rgb) =>
  planesOf(
    Uint8Array.from(
      Array.from({ length: size.width * size.height }, (_, i) => [
        ...at(i % size.width, Math.floor(i / size.width)),
      ]).flat(),
    ),
    size,
  );
