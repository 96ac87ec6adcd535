import type { Size } from "./size.ts";

/** A number for each pixel of a picture, row by row. */
export class Plane implements Size {
  readonly width: number;
  readonly height: number;
  readonly values: Float32Array;

  /** A plane of zeros, or of values row by row; throws a RangeError unless there is one for each pixel. */
  constructor({ width, height }: Size, values: Float32Array = new Float32Array(width * height)) {
    if (values.length !== width * height)
      throw new RangeError(
        `A plane of ${width} x ${height} has ${width * height} values, not ${values.length}.`,
      );
    this.width = width;
    this.height = height;
    this.values = values;
  }

  /** The value of a pixel by its index, `y * width + x`, which must lie inside: it is not checked. */
  at(index: number): number {
    return this.values[index] as number;
  }

  /** A plane of what each value becomes. */
  map(become: (value: number, index: number) => number): Plane {
    // A typed array's own `map` takes seven times as long.
    const values = new Float32Array(this.values.length);
    for (let i = 0; i < values.length; i++) values[i] = become(this.at(i), i);
    return new Plane(this, values);
  }
}
