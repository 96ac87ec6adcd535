import type { Rgb } from "@image-staging/tracer/scene";
import { describe, expect, it } from "vitest";
import { cornersInPaint } from "../../src/renovate/corners-in-paint.ts";

const [width, height, corner] = [240, 3, 120];
const [back, left] = [0, 1];
const face = Uint8Array.from({ length: width * height }, (_, i) => (i % width < corner ? left : back));

/** Where each row's back wall begins if the photo shows these colours, each from a column on. */
function cornerOf(colours: readonly (readonly [from: number, colour: Rgb])[], differ = () => true) {
  const shown = (x: number): Rgb => colours.findLast(([from]) => x >= from)?.[1] ?? [0, 0, 0];
  const data = Uint8Array.from([...face].flatMap((_, i) => [...shown(i % width)]));
  const picture = { width, height, data };
  const found = cornersInPaint(picture, face, new Uint8Array(face.length).fill(255), differ);
  return Array.from({ length: height }, (_, y) =>
    found.face.subarray(y * width, (y + 1) * width).indexOf(back),
  );
}

const [white, blue, shadedBlue, grey] = [
  [214, 210, 203],
  [130, 150, 170],
  [85, 105, 125],
  [120, 120, 118],
] as const;

describe("a corner of two walls of different paint", () => {
  it("lies where the photo shows it, not where the box has it", () => {
    expect(
      cornerOf([
        [0, white],
        [117, blue],
      ]),
    ).toEqual([117, 117, 117]);
    expect(
      cornerOf([
        [0, white],
        [123, blue],
      ]),
    ).toEqual([123, 123, 123]);
  });

  it("lies where the hue changes if one wall is as dark in the corner's shade as the other", () => {
    expect(
      cornerOf([
        [0, blue],
        [118, shadedBlue],
        [122, grey],
      ]),
    ).toEqual([122, 122, 122]);
  });

  it("stays where the box has it if the photo shows no edge but shade, or the walls have one paint", () => {
    expect(cornerOf([[0, white]])).toEqual([corner, corner, corner]);
    const deepens = Array.from({ length: 20 }, (_, k) => [110 + k, [200 - 2 * k, 190, 190]] as const);
    expect(cornerOf([[0, white], ...deepens])).toEqual([corner, corner, corner]);
    expect(
      cornerOf(
        [
          [0, white],
          [117, blue],
        ],
        () => false,
      ),
    ).toEqual([corner, corner, corner]);
  });
});
