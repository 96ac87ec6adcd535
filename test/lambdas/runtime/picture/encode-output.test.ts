import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { encodeOutput } from "../../../../lambdas/runtime/picture/encode-output.ts";
import { drawRoom } from "../../../support/pictures.ts";
import { withSegment } from "./containers.ts";

const staging = { workflow: "staging", technique: "trained" } as const;

const size = { width: 640, height: 480 };
const candidate = () => drawRoom(size).jpeg({ quality: 95 });

/** Reads a property of the XMP packet as a plain scanner would: out of the file's APP1 segment, not by sharp. */
function xmpOf(jpeg: Buffer): string {
  const start = jpeg.indexOf("http://ns.adobe.com/xap/1.0/\0");
  expect(start).toBeGreaterThan(0);
  const length = jpeg.readUInt16BE(start - 2);
  return jpeg.toString("utf8", start + 29, start - 2 + length);
}

describe("an output", () => {
  test.each([
    ["staging", "http://cv.iptc.org/newscodes/digitalsourcetype/compositeWithTrainedAlgorithmicMedia"],
    ["pro_capture", "http://cv.iptc.org/newscodes/digitalsourcetype/algorithmicallyEnhanced"],
  ] as const)("of %s says in XMP how it was altered", async (workflow, sourceType) => {
    const xmp = xmpOf(await encodeOutput(await candidate().toBuffer(), { workflow, technique: "trained" }));
    expect(xmp).toContain('xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"');
    expect(xmp).toContain(`Iptc4xmpExt:DigitalSourceType="${sourceType}"`);
    expect(xmp).toContain('xmp:CreatorTool="Image Staging Generation API"');
    expect(xmp).toMatch(/^<\?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"\?>/);
  });

  test("that was set upright says in XMP which part of the original it shows", async () => {
    const making = { workflow: "pro_capture", technique: "graphics", kept: 0.938 } as const;
    expect(xmpOf(await encodeOutput(await candidate().toBuffer(), making))).toContain(
      "were corrected by an algorithm. Verticals were set upright, and 93 % of the original is in the picture.",
    );
  });

  test("keeps its statement when it is saved again by a tool that keeps metadata", async () => {
    const output = await encodeOutput(await candidate().toBuffer(), staging);
    const saved = await sharp(output).resize(100).keepXmp().jpeg().toBuffer();
    expect(xmpOf(saved)).toContain("compositeWithTrainedAlgorithmicMedia");
  });

  test("has none of the candidate's other metadata", async () => {
    const leaky = await candidate()
      .withExif({ IFD0: { Make: "SecretCamera" }, IFD3: { GPSMapDatum: "SecretPlace" } })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">SecretXmp</x:xmpmeta>')
      .withIccProfile("p3")
      .toBuffer();
    const tagged = Buffer.concat([withSegment(leaky, "com", "SecretComment"), Buffer.from("SecretTrailer")]);
    const output = await encodeOutput(tagged, staging);
    expect(output.includes("Secret")).toBe(false);
    const { exif, icc, iptc } = await sharp(output).metadata();
    expect([exif, icc, iptc]).toEqual([undefined, undefined, undefined]);
  });

  test("is a JPEG that shows the candidate", async () => {
    const png = await drawRoom(size).png().toBuffer();
    const output = await encodeOutput(png, { workflow: "pro_capture", technique: "trained" });
    expect(await sharp(output).metadata()).toMatchObject({ format: "jpeg", ...size, channels: 3 });
    const [before, after] = [await sharp(png).raw().toBuffer(), await sharp(output).raw().toBuffer()];
    const difference = before.reduce((sum, value, index) => sum + Math.abs(value - (after[index] ?? 0)), 0);
    expect(difference / before.length).toBeLessThan(4);
  });

  test("is never made from a truncated candidate", async () => {
    const whole = await candidate().toBuffer();
    await expect(encodeOutput(whole.subarray(0, whole.length / 2), staging)).rejects.toThrow();
  });
});
