import { workingCopyOf } from "@image-staging/picture/working-copy";
import { expect, test } from "vitest";
import { grown } from "../../src/renovate/grow-paint.ts";

test("paint grows over what looks like it, but not from one border of the picture to the other", () => {
  const [width, height] = [40, 30];
  const data = new Uint8Array(width * height * 3).map((_, i) => (Math.floor(i / 3) % width < 10 ? 250 : 120));
  const paint = new Uint8Array(width * height).map((_, i) => (i % width >= 30 ? 1 : 0));
  const domain = new Uint8Array(width * height).fill(1);
  const after = grown(workingCopyOf({ width, height, data }), paint, domain, 3, 60);
  const row = Array.from(after.subarray(15 * width, 16 * width));
  expect(row.slice(0, 9)).toEqual(Array(9).fill(0));
  expect(row.slice(12)).toEqual(Array(28).fill(1));
});
