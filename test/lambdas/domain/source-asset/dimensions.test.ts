import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  checkCaptureDimensions,
  checkPictureDimensions,
  workingSize,
} from "../../../../lambdas/domain/source-asset/dimensions.ts";

describe("a picture", () => {
  test.each([
    [256, 256, true],
    [255, 1000, false],
    [1000, 255, false],
    [10_000, 10_000, true],
    [10_001, 10_000, false],
    [8192, 256, true],
    [256, 8192, true],
    [16_384, 512, true],
    [9000, 256, false],
    [256, 60_000, false],
    [100_000, 1000, false],
  ])("of %i × %i: accepted %s", (width, height, ok) => {
    expect(checkPictureDimensions({ width, height }).ok).toBe(ok);
  });
});

test("that is too narrow is refused with what it must have", () => {
  expect(checkPictureDimensions({ width: 260, height: 20_000 })).toEqual({
    ok: false,
    reason: "Send a picture at most 32 times as long as it is short: the picture has 260 × 20000.",
  });
  expect(checkPictureDimensions({ width: 255, height: 20_000 })).toEqual({
    ok: false,
    reason: "Send a picture of at least 256 pixels on its short side: the picture has 255 × 20000.",
  });
});

describe("a panorama", () => {
  test.each([
    [2000, 1000, true],
    [2020, 1000, true],
    [1980, 1000, true],
    [2021, 1000, false],
    [1979, 1000, false],
    [1000, 2000, false],
    [1000, 1000, false],
  ])("of %i × %i: accepted %s", (width, height, ok) => {
    expect(checkCaptureDimensions("panorama360", { width, height }).ok).toBe(ok);
  });

  test("of wrong proportions is refused with a message that names them", () => {
    expect(checkCaptureDimensions("panorama360", { width: 900, height: 600 })).toEqual({
      ok: false,
      reason: "A panorama360 picture is twice as wide as high (equirectangular): this one has 900 × 600.",
    });
  });
});

test.each(["photo", "floorplan"] as const)("a %s may have any proportions", (captureType) => {
  expect(checkCaptureDimensions(captureType, { width: 300, height: 9000 })).toEqual({ ok: true });
});

test("a working copy keeps the proportions, is never larger, and has at most its long side", () => {
  const side = fc.integer({ min: 256, max: 20_000 });
  fc.assert(
    fc.property(side, side, (width, height) => {
      const working = workingSize({ width, height });
      expect(Math.max(working.width, working.height)).toBe(Math.min(Math.max(width, height), 8192));
      if (checkPictureDimensions({ width, height }).ok)
        expect(Math.min(working.width, working.height)).toBeGreaterThanOrEqual(256);
      const scale = Math.max(working.width, working.height) / Math.max(width, height);
      expect(Math.abs(working.width - width * scale)).toBeLessThanOrEqual(0.5 + 1e-6);
      expect(Math.abs(working.height - height * scale)).toBeLessThanOrEqual(0.5 + 1e-6);
    }),
  );
});
