import sharp, { type Stats } from "sharp";
import { describe, expect, test } from "vitest";
import { roomTypes, stylePresets as specStyles } from "../../lambdas/domain/vocabulary.ts";
import { stageFloorplan } from "../../model/floorplan.ts";
import { furniture } from "../../model/furniture/catalogue.ts";
import { lettering } from "../../model/lettering.ts";
import { furnish } from "../../model/photo.ts";
import { sample } from "../../model/picture.ts";
import { readPlan } from "../../model/plan-rooms.ts";
import { proCapture } from "../../model/pro-capture.ts";
import { seeded } from "../../model/random.ts";
import { type RoomType, rooms } from "../../model/rooms.ts";
import { drawScene } from "../../model/scene.ts";
import { corners } from "../../model/solid.ts";
import { cleanPhoto, stagePanorama, stagePhoto } from "../../model/stage.ts";
import { styleOf, stylePresets } from "../../model/styles.ts";
import { difference, floorplan, panorama, photo, pixelsOf } from "./request.ts";

const everyRoom = Object.keys(rooms) as RoomType[];
const shared: RoomType[][] = [
  ["Living Room", "Kitchen", "Dining Room"],
  ["Bathroom", "Shower", "Toilet"],
  ["Bedroom", "Living Room"],
];

test("the model knows exactly the spec's rooms and styles", () => {
  expect(everyRoom).toEqual([...roomTypes]);
  expect(stylePresets).toEqual(specStyles);
});

describe.each([
  ["portrait", 564, 752],
  ["landscape", 1200, 800],
  ["square", 400, 400],
])("in a %s picture", (_, width, height) => {
  test.each([...everyRoom.map((room) => [room]), ...shared])(
    "the furniture of %s stands inside",
    (...roomList) => {
      const names = roomList.flat();
      for (const seed of [1, 2, 3, 4, 5, 6]) {
        const { scene, view } = furnish(names, width, height, seeded(seed));
        for (const [x, y] of scene.flatMap(corners).map(view.project)) {
          expect(x).toBeGreaterThanOrEqual(0);
          expect(x).toBeLessThanOrEqual(width);
          expect(y).toBeLessThanOrEqual(height);
        }
      }
    },
  );
});

test("rooms that share a picture each show a piece of their own and none twice", () => {
  for (const names of shared) {
    const { scene } = furnish(names, 800, 600, seeded(1));
    const labels = scene.map(({ piece }) => piece.label);
    expect(labels.length).toBeGreaterThanOrEqual(names.length);
    expect(new Set(labels).size).toBe(labels.length);
  }
});

test("a piece in front covers a piece behind it", () => {
  const at = (z: number) => ({ piece: furniture.island, x: 0, z, turn: 0 });
  const { view } = furnish(["Kitchen"], 800, 600, seeded(1));
  const [near, far] = [at(5), at(8)];
  const onlyNear = drawScene([near], styleOf("modern"), view).svg;
  const both = [
    drawScene([near, far], styleOf("modern"), view),
    drawScene([far, near], styleOf("modern"), view),
  ];
  for (const { svg } of both) expect(svg.endsWith(onlyNear)).toBe(true);
});

test("every label can be written without a font", () => {
  const unknown = lettering("\u2603", 0, 0, 6);
  const box = /d="([^"]+)"/.exec(unknown)?.[1] ?? "";
  const texts = [
    "Simulated",
    "Style: default",
    ...stylePresets,
    ...Object.values(furniture).map(({ label }) => label),
  ];
  for (const text of texts) {
    expect(lettering(text, 0, 0, 12)).not.toContain(`d="${box}"`);
    expect(lettering(text, 0, 0, 12)).not.toContain("<text");
  }
});

test("every style gives the photograph other colours, and renovating goes further than refurnishing", async () => {
  const source = await photo(320, 240);
  const stage = (preset: (typeof stylePresets)[number], strength: "light" | "strong") =>
    stagePhoto(source, ["Kitchen"], styleOf(preset), strength, seeded(5));
  const refurnished = await Promise.all(stylePresets.map((preset) => stage(preset, "light")));
  for (const [nth, one] of refurnished.entries()) {
    for (const other of refurnished.slice(nth + 1)) expect(await difference(one, other)).toBeGreaterThan(2);
  }
  const [wallBefore, wallAfter] = await Promise.all(
    [refurnished[0], await stage("modern", "strong")].map(async (picture) => {
      const wall = await sharp(picture).extract({ left: 100, top: 10, width: 20, height: 20 }).toBuffer();
      return (await pixelsOf(wall)).reduce((sum, value) => sum + value, 0);
    }),
  );
  expect(wallAfter).toBeGreaterThan(wallBefore ?? Number.POSITIVE_INFINITY);
});

test("a staged picture carries its mark in the lower right corner and a photograph enhanced by pro_capture does not", async () => {
  const white = {
    data: await sharp({ create: { width: 600, height: 400, channels: 3, background: "#fff" } })
      .jpeg()
      .toBuffer(),
    width: 600,
    height: 400,
  };
  const darkest = async (picture: Buffer) => {
    const corner = await sharp(picture).extract({ left: 480, top: 360, width: 120, height: 40 }).toBuffer();
    return Math.min(...(await pixelsOf(corner)));
  };
  expect(await darkest(await cleanPhoto(white, seeded(1)))).toBeLessThan(140);
  expect(await darkest(await proCapture(white, "photo", seeded(1)))).toBeGreaterThan(200);
});

test("a dim picture with a colour cast comes out of pro_capture brighter, more neutral and with more contrast", async () => {
  const { data, width, height } = await photo();
  const dim = await sharp(data).linear([0.5, 0.46, 0.4], [8, 8, 8]).jpeg().toBuffer();
  const enhanced = await proCapture({ data: dim, width, height }, "photo", seeded(1));
  const [before, after] = [await sharp(dim).stats(), await sharp(enhanced).stats()];
  const mean = ({ channels }: Stats) => channels.reduce((sum, channel) => sum + channel.mean, 0) / 3;
  const cast = ({ channels: [red, , blue] }: Stats) => (red?.mean ?? 0) / (blue?.mean ?? 1);
  expect(mean(after)).toBeGreaterThan(mean(before) * 1.3);
  expect(cast(after)).toBeLessThan(cast(before) - 0.03);
  expect(after.channels[1]?.stdev).toBeGreaterThan(before.channels[1]?.stdev ?? 0);
});

/** How much the left edge differs from the right one, per row and channel. */
async function seamOf(picture: Buffer, width: number) {
  const pixels = await pixelsOf(picture);
  let sum = 0;
  for (let at = 0; at < pixels.length; at += width * 3) {
    for (const channel of [0, 1, 2]) {
      sum += Math.abs((pixels[at + channel] ?? 0) - (pixels[at + (width - 1) * 3 + channel] ?? 0));
    }
  }
  return sum / (pixels.length / width);
}

test.each([1, 2, 3, 4, 5, 6])("a staged panorama closes without a seam (seed %i)", async (seed) => {
  const source = await panorama(1024);
  const staged = await stagePanorama(source, styleOf("boho"), seeded(seed));
  expect(await seamOf(staged, source.width)).toBeLessThan(4);
});

/** A panorama seen from the other side: its halves exchanged. */
async function turned(picture: Buffer): Promise<Buffer> {
  const { width, height } = await sharp(picture).metadata();
  const half = { top: 0, width: width / 2, height };
  const [left, right] = await Promise.all(
    [0, width / 2].map((from) =>
      sharp(picture)
        .extract({ ...half, left: from })
        .png()
        .toBuffer(),
    ),
  );
  return sharp({ create: { width, height, channels: 3, background: "#000" } })
    .composite([
      { input: right ?? picture, left: 0, top: 0 },
      { input: left ?? picture, left: width / 2, top: 0 },
    ])
    .png()
    .toBuffer();
}

test("pro_capture judges a panorama alike wherever its edges lie", async () => {
  const [width, height] = [512, 256];
  const grain = { type: "gaussian" as const, mean: 150, sigma: 25 };
  const shade = {
    create: { width: 80, height, channels: 4 as const, background: { r: 0, g: 0, b: 0, alpha: 0.75 } },
  };
  const data = await sharp({ create: { width, height, channels: 3, background: "#888", noise: grain } })
    .composite([{ input: shade, left: width - 80, top: 0 }])
    .png()
    .toBuffer();
  const enhance = (picture: Buffer) => proCapture({ data: picture, width, height }, "panorama360", seeded(1));
  const [before, after] = [await enhance(await turned(data)), await turned(await enhance(data))];
  const beside = { left: width / 2 + 16, top: 0, width: 64, height };
  const [a, b] = await Promise.all([before, after].map((one) => sharp(one).extract(beside).png().toBuffer()));
  if (!a || !b) throw new Error("there are two pictures");
  expect(await difference(a, b)).toBeLessThan(0.4);
});

describe("a floor plan", () => {
  test("keeps its lines", async () => {
    const source = await floorplan();
    const staged = await stageFloorplan(source, "scandi", styleOf("scandi"), seeded(2));
    const [before, after] = [await sample(source.data, 480, "grey"), await sample(staged, 480, "grey")];
    const ink = [...before.pixels.keys()].filter((at) => (before.pixels[at] ?? 255) < 60);
    const kept = ink.filter((at) => (after.pixels[at] ?? 255) < 90);
    expect(ink.length).toBeGreaterThan(2000);
    expect(kept.length / ink.length).toBeGreaterThan(0.99);
  });

  test("is furnished on free floor inside its walls only", async () => {
    const source = await floorplan();
    const small = await sample(source.data, 320, "grey");
    const { inside, ink, spots } = readPlan(small);
    expect(spots.length).toBeGreaterThanOrEqual(4);
    for (const { x, y, radius } of spots) {
      for (let turn = 0; turn < 16; turn++) {
        const reach = radius - 2;
        const [px, py] = [
          x + Math.cos((turn * Math.PI) / 8) * reach,
          y + Math.sin((turn * Math.PI) / 8) * reach,
        ];
        const at = Math.round(py) * small.width + Math.round(px);
        expect([inside[at], ink[at]]).toEqual([1, 0]);
      }
    }
  });

  test("that shows no rooms is tinted and gets a legend, but no furniture", async () => {
    const blank = await sharp({ create: { width: 400, height: 300, channels: 3, background: "#fff" } })
      .jpeg()
      .toBuffer();
    const source = { data: blank, width: 400, height: 300 };
    expect(readPlan(await sample(blank, 320, "grey")).spots).toEqual([]);
    expect(
      await difference(await stageFloorplan(source, null, styleOf(null), seeded(1)), blank),
    ).toBeGreaterThan(1);
  });
});
