import sharp, { type OverlayOptions } from "sharp";
import { describe, expect, test } from "vitest";
import { judgeDrift } from "../../../../lambdas/approval/drift.ts";
import { measureDrift as measure } from "../../../../lambdas/approval/measure/measure-drift.ts";
import { pixelsOf } from "../../../../lambdas/runtime/picture/decoder.ts";
import { isFullRun, sampleOf } from "../../../support/full-run.ts";
import { drawPanorama, drawRoom } from "../../../support/pictures.ts";

/** Half a second each: `npm run test:long -- pictures` runs them. */
const inFullRuns = test.runIf(isFullRun);

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
const measureDrift = async (candidate: Buffer, source: Buffer) =>
  measure(await pixelsOf(candidate), await pixelsOf(source));
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

  const moves: [string, number, number][] = [
    ["zoomed by 1 %", 0.012, 0],
    ["zoomed by 5 %", 0.05, 0],
    ["turned by 0.7°", 0.03, 0.7],
  ];
  test.each(sampleOf(moves, 3))("that is %s has a camera that moved", async (_, grow, degrees) => {
    expect((await findingOf(await moved(grow, degrees))).certain).toBe("camera_moved");
  });

  inFullRuns(
    "of a furnished room may be without its furniture, but one that keeps it lost something else",
    async () => {
      const round = (x: number, y: number, r: number) =>
        Array.from({ length: 24 }, async (_, i) => {
          const [dx, dy] = [Math.cos((i * Math.PI) / 12) * r, Math.sin((i * Math.PI) / 12) * r * 1.5];
          return block("#304058", x + dx, y + dy, 0.02, 0.03);
        });
      const pieces = [0.08, 0.3, 0.5, 0.75].flatMap((x) =>
        [round(x, 0.75, 0.07), round(x, 0.6, 0.04)].flat(),
      );
      const shelf = await block("#503828", 0.72, 0.2, 0.1, 0.4);
      const all = await Promise.all(pieces);
      const photo = sharp(source).composite([shelf, ...all]);
      const furnished = await photo.jpeg({ quality: 92 }).toBuffer();
      const measured = await measureDrift(await withParts().jpeg().toBuffer(), furnished);
      expect(measured.lost).toBeGreaterThan(5);
      expect(judgeDrift(measured, "refurnish").certain).toBeUndefined();
      const kept = await measureDrift(
        await withParts(...all)
          .jpeg()
          .toBuffer(),
        furnished,
      );
      expect(judgeDrift(kept, "refurnish").certain).toBe("opening_changed");
    },
  );

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

  const hung: [string, number, number][] = [
    ["window", 0.12, 0.4],
    ["heater", 0.5, 0.12],
  ];
  test.each(sampleOf(hung, 2))(
    "without the %s of a brick wall has a changed opening",
    async (_, top, high) => {
      const bricks = Uint8Array.from({ length: size.width * size.height * 3 }, (_, i) => {
        const [x, y] = [Math.floor(i / 3) % size.width, Math.floor(i / 3 / size.width)];
        const row = Math.floor(y / 8);
        const isMortar = y % 8 < 2 || (x + 9 * (row % 2)) % 18 < 2;
        const shade = isMortar
          ? [205, 198, 186]
          : [150 + ((row * 7 + Math.floor(x / 18) * 5) % 3) * 8, 92, 74];
        return (y > 0.72 * size.height ? [138, 112, 96] : shade)[i % 3] ?? 0;
      });
      const plain = await sharp(bricks, { raw: { ...size, channels: 3 } })
        .png()
        .toBuffer();
      const gone = await block("#f0f4f8", 0.2, top, 0.25, high);
      const photo = await sharp(plain).composite([gone]).jpeg({ quality: 92 }).toBuffer();
      const staged = await sharp(photo).composite([sofa]).jpeg({ quality: 80 }).toBuffer();
      const drifted = await sharp(plain).composite([sofa]).jpeg({ quality: 80 }).toBuffer();
      const before = await measureDrift(staged, photo);
      const after = await measureDrift(drifted, photo);
      expect(judgeDrift(before, "refurnish")).toEqual({});
      expect(judgeDrift({ ...before, patterned: after.patterned }, "refurnish").certain).toBe(
        "opening_changed",
      );
    },
  );

  inFullRuns(
    "without a niche of which furniture hides all but an upright edge has lost structure",
    async () => {
      const wall = await block("#d8d4cc", 0, 0, 1, 0.7);
      const bare = await sharp(source).composite([wall]).png().toBuffer();
      const niche = await block("#b0aca4", 0.3, 0.42, 0.25, 0.2);
      const photo = await sharp(bare).composite([niche]).jpeg({ quality: 92 }).toBuffer();
      const cupboard = await block("#725040", 0.36, 0.38, 0.3, 0.5);
      const chair = await block("#725040", 0.2, 0.47, 0.16, 0.4);
      const endedIn = async (room: Buffer) =>
        (await measureDrift(await sharp(room).composite([cupboard, chair]).jpeg().toBuffer(), photo)).ended;
      expect(await endedIn(photo)).toBe(0);
      expect(await endedIn(bare)).toBeGreaterThan(1);
    },
  );

  inFullRuns("without a shelf of which furniture hides both ends has lost structure", async () => {
    const wall = await block("#d8d4cc", 0, 0, 1, 0.7);
    const bare = await sharp(source).composite([wall]).png().toBuffer();
    const shelf = await block("#b8b4ac", 0.3, 0.36, 0.4, 0.05);
    const photo = await sharp(bare).composite([shelf]).jpeg({ quality: 92 }).toBuffer();
    const plants = [await block("#406030", 0.26, 0.2, 0.1, 0.6), await block("#406030", 0.64, 0.2, 0.1, 0.6)];
    const endedIn = async (room: Buffer) =>
      (await measureDrift(await sharp(room).composite(plants).jpeg().toBuffer(), photo)).ended;
    expect(await endedIn(photo)).toBe(0);
    expect(await endedIn(bare)).toBeGreaterThan(1);
  });

  const beams: [string, number][] = [
    ["beams", 0.05],
    ["a beam as thin as a line", 0.012],
  ];
  test.each(sampleOf(beams, 2))("with %s at the ceiling has an addition", async (_, high) => {
    const beam = await block("#5a4030", 0.05, 0.05, 0.9, high);
    expect((await findingOf(await withParts(beam).jpeg().toBuffer())).certain).toBe("addition");
  });

  inFullRuns("with bookcases up to the ceiling has no addition, but a beam above them is one", async () => {
    const bookcases = [0.12, 0.34].map(async (x) => [
      await block("#8a6038", x, 0.12, 0.2, 0.7),
      ...(await Promise.all([0.16, 0.3, 0.44, 0.58].map((y) => block("#3a2c20", x + 0.02, y, 0.16, 0.1)))),
    ]);
    const parts = (await Promise.all(bookcases)).flat();
    const beam = await block("#5a4030", 0.05, 0.05, 0.9, 0.05);
    expect(
      (
        await findingOf(
          await withParts(...parts)
            .jpeg()
            .toBuffer(),
        )
      ).certain,
    ).toBeUndefined();
    expect(
      (
        await findingOf(
          await withParts(...parts, beam)
            .jpeg()
            .toBuffer(),
        )
      ).certain,
    ).toBe("addition");
  });

  inFullRuns("without a radiator as pale as its wall has lost structure, however low it is", async () => {
    const ribs = await Promise.all(
      Array.from({ length: 7 }, (_, i) => block("#fafaf6", 0.06 + 0.018 * i, 0.72, 0.01, 0.18)),
    );
    const wall = await block("#ecebe4", 0, 0, 0.3, 1);
    const bare = await sharp(source).composite([wall]).png().toBuffer();
    const photo = await sharp(bare).composite(ribs).jpeg({ quality: 92 }).toBuffer();
    const drifted = await sharp(bare).composite([sofa]).jpeg({ quality: 85 }).toBuffer();
    const { certain } = judgeDrift(await measureDrift(drifted, photo), "refurnish");
    expect(["structure_removed", "opening_changed"]).toContain(certain);
  });

  inFullRuns(
    "of a plain room may hide a door behind a sofa of the wall's colour, but not lose a low heater",
    async () => {
      const room = [await block("#d4d0c8", 0, 0, 1, 0.85), await block("#80604a", 0, 0.85, 1, 0.15)];
      const window = [
        await block("#606058", 0.1, 0.1, 0.16, 0.3),
        await block("#f4f8fa", 0.11, 0.12, 0.14, 0.26),
      ];
      const door = await block("#f4f2ee", 0.5, 0.25, 0.14, 0.6);
      const heater = await block("#ecebe6", 0.28, 0.68, 0.16, 0.12);
      const couch = [
        await block("#7c7870", 0.46, 0.45, 0.4, 0.45),
        await block("#c5c1b9", 0.47, 0.47, 0.38, 0.4),
      ];
      const draw = (...parts: OverlayOptions[]) =>
        sharp({ create: { ...size, channels: 3, background: "#fff" } })
          .composite([...room, ...window, ...parts])
          .jpeg({ quality: 90 })
          .toBuffer();
      const photo = await draw(door, heater);
      const foundIn = async (candidate: Buffer) =>
        judgeDrift(await measureDrift(candidate, photo), "refurnish").certain;
      expect(await foundIn(await draw(door, heater, ...couch))).toBeUndefined();
      expect(await foundIn(await draw(door, ...couch))).toMatch(/structure_removed|opening_changed/);
    },
  );

  describe("of a room with two walls", () => {
    const draw = (...parts: OverlayOptions[]) =>
      sharp({ create: { ...size, channels: 3, background: "#b0aca4" } })
        .composite(parts)
        .jpeg({ quality: 90 })
        .toBuffer();
    const room = Promise.all([
      block("#e4e0d8", 0.6, 0, 0.4, 0.85),
      block("#80604a", 0, 0.85, 1, 0.15),
      block("#606058", 0.1, 0.1, 0.16, 0.3),
      block("#f4f8fa", 0.11, 0.12, 0.14, 0.26),
    ]);
    inFullRuns("may hide one behind a cupboard of the other one's colour", async () => {
      const cupboard = [
        await block("#403020", 0.58, 0.25, 0.42, 0.65),
        await block("#b0aca4", 0.62, 0.28, 0.38, 0.59),
      ];
      const staged = await draw(...(await room), ...cupboard);
      const measured = await measureDrift(staged, await draw(...(await room)));
      expect(measured.levelled).toBe(0);
      expect(judgeDrift(measured, "refurnish").certain).toBeUndefined();
    });
  });

  const suspected = { suspected: "surface_changed" };
  const floors = [
    ["of a dark wood is suspected", [0.62, 0.5, 0.38], suspected],
    ["of half another colour is suspected", [0.98, 0.88, 0.78], suspected],
    ["under a sofa's shadow keeps its surface", [0.88, 0.87, 0.86], {}],
  ] as const;
  test.each(sampleOf(floors, 2))("with a floor %s", async (_, tint, finding) => {
    const { data } = await withParts().removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const isFloor = (i: number) => i >= 0.7 * size.height * size.width * 3;
    const tinted = data.map((value, i) => (isFloor(i) ? value * (tint[i % 3] ?? 1) : value));
    const picture = sharp(tinted, { raw: { ...size, channels: 3 } });
    const found = await findingOf(await picture.jpeg({ quality: 85 }).toBuffer());
    expect(found).toEqual(finding);
  });

  inFullRuns("with a curtain rod, a bookcase and curtains is not refused", async () => {
    const rod = await block("#202020", 0.2, 0.06, 0.42, 0.01);
    const curtains = await Promise.all([0.19, 0.6].map((left) => block("#c8b090", left, 0.07, 0.05, 0.55)));
    const bookcase = await block("#60402c", 0.01, 0.22, 0.15, 0.6);
    const staged = await withParts(rod, ...curtains, bookcase)
      .jpeg()
      .toBuffer();
    expect((await findingOf(staged)).certain).toBeUndefined();
  });

  test("of a source without edges cannot be measured", async () => {
    const plain = await sharp({ create: { ...size, channels: 3, background: "#999" } })
      .jpeg()
      .toBuffer();
    expect((await measureDrift(plain, plain)).moved).toBeNull();
  });
});
