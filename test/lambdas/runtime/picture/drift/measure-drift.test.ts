import sharp, { type OverlayOptions } from "sharp";
import { describe, expect, test } from "vitest";
import { judgeDrift } from "../../../../../lambdas/domain/generation/drift.ts";
import { measureDrift } from "../../../../../lambdas/runtime/picture/drift/measure-drift.ts";
import { drawPanorama, drawRoom } from "../../../../support/pictures.ts";

const size = { width: 600, height: 400 };
const source = await drawRoom(size).jpeg({ quality: 92 }).toBuffer();

/** A block of one colour in parts of the picture. */
const block = async (colour: string, left: number, top: number, wide: number, high: number) => {
  const [width, height] = [Math.round(wide * size.width), Math.round(high * size.height)];
  const input = await sharp({ create: { width, height, channels: 3, background: colour } })
    .png()
    .toBuffer();
  return { input, left: Math.round(left * size.width), top: Math.round(top * size.height) };
};
const sofa = await block("#725040", 0.5, 0.6, 0.2, 0.3);
const withParts = (...parts: OverlayOptions[]) => sharp(source).composite([sofa, ...parts]);
const findingOf = async (candidate: Buffer) => judgeDrift(await measureDrift(candidate, source), "refurnish");

/** The whole picture enlarged about its middle, or turned. */
async function moved(grow: number, degrees: number): Promise<Buffer> {
  const staged = await withParts().png().toBuffer();
  const large = await sharp(staged)
    .rotate(degrees, { background: "#808080" })
    .resize({ width: Math.round(size.width * (1 + grow)) })
    .toBuffer({ resolveWithObject: true });
  const left = Math.round((large.info.width - size.width) / 2);
  const top = Math.max(0, Math.round((large.info.height - size.height) / 2));
  return sharp(large.data)
    .extract({ left, top, ...size })
    .jpeg()
    .toBuffer();
}

describe("a candidate", () => {
  test("with furniture alone has nothing wrong, however it is graded and encoded", async () => {
    expect(await findingOf(await withParts().jpeg({ quality: 80 }).toBuffer())).toEqual({});
    const graded = sharp(await withParts().png().toBuffer()).modulate({ brightness: 1.1, saturation: 0.9 });
    expect(await findingOf(await graded.jpeg({ quality: 70 }).toBuffer())).toEqual({});
  });

  test.each([
    ["zoomed by 1 %", 0.012, 0],
    ["zoomed by 5 %", 0.05, 0],
    ["turned by 0.7°", 0.03, 0.7],
  ])("that is %s has a camera that moved", async (_, grow, degrees) => {
    expect((await findingOf(await moved(grow, degrees))).certain).toBe("camera_moved");
  });

  test("that shows another room has a camera that cannot be measured", async () => {
    const other = await drawPanorama({ width: 800 })
      .rotate(90)
      .resize({ ...size, fit: "fill" })
      .jpeg()
      .toBuffer();
    expect((await findingOf(other)).certain).toBe("camera_moved");
  });

  test("without the window has a changed opening", async () => {
    const [left, wide, top, high] = [140, 230, 40, 180];
    const pixels = Buffer.from(
      Array.from({ length: wide * high }, (_, i) => {
        const light = Math.round(215 - (60 * (left + (i % wide))) / size.width);
        return [light, light - 6, light - 18];
      }).flat(),
    );
    const wall = { input: pixels, raw: { width: wide, height: high, channels: 3 as const }, left, top };
    const painted = await withParts(wall).jpeg().toBuffer();
    expect((await findingOf(painted)).certain).toBe("opening_changed");
  });

  test("with beams at the ceiling has an addition", async () => {
    const beam = await block("#5a4030", 0.05, 0.05, 0.9, 0.05);
    expect((await findingOf(await withParts(beam).jpeg().toBuffer())).certain).toBe("addition");
  });

  test("of a source without edges cannot be measured", async () => {
    const plain = await sharp({ create: { ...size, channels: 3, background: "#999" } })
      .jpeg()
      .toBuffer();
    expect((await measureDrift(plain, plain)).moved).toBeNull();
  });
});
