import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { encodeOutput } from "../../../../lambdas/runtime/picture/encode-output.ts";
import { poseHeadingOf } from "../../../../lambdas/runtime/picture/photo-sphere.ts";
import { inspectPicture } from "../../../../lambdas/runtime/picture/read-picture.ts";
import { drawPanorama } from "../../../support/pictures.ts";
import { readXmp } from "../../../support/xmp.ts";

const staging = { workflow: "staging", technique: "trained" } as const;

const namespace = "http://ns.google.com/photos/1.0/panorama/";
const size = { width: 1024, height: 512 };
const candidate = () => drawPanorama({ width: size.width }).jpeg();

/** The properties of a picture's XMP packet that lie in one namespace. */
async function propertiesOf(picture: Buffer, within: string) {
  const { xmp } = await sharp(picture).metadata();
  const all = Array.from(readXmp(xmp?.toString() ?? ""));
  return Object.fromEntries(
    all.flatMap(([name, value]) => (name.startsWith(within) ? [[name.slice(within.length), value]] : [])),
  );
}

const packet = (attributes: string, content = "") =>
  `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" ${attributes}>${content}</rdf:Description></rdf:RDF></x:xmpmeta>`;

describe("the output of a panorama", () => {
  test.each(["staging", "pro_capture"] as const)("of %s says that it is one", async (workflow) => {
    const output = await encodeOutput(
      await candidate().toBuffer(),
      { workflow, technique: "trained" },
      {
        ...size,
        poseHeading: 123.5,
      },
    );
    expect(await propertiesOf(output, namespace)).toEqual({
      ProjectionType: "equirectangular",
      UsePanoramaViewer: "True",
      FullPanoWidthPixels: "1024",
      FullPanoHeightPixels: "512",
      CroppedAreaImageWidthPixels: "1024",
      CroppedAreaImageHeightPixels: "512",
      CroppedAreaLeftPixels: "0",
      CroppedAreaTopPixels: "0",
      PoseHeadingDegrees: "123.5",
    });
    const iptc = await propertiesOf(output, "http://iptc.org/std/Iptc4xmpExt/2008-02-29/");
    expect(iptc.DigitalSourceType).toMatch(/^http:\/\/cv\.iptc\.org\/newscodes\/digitalsourcetype\//);
  });

  test("says nothing of a direction that is not known", async () => {
    const output = await encodeOutput(await candidate().toBuffer(), staging, {
      ...size,
      poseHeading: null,
    });
    const properties = await propertiesOf(output, namespace);
    expect(Object.keys(properties)).toHaveLength(8);
    expect(properties.PoseHeadingDegrees).toBeUndefined();
  });
});

test("the output of any other picture does not say that it is a panorama", async () => {
  const output = await encodeOutput(await candidate().toBuffer(), staging);
  expect(await propertiesOf(output, namespace)).toEqual({});
});

describe("the direction of a panorama", () => {
  test.each(["jpeg", "png", "webp"] as const)("is read from the metadata of a %s file", async (format) => {
    const xmp = packet(`xmlns:GPano="${namespace}" GPano:PoseHeadingDegrees="271.25"`);
    const picture = await candidate().withXmp(xmp).toFormat(format).toBuffer();
    expect((await inspectPicture(picture)).poseHeading).toBe(271.25);
  });

  test.each<[string, string, number | null]>([
    [
      "an attribute under another prefix",
      packet(`xmlns:pano='${namespace}' pano:PoseHeadingDegrees='90'`),
      90,
    ],
    [
      "an element",
      packet(`xmlns:GPano="${namespace}"`, "<GPano:PoseHeadingDegrees> 359.9 </GPano:PoseHeadingDegrees>"),
      359.9,
    ],
    ["below zero", packet(`xmlns:GPano="${namespace}" GPano:PoseHeadingDegrees="-90"`), 270],
    ["a full turn", packet(`xmlns:GPano="${namespace}" GPano:PoseHeadingDegrees="360"`), 0],
    ["no number", packet(`xmlns:GPano="${namespace}" GPano:PoseHeadingDegrees="north"`), null],
    ["another namespace", packet(`xmlns:GPano="urn:other" GPano:PoseHeadingDegrees="90"`), null],
    ["absent", packet(`xmlns:GPano="${namespace}"`), null],
    [
      "too large a packet",
      packet(`xmlns:GPano="${namespace}" GPano:PoseHeadingDegrees="90"`) + " ".repeat(300_000),
      null,
    ],
    ["not XML", "\0\xff".repeat(100), null],
  ])("written as %s", (_how, xmp, degrees) => {
    expect(poseHeadingOf(Buffer.from(xmp))).toBe(degrees);
  });

  test("is not there in a picture without metadata", async () => {
    expect((await inspectPicture(await candidate().toBuffer())).poseHeading).toBeNull();
  });
});
