import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { classes } from "@image-staging/generated/labelled/classes";
import { generateRoom, surfaceNames } from "@image-staging/generated/rooms";
import { beforeAll, expect, test } from "vitest";
import { labelClasses, labelGroups } from "../../src/labels/classes.ts";
import { type Labels, labelsOf } from "../../src/labels/index.ts";
import card from "../../src/labels/network.json" with { type: "json" };

const { picture, truth } = generateRoom(4, { width: 480, height: 320 });
let labels: Labels;

beforeAll(async () => {
  labels = await labelsOf(picture);
}, 60_000);

const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

test("a picture has the same labels on every machine", () => {
  expect(hashOf(labels.greatest)).toBe("b7423898b92c40b2d8f5aeac03d80864d7615ddb9ab599d5c61bc1a813df4e3e");
});

test("floor and walls of a drawn room are labelled as what they are", () => {
  const [floor, walls] = [labelGroups.indexOf("floor"), labelGroups.indexOf("walls")];
  const shareOf = (surface: (typeof surfaceNames)[number], group: number): number => {
    const pixels = Array.from(truth.surfaces.keys()).filter(
      (i) => surfaceNames[truth.surfaces[i] ?? 0] === surface,
    );
    return pixels.filter((i) => labels.greatest[i] === group).length / pixels.length;
  };
  expect(shareOf("floor", floor)).toBeGreaterThan(0.95);
  expect(shareOf("wall", walls)).toBeGreaterThan(0.9);
});

test("shares of a pixel sum to one", () => {
  for (const i of [0, 5000, 100_000]) {
    const sum = labelGroups.reduce((all, group) => all + (labels.group(group)[i] ?? 0), 0);
    expect(sum).toBeCloseTo(1, 2);
  }
});

test("the labels are the classes that drawn rooms teach", () => {
  expect(classes.slice(0, labelClasses.length)).toEqual(labelClasses);
});

test("the card beside the network is its own", () => {
  const network = readFileSync(join(import.meta.dirname, "../../src/labels/network.onnx"));
  expect(hashOf(network)).toBe(card.sha256);
  expect(network.length).toBeLessThan(8_000_000);
});
