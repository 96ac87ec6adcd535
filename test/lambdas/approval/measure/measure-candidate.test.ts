import sharp, { type Sharp } from "sharp";
import { describe, expect, test } from "vitest";
import { approveCandidate } from "../../../../lambdas/approval/judge.ts";
import { measureCandidate as measure } from "../../../../lambdas/approval/measure/measure-candidate.ts";
import { approvalPolicy } from "../../../../lambdas/approval/policy.ts";
import type { CaptureType, Workflow } from "../../../../lambdas/domain/vocabulary.ts";
import { pixelsOf } from "../../../../lambdas/runtime/picture/decoder.ts";
import { drawBlank, drawFloorplan, drawPanorama, drawRoom, noise } from "../../../support/pictures.ts";

const size = { width: 640, height: 480 };
const sources: Record<CaptureType, { source: Buffer; expected: { width: number; height: number } }> = {
  photo: { source: await drawRoom(size).jpeg({ quality: 95 }).toBuffer(), expected: size },
  panorama360: {
    source: await drawPanorama({ width: 640 }).jpeg({ quality: 95 }).toBuffer(),
    expected: { width: 640, height: 320 },
  },
  floorplan: { source: await drawFloorplan(size).jpeg({ quality: 95 }).toBuffer(), expected: size },
};

const measureCandidate = async (candidate: Buffer, source: Buffer) =>
  measure(await pixelsOf(candidate), await pixelsOf(source));

type Edit = (picture: Sharp, size: { width: number; height: number }) => Sharp | Promise<Sharp>;

async function verdictOf(workflow: Workflow, captureType: CaptureType, edit: Edit) {
  const { source, expected } = sources[captureType];
  const candidate = await (await edit(sharp(source), expected)).jpeg({ quality: 90 }).toBuffer();
  const measures = {
    decodes: true as const,
    format: "jpeg",
    ...expected,
    ...(await measureCandidate(candidate, source)),
  };
  const policy = approvalPolicy(workflow, captureType);
  const verdict = approveCandidate(measures, { score: 1, safe: true, expected }, policy);
  return verdict.approved ? "approved" : verdict.reason;
}

const covered =
  (share: number): Edit =>
  async (picture, { width, height }) => {
    const block = { width, height: Math.round(height * share) };
    const input = await drawBlank(block, "#8a6f52").png().toBuffer();
    return picture.composite([{ input, left: 0, top: height - block.height }]);
  };

/** Three pieces of furniture: what a model adds to a room. */
const furnished: Edit = async (picture, { width, height }) => {
  const piece = async (left: number, top: number, w: number, h: number, colour: string) => ({
    input: await drawBlank({ width: Math.round(width * w), height: Math.round(height * h) }, colour)
      .png()
      .toBuffer(),
    left: Math.round(width * left),
    top: Math.round(height * top),
  });
  const pieces = [
    await piece(0.1, 0.6, 0.4, 0.25, "#4a5a6a"),
    await piece(0.55, 0.7, 0.2, 0.2, "#7a5230"),
    await piece(0.82, 0.5, 0.1, 0.35, "#2c3e2c"),
  ];
  return sharp(await picture.composite(pieces).png().toBuffer()).modulate({
    brightness: 1.08,
    saturation: 1.2,
  });
};

const removedLamp: Edit = async (picture, { width, height }) => {
  const side = Math.round(width * 0.07);
  const input = await drawBlank({ width: side, height: side }, "#303436").png().toBuffer();
  return picture.composite([{ input, left: Math.round(width * 0.25), top: Math.round(height * 0.45) }]);
};

const regraded: Edit = (picture) =>
  picture.modulate({ brightness: 1.12, saturation: 0.9 }).recomb([
    [1.08, 0, 0],
    [0, 1, 0],
    [0, 0, 0.9],
  ]);
const saved =
  (quality: number): Edit =>
  async (picture) =>
    sharp(await picture.jpeg({ quality }).toBuffer());
const other: Edit = (_, { width, height }) => drawRoom({ width, height, seed: 12 }).flop().rotate(180);
const captures: CaptureType[] = ["photo", "panorama360", "floorplan"];

describe.each(captures)("a staged %s", (capture) => {
  test.each<[string, Edit, string]>([
    ["with furniture in another light is approved", furnished, "approved"],
    ["with one small thing taken away is approved", removedLamp, "approved"],
    ["that is its source is not", (picture) => picture, "same_as_source"],
    ["that is its source saved again is not", saved(50), "same_as_source"],
    ["that is one grey is not", (_, dimensions) => drawBlank(dimensions), "blank"],
    ["that is black is not", (picture) => picture.linear(0.02, 0), "blank"],
    ["that is another picture is not", other, "structure_lost"],
    ["of which a quarter is left is not", covered(0.75), "structure_lost"],
  ])("%s", async (_, edit, expected) => {
    expect(await verdictOf("staging", capture, edit)).toBe(expected);
  });
});

describe.each(captures)("an enhanced %s", (capture) => {
  test.each<[string, Edit, string]>([
    ["that is a little darker is approved", (picture) => picture.linear(1, -8), "approved"],
    ["that is its source is not", (picture) => picture, "same_as_source"],
    ["that is its source saved well again is not", saved(92), "same_as_source"],
    ["that is one grey is not", (_, dimensions) => drawBlank(dimensions), "blank"],
    ["of which half is left is not", covered(0.5), "structure_lost"],
    ["that is another picture is not", other, "structure_lost"],
  ])("%s", async (_, edit, expected) => {
    expect(await verdictOf("pro_capture", capture, edit)).toBe(expected);
  });
});

describe.each(["staging", "pro_capture"] as const)("a room of %s", (workflow) => {
  test("in another light is approved", async () => {
    expect(await verdictOf(workflow, "photo", regraded)).toBe("approved");
  });

  test("upside down or inside out is not", async () => {
    expect(await verdictOf(workflow, "photo", (picture) => picture.flip())).toBe("structure_lost");
    expect(await verdictOf(workflow, "photo", (picture) => picture.negate())).toBe("structure_lost");
  });
});

describe("measures", () => {
  const { source } = sources.photo;

  test("of the source itself show no difference and all the structure", async () => {
    expect(await measureCandidate(source, source)).toMatchObject({ difference: 0, structure: 1 });
  });

  test("of noise keep next to nothing of the structure", async () => {
    const grain = noise(5);
    const pixels = Buffer.from(Array.from({ length: 640 * 480 * 3 }, () => 128 + 30 * grain()));
    const candidate = await sharp(pixels, { raw: { ...size, channels: 3 } })
      .jpeg()
      .toBuffer();
    expect(await measureCandidate(candidate, source)).toMatchObject({ structure: expect.closeTo(0.03, 1) });
  });

  test("need no square and no large source", async () => {
    const narrow = await drawRoom({ width: 61, height: 4096 }).jpeg().toBuffer();
    expect(await measureCandidate(narrow, narrow)).toMatchObject({ difference: 0, structure: 1 });
    const flat = await drawBlank({ width: 256, height: 256 }).png().toBuffer();
    expect(await measureCandidate(narrow, flat)).toMatchObject({ structure: 1 });
  });
});
