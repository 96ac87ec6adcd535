import { describe, expect, it } from "vitest";
import { faults } from "../../bench/pro-capture/faults.ts";
import { deltaE, psnr, structure } from "../../bench/pro-capture/measures.ts";
import { photograph, professionalTake } from "../../bench/pro-capture/photographs.ts";
import type { Picture } from "../../src/analysis/analysis.ts";
import { proCapture } from "../../src/pro-capture/index.ts";

const size = { width: 240, height: 160 };
const takes = [31, 42].map((seed) => professionalTake(seed, size));

/** The picture, what was made of it, and the same as a professional takes it. */
function corrected(fault: string, take = takes[0]) {
  if (!take || !faults[fault]) throw new Error(`There is no fault ${fault}.`);
  const photo = photograph(take, faults[fault], 7);
  return {
    photo,
    made: { ...size, data: proCapture(photo, "photo") },
    wanted: photograph(take, { noise: 0 }),
  };
}

/** The mean lightness of blocks of 8 x 8 pixels, in levels. */
function blocksOf({ width, height, data }: Picture): number[] {
  const sums = new Array<number>((width / 8) * (height / 8)).fill(0);
  for (let i = 0; i < data.length; i += 3) {
    const [x, y] = [(i / 3) % width, Math.floor(i / 3 / width)];
    const block = Math.floor(y / 8) * (width / 8) + Math.floor(x / 8);
    const light = 0.2126 * (data[i] ?? 0) + 0.7152 * (data[i + 1] ?? 0) + 0.0722 * (data[i + 2] ?? 0);
    sums[block] = (sums[block] ?? 0) + light / 64;
  }
  return sums;
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

describe("a photo that is to look as a professional takes it", () => {
  it.each(["−1.6 EV", "dim, tungsten", "warm"])("%s: comes within 27 dB of it", (fault) => {
    expect(
      mean(
        takes.map((take) => {
          const { made, wanted } = corrected(fault, take);
          return psnr(made, wanted);
        }),
      ),
    ).toBeGreaterThan(27);
  });

  it.each(["mixed light", "green, haze", "dim, noise"])("%s: comes nearer to it by 3 dB", (fault) => {
    const gains = takes.map((take) => {
      const { photo, made, wanted } = corrected(fault, take);
      expect(structure(made, wanted)).toBeGreaterThan(0.95);
      return psnr(made, wanted) - psnr(photo, wanted);
    });
    expect(mean(gains)).toBeGreaterThan(3);
  });

  it("already good: hardly changes", () => {
    for (const take of takes) {
      const { photo, made } = corrected("already good", take);
      expect(deltaE(made, photo)).toBeLessThan(2);
    }
  });

  it.each(Object.keys(faults).filter((name) => !name.startsWith("+")))("%s: gets darker nowhere", (fault) => {
    const { photo, made } = corrected(fault);
    const [before, after] = [blocksOf(photo), blocksOf(made)];
    // What is left is the colour that a floor loses with the light's.
    expect(Math.min(...after.map((level, k) => level - (before[k] ?? 0)))).toBeGreaterThan(-6);
  });

  it("gives the same bytes again, and others for another candidate", () => {
    const { photo, made } = corrected("warm");
    expect(Buffer.from(proCapture(photo, "photo")).equals(made.data)).toBe(true);
    expect(Buffer.from(proCapture(photo, "photo", 1)).equals(made.data)).toBe(false);
  });
});

describe("other kinds of pictures", () => {
  it("leaves no seam in a panorama", () => {
    const [width, height] = [256, 128];
    const data = new Uint8Array(width * height * 3);
    for (let i = 0; i < data.length; i++) {
      const [x, y] = [Math.floor(i / 3) % width, Math.floor(i / 3 / width)];
      data[i] = 70 + 40 * Math.cos((2 * Math.PI * (x + 20)) / width) + y / 8 + ([12, 0, -25][i % 3] ?? 0);
    }
    const made = proCapture({ width, height, data }, "panorama360");
    const step = (from: number, to: number): number => {
      let sum = 0;
      for (let y = 0; y < height; y++)
        sum += Math.abs((made[(y * width + from) * 3] ?? 0) - (made[(y * width + to) * 3] ?? 0));
      return sum / height;
    };
    const steps = Array.from({ length: width - 1 }, (_, x) => step(x, x + 1));
    expect(step(width - 1, 0)).toBeLessThanOrEqual(Math.max(...steps));
  });

  it("gives a plan even paper and dark ink", () => {
    const [width, height] = [120, 90];
    const data = new Uint8Array(width * height * 3);
    for (let i = 0; i < data.length; i++) {
      const isInk = Math.floor(i / 3) % width === 40 || Math.floor(i / 3 / width) === 30;
      data[i] = isInk ? 60 : ([228, 226, 210][i % 3] ?? 0);
    }
    const made = proCapture({ width, height, data }, "floorplan");
    expect([...made.subarray(0, 3)]).toEqual([252, 251, 248]);
    expect(made[40 * 3]).toBeLessThan(30);
  });
});
