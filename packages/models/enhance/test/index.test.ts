import { relativeLuminance } from "@image-staging/picture/luminance";
import type { Picture } from "@image-staging/picture/picture";
import { describe, expect, it } from "vitest";
import { faults } from "../bench/faults.ts";
import { deltaE, leanAfter, psnr, structure } from "../bench/measures.ts";
import { askew, photograph, professionalTake } from "../bench/photographs.ts";
import { castOf } from "../src/balance.ts";
import { smallCopyOf } from "../src/copy.ts";
import { proCapture } from "../src/index.ts";
import { surfacesOf } from "../src/surfaces.ts";
import { type Homography, warped } from "../src/upright.ts";
import { leanOf } from "../src/verticals.ts";

const size = { width: 240, height: 160 };
/** What takes seconds: `npm run test:long -- pictures` tries both takes and every fault. */
const isFullRun = process.env.FULL_RUN !== undefined;
const takes = (isFullRun ? [31, 42] : [31]).map((seed) => professionalTake(seed, size));

/** Verticals of very small pictures are not measured as well. */
const larger = professionalTake(31, isFullRun ? { width: 384, height: 256 } : { width: 330, height: 220 });

const known = new Map<string, ReturnType<typeof correct>>();

/** The picture, what was made of it, and the same as a professional takes it: made once. */
function corrected(fault: string, take = takes[0]) {
  const all: (typeof take)[] = [...takes, larger];
  const name = `${fault} of take ${all.indexOf(take)}`;
  const found = known.get(name) ?? correct(fault, take);
  known.set(name, found);
  return found;
}

function correct(fault: string, take = takes[0]) {
  if (!take || !faults[fault]) throw new Error(`There is no fault ${fault}.`);
  const { photo, homography } = askew(photograph(take, faults[fault], 7), faults[fault]);
  const { data, upright } = proCapture(photo, "photo");
  const { width, height } = photo;
  const seen = (picture: Picture, by?: Homography) => (by ? warped(picture, by) : picture);
  return {
    photo: seen(photo, upright?.homography),
    made: { width, height, data },
    wanted: seen(seen(photograph(take, { noise: 0 }), homography), upright?.homography),
    lean: leanAfter(take.camera, [homography, upright?.homography]),
    upright,
  };
}

/** The mean lightness of blocks of 8 x 8 pixels, in levels. */
function blocksOf({ width, height, data }: Picture): number[] {
  const sums = new Array<number>((width / 8) * (height / 8)).fill(0);
  for (let i = 0; i < data.length; i += 3) {
    const [x, y] = [(i / 3) % width, Math.floor(i / 3 / width)];
    const block = Math.floor(y / 8) * (width / 8) + Math.floor(x / 8);
    const light = relativeLuminance(data[i] ?? 0, data[i + 1] ?? 0, data[i + 2] ?? 0);
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

  it("takes no painted wall for cool light, nor for a dim room", () => {
    const [width, height] = [384, 256];
    const data = new Uint8Array(width * height * 3);
    for (let i = 0; i < data.length; i++) {
      const [x, y] = [Math.floor(i / 3) % width, Math.floor(i / 3 / width)];
      const isBlue = x > 90 && x < 300 && y > 30 && y < 170;
      const isPale = Math.abs(x - 195) > 110 || y > 175 || y < 25;
      const level = isBlue ? [96, 118, 134][i % 3] : isPale ? 200 + (y % 16) / 8 : 235;
      data[i] = level ?? 0;
    }
    const photo = { width, height, data };
    expect(deltaE({ width, height, data: proCapture(photo, "photo").data }, photo)).toBeLessThan(1);
  });

  it("takes a cast along the colour of painted walls, so that what is left of it keeps its hue", () => {
    const { width, height } = size;
    const [ceiling, wall, floor] = [
      [176, 172, 142],
      [158, 138, 114],
      [92, 54, 38],
    ];
    const data = Uint8Array.from({ length: width * height * 3 }, (_, i) => {
      const y = Math.floor(i / 3 / width);
      return (y < 14 ? ceiling : y < 120 ? wall : floor)?.[i % 3] ?? 0;
    });
    const copy = smallCopyOf({ width, height, data });
    const { cast, left } = castOf(copy, surfacesOf(copy, false), false);
    expect(Math.hypot(left.red, left.blue)).toBeGreaterThan(0.02);
    expect(cast.red * left.blue - cast.blue * left.red).toBeCloseTo(0, 6);
  });

  const dark = Object.keys(faults).filter(
    (name) => !name.startsWith("+") && (isFullRun || !/askew|haze$/.test(name)),
  );
  it.each(dark)("%s: gets darker nowhere", (fault) => {
    const { photo, made } = corrected(fault);
    const [before, after] = [blocksOf(photo), blocksOf(made)];
    // What is left is the colour that a floor loses with the light's.
    expect(Math.min(...after.map((level, k) => level - (before[k] ?? 0)))).toBeGreaterThan(-7);
  });

  it("gives the same bytes again, and others for another candidate", () => {
    const { photo } = corrected("warm");
    const [first, again, other] = [0, 0, 1].map((nth) => Buffer.from(proCapture(photo, "photo", nth).data));
    expect(again).toEqual(first);
    expect(other?.equals(first ?? Buffer.alloc(0))).toBe(false);
  });
});

describe("a photo whose verticals lean", () => {
  it.each(["askew, −1 EV", "askew, good"])("%s: stands upright, and says what it keeps", (fault) => {
    const { lean, upright } = corrected(fault, larger);
    expect(lean).toBeLessThan(0.5);
    expect(upright?.kept).toBeGreaterThan(0.8);
    expect(upright?.kept).toBeLessThan(1);
  });

  it("stays as it is if it leans more than a photographer corrects, or shows no verticals", () => {
    const steep = askew(photograph(larger), { lean: { roll: 5.6, keystone: 0 } });
    expect(leanOf(steep.photo)).toBeUndefined();
    expect(leanOf({ ...size, data: new Uint8Array(size.width * size.height * 3).fill(180) })).toBeUndefined();
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
    const made = proCapture({ width, height, data }, "panorama360").data;
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
    const made = proCapture({ width, height, data }, "floorplan").data;
    expect([...made.subarray(0, 3)]).toEqual([252, 251, 248]);
    expect(made[40 * 3]).toBeLessThan(30);
  });
});
