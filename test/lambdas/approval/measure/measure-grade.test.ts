import sharp, { type Sharp } from "sharp";
import { describe, expect, test } from "vitest";
import { judgeGrade } from "../../../../lambdas/approval/grade.ts";
import type { Homography } from "../../../../lambdas/approval/homography.ts";
import { seenBy } from "../../../../lambdas/approval/measure/grade/seen-by.ts";
import { measureGrade as measure } from "../../../../lambdas/approval/measure/measure-grade.ts";
import { pixelsOf } from "../../../../lambdas/runtime/picture/decoder.ts";
import { sampleOf } from "../../../support/full-run.ts";
import { drawPanorama, drawRoom } from "../../../support/pictures.ts";

const size = { width: 600, height: 400 };
const source = await drawRoom(size).linear(0.6, 0).jpeg({ quality: 92 }).toBuffer();
const raw = { ...size, channels: 3 } as const;

/** A third more light, bent at the top, and a colder light: what an enhancement makes of any picture. */
const enhanced = (picture: Sharp) => picture.gamma(1.7, 1.25).linear([1.25, 1.3, 1.42], [0, 0, 0]);
const measureGrade = async (candidate: Buffer, source: Buffer, homography: Homography | undefined) =>
  measure(await pixelsOf(candidate), await pixelsOf(source), homography);
const findingOf = async (picture: Sharp, homography?: Homography) =>
  judgeGrade(
    await measureGrade(await picture.jpeg({ quality: 85 }).toBuffer(), source, homography),
    homography,
  );

/** The source, pixel by pixel, in part of the picture. */
async function repainted(
  [left, top, right, bottom]: readonly [number, number, number, number],
  paint: (rgb: readonly number[], x: number, y: number) => readonly number[],
): Promise<Sharp> {
  const pixels = await sharp(source).raw().toBuffer();
  for (let i = 0; i < pixels.length; i += 3) {
    const [x, y] = [((i / 3) % size.width) / size.width, Math.floor(i / 3 / size.width) / size.height];
    if (x >= left && x < right && y >= top && y < bottom)
      pixels.set(paint([...pixels.subarray(i, i + 3)], x, y), i);
  }
  return sharp(pixels, { raw });
}

describe("an enhancement", () => {
  test("that is a grade is nothing else, whatever light it gives", async () => {
    expect(await findingOf(enhanced(sharp(source)))).toEqual({});
    expect(await findingOf(sharp(source).modulate({ brightness: 1.2, saturation: 0.85 }))).toEqual({});
  });

  test("may take lamplight out on one side and daylight on the other", async () => {
    const balanced = await repainted([0, 0, 1, 1], ([r = 0, g = 0, b = 0], x) => [
      r * (1 - 0.2 * x),
      g,
      b * (0.85 + 0.3 * x),
    ]);
    expect(await findingOf(balanced)).toEqual({});
  });

  const changes = [
    ["an object that is new", [0.5, 0.5, 0.56, 0.62], () => [60, 70, 60]],
    [
      "a door that is gone",
      [0.7, 0.2, 0.9, 0.67],
      ([, , b = 0]: readonly number[]) => [110 + b / 9, 107, 99],
    ],
    [
      "another sky",
      [0.1, 0.15, 0.45, 0.5],
      ([r = 0, g = 0, b = 0]: readonly number[]) => (r > 100 ? [80, 120, 190] : [r, g, b]),
    ],
    [
      "a wall of another colour",
      [0, 0, 1, 0.66],
      ([r = 0, g = 0, b = 0]: readonly number[], x: number) => (x < 0.6 ? [r * 0.8, g, b * 1.1] : [r, g, b]),
    ],
  ] as const;
  test.each(sampleOf(changes, 2))("with %s is refused, however it is graded", async (_, part, paint) => {
    expect((await findingOf(enhanced(await repainted(part, paint)))).certain).toBeDefined();
  });

  test("of another picture is refused", async () => {
    const other = drawPanorama({ width: 800 }).resize({ ...size, fit: "fill" });
    expect((await findingOf(other)).certain).toBeDefined();
  });
});

describe("an enhancement with upright verticals", () => {
  const [cos, sin] = [0.94 * Math.cos(0.035), 0.94 * Math.sin(0.035)];
  const upright = [
    cos,
    -sin * (2 / 3),
    0.5 - 0.5 * cos + sin / 3,
    sin * 1.5,
    cos,
    0.5 - 0.75 * sin - 0.5 * cos,
    0,
    0,
    1,
  ];
  const turned = async () => sharp(seenBy(await sharp(source).raw().toBuffer(), size, upright), { raw });

  test("is a grade of the source by the homography that the model states", async () => {
    expect(await findingOf(enhanced(await turned()), upright)).toEqual({});
  });

  test("is refused if the model does not state it, or states another", async () => {
    expect((await findingOf(enhanced(await turned()))).certain).toBeDefined();
    expect((await findingOf(enhanced(sharp(source)), upright)).certain).toBeDefined();
  });
});
