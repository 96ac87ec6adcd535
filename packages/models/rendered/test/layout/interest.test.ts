import type { Camera } from "@image-staging/tracer/scene";
import { describe, expect, it } from "vitest";
import { sunOf } from "../../src/layout/interest.ts";

describe("the sun on the floor", () => {
  const camera = { width: 96, height: 64 } as Camera;
  const patches = new Uint8Array(96 * 64);
  for (let y = 32; y < 64; y++) for (let x = 48; x < 96; x++) patches[y * 96 + x] = 255;
  const sun = sunOf(camera, patches);

  it("is hidden by the part of it that lies in an outline", () => {
    expect(sun.share({ left: 0.5, right: 0.75, top: 0.25, bottom: 1 })).toBeCloseTo(0.5);
    expect(sun.share({ left: 0, right: 0.5, top: 0, bottom: 1 })).toBe(0);
    expect(sun.within({ left: 0.25, right: 0.75, top: 0.5, bottom: 1 })).toBeCloseTo(0.5);
  });

  it("is not hidden by anything if there is none", () => {
    expect(sunOf(camera, new Uint8Array(96 * 64)).share({ left: 0, right: 1, top: 0, bottom: 1 })).toBe(0);
  });
});
