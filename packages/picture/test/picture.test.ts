import { expect, it } from "vitest";
import { assertPicture, assertSameSize } from "../src/picture.ts";

const size = { width: 4, height: 3 };

it("takes a picture with three bytes for each pixel", () => {
  expect(() => assertPicture({ ...size, data: new Uint8Array(36) })).not.toThrow();
});

it.each([
  ["four bytes a pixel", { ...size, data: new Uint8Array(48) }],
  ["a size that is not whole", { width: 3.5, height: 3, data: new Uint8Array(36) }],
  ["no pixels", { width: 0, height: 3, data: new Uint8Array(0) }],
])("refuses a picture with %s", (_what, picture) => {
  expect(() => assertPicture(picture)).toThrow(RangeError);
});

it("refuses what was found in a picture of another size", () => {
  const picture = { ...size, data: new Uint8Array(36) };
  expect(() => assertSameSize(size, picture)).not.toThrow();
  expect(() => assertSameSize({ width: 8, height: 6 }, picture)).toThrow("8 x 6");
});
