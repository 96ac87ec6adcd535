import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { applyMask as apply, openingSharesUnder } from "../../../lambdas/approval/compose.ts";
import { judgeMask } from "../../../lambdas/approval/mask.ts";
import { pixelsOf } from "../../../lambdas/runtime/picture/decoder.ts";
import { sampleOf } from "../../support/full-run.ts";
import { drawRoom } from "../../support/pictures.ts";

const [width, height] = [96, 64];
const random = (seed: number) => {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
};
const small = { width, height };
const noise = (seed: number, channels: 1 | 3, size = small) => {
  const next = random(seed);
  return Buffer.from(new Uint8Array(size.width * size.height * channels).map(() => Math.floor(next() * 256)));
};
const png = (data: Buffer, channels: 1 | 3, size = small) =>
  sharp(data, { raw: { ...size, channels } })
    .png({ compressionLevel: 1 })
    .toBuffer();
/** A mask that covers the columns from `from` to `to`, and the rows below `top`. */
const maskOf = (from: number, to: number, top = 0, size = small) =>
  Buffer.from(
    new Uint8Array(size.width * size.height).map((_, i) => {
      const [x, y] = [i % size.width, Math.floor(i / size.width)];
      return x >= from && x < to && y >= top ? 255 : 0;
    }),
  );

const applyMask = async (candidate: Buffer, mask: Buffer, source: Buffer) =>
  apply(await pixelsOf(candidate), mask, await pixelsOf(source));

const noOpenings = { openingShare: 0, windowShare: 0 };
const original = noise(1, 3);
const source = await png(original, 3);
const edited = async (made: Buffer, mask: Buffer) => {
  const result = await applyMask(await png(made, 3), await png(mask, 1), source);
  if (!result) throw new Error("one of the pictures was not read");
  return { picture: result.picture, edit: { ...result.edit, ...noOpenings } };
};

/** What models claim to have edited: nothing, all, anything, a corner, and the edges of pixels. They draw anything, anywhere. */
const claims: ((seed: number, size: typeof small) => Buffer)[] = [
  (_, size) => Buffer.alloc(size.width * size.height),
  (_, size) => Buffer.alloc(size.width * size.height, 255),
  (seed, size) => Buffer.from(noise(seed + 5000, 1, size).map((value) => (value < 128 ? 0 : 255))),
  (seed, size) => maskOf(seed % 60, (seed % 60) + 30, seed % 50, size),
  (seed, size) =>
    Buffer.from(noise(seed + 9000, 1, size).map((value, i) => (i % 7 === 0 && value > 30 ? 255 : 0))),
];
const seeds = (count: number) => Array.from({ length: count }, (_, i) => i + 2);

describe("an output that is composed by an edit mask", () => {
  test.each([
    { lies: 1000, size: small, step: 24 },
    { lies: 100, size: { width: 1024, height: 683 }, step: 100 },
  ])(
    "has the source's bytes outside $lies masks and the candidate's inside at $size.width px, whatever the model drew",
    async ({ lies, size, step }) => {
      const original = noise(1, 3, size);
      const source = await png(original, 3, size);
      for (const seed of sampleOf(seeds(lies), step)) {
        const made = noise(seed, 3, size);
        const mask = claims[seed % claims.length]?.(seed, size) ?? Buffer.alloc(0);
        const result = await applyMask(await png(made, 3, size), await png(mask, 1, size), source);
        const expected = original.map((value, at) =>
          (mask[Math.floor(at / 3)] ?? 0) === 0 ? value : (made[at] ?? 0),
        );
        expect(result?.picture.pixels.equals(expected)).toBe(true);
      }
    },
  );

  test("mixes both on soft edges", async () => {
    const soft = Buffer.alloc(width * height, 51);
    const { picture } = await edited(Buffer.alloc(width * height * 3, 255), soft);
    const expected = Buffer.from(original.map((value) => value + Math.round((255 - value) / 5)));
    expect(picture.pixels.equals(expected)).toBe(true);
  });

  test("is none if a part is of another size, or the mask is no picture", async () => {
    const made = await png(original, 3);
    const whole = await png(maskOf(0, 9), 1);
    const wider = await png(noise(1, 3, { width: 97, height }), 3, { width: 97, height });
    expect(await applyMask(wider, whole, source)).toBeUndefined();
    const tiny = await sharp(maskOf(0, 9), { raw: { width, height, channels: 1 } })
      .resize(48, 32)
      .png()
      .toBuffer();
    expect(await applyMask(made, tiny, source)).toBeUndefined();
    expect(await applyMask(made, Buffer.from("no picture"), source)).toBeUndefined();
    expect(await applyMask(made, Buffer.alloc(0), source)).toBeUndefined();
  });
});

describe("a mask", () => {
  test("that covers the whole photo, or its ceiling, is too large for furniture", async () => {
    const all = await edited(original, maskOf(0, width));
    const ceiling = await edited(
      original,
      Buffer.from(maskOf(0, width).map((_, i) => (i < width * 10 ? 255 : 0))),
    );
    const sofa = await edited(original, maskOf(20, 70, 30));
    expect(judgeMask(all.edit, "refurnish")).toBe("mask_too_large");
    expect(judgeMask(ceiling.edit, "refurnish")).toBe("mask_too_large");
    expect(judgeMask(sofa.edit, "refurnish")).toBeUndefined();
  });

  test("that has the shadows of bookcases, also in half of the top, is not too large", () => {
    const none = { inkShare: 0, changedOutside: 0, seam: 0, openingShare: 0, windowShare: 0 };
    expect(judgeMask({ ...none, share: 0.85, topShare: 0.5 }, "refurnish")).toBeUndefined();
  });

  describe("of a photo", async () => {
    const size = { width: 600, height: 400 };
    const room = await drawRoom(size).png().toBuffer();
    const { data } = await sharp(room).raw().toBuffer({ resolveWithObject: true });
    for (let i = 0; i < data.length; i += 3) {
      const [x, y] = [((i / 3) % 600) % 15, Math.floor(i / 1800)];
      if (y > 325 && Math.hypot(x - 7, (y % 18) - 8) < 5) data.set([32, 64, 96], i);
    }
    const furnished = await png(data, 3, size);
    type Area = readonly [left: number, top: number, width: number, height: number];
    const judge = async (
      photo: Buffer,
      areas: readonly Area[],
      mode: "refurnish" | "renovate" | "clean" = "refurnish",
    ) => {
      const white = areas.map(([left, top, width, height]) => ({
        input: { create: { width, height, channels: 3 as const, background: "#fff" } },
        ...{ left, top },
      }));
      const mask = sharp({ create: { ...size, channels: 3, background: "#000" } })
        .composite(white)
        .toColourspace("b-w");
      const result = await applyMask(photo, await mask.png().toBuffer(), photo);
      if (!result) throw new Error("one of the pictures was not read");
      const openings = await openingSharesUnder(result.mask, await pixelsOf(photo));
      return judgeMask({ ...result.edit, ...openings }, mode);
    };
    const [window, door, floor] = [
      [135, 35, 240, 190],
      [424, 92, 112, 180],
      [0, 320, 600, 80],
    ] as const;

    test("that covers a whole window or door is refused, however dark it is; a sofa may stand before its lower half", async () => {
      expect(await judge(room, [window])).toBe("mask_over_opening");
      expect(await judge(room, [door])).toBe("mask_over_opening");
      expect(await judge(room, [[135, 130, 240, 190]])).toBeUndefined();
      expect(await judge(room, [[424, 150, 112, 122]])).toBeUndefined();
    });

    test("that covers a plant before the bars of a railing covers no opening", async () => {
      const bars = Array.from({ length: 31 }, (_, i) => ({
        ...{ input: { create: { width: 5, height: 90, channels: 3 as const, background: "#333" } } },
        ...{ left: 19 * i + 5, top: 150 },
      }));
      const rail = { create: { width: 600, height: 6, channels: 3 as const, background: "#333" } };
      const terrace = await sharp({ create: { ...size, channels: 3, background: "#9a9" } })
        .composite([...bars, { input: rail, left: 0, top: 146 }])
        .png()
        .toBuffer();
      expect(await judge(terrace, [[280, 100, 70, 200]])).toBeUndefined();
    });

    test("that covers curtains' places leaves the window between them", async () => {
      const curtains = [
        [130, 30, 60, 250],
        [320, 30, 60, 250],
      ] as const;
      expect(await judge(room, curtains)).toBeUndefined();
    });

    test("that covers old furniture may cover a wardrobe that looks like a door, but no window", async () => {
      expect(await judge(room, [door, floor])).toBe("mask_over_opening");
      expect(await judge(furnished, [door, floor])).toBeUndefined();
      expect(await judge(furnished, [window, floor])).toBe("mask_over_opening");
      expect(await judge(room, [door], "clean")).toBeUndefined();
      expect(await judge(room, [window], "clean")).toBe("mask_over_opening");
    });

    test("that covers new walls may cover one whose corners look like a door's sides, but no window", async () => {
      expect(await judge(room, [door], "renovate")).toBeUndefined();
      expect(await judge(room, [window], "renovate")).toBe("mask_over_opening");
    });
  });

  test("that covers a plan's walls or lettering is refused; its rooms may be covered", async () => {
    const isWall = (i: number) => i % width < 40;
    const plan = await png(
      Buffer.from(
        Array.from({ length: width * height * 3 }, (_, at) => (isWall(Math.floor(at / 3)) ? 0 : 255)),
      ),
      3,
    );
    const judge = async (from: number) => {
      const mask = await png(maskOf(from, width), 1);
      const result = await applyMask(plan, mask, plan);
      return result && judgeMask({ ...result.edit, ...noOpenings }, "floorplan");
    };
    expect(await judge(40)).toBeUndefined();
    expect(await judge(20)).toBe("mask_over_ink");
  });

  test("of a panorama goes on from its right edge to its left one, or what stands there is cut", async () => {
    const plain = Buffer.alloc(width * height * 3, 180);
    const piece = (from: number, to: number) => {
      const made = Buffer.from(plain);
      for (let y = 30; y < 50; y++)
        for (let x = from; x < to; x++)
          made.fill(60, (y * width + ((x + width) % width)) * 3, (y * width + ((x + width) % width)) * 3 + 3);
      return made;
    };
    const composed = async (made: Buffer, mask: Buffer) => {
      const result = await applyMask(await png(made, 3), await png(mask, 1), await png(plain, 3));
      return judgeMask({ ...(result?.edit ?? Object.create(null)), ...noOpenings }, "panorama360");
    };
    const [left, right] = [maskOf(0, 12, 30), maskOf(84, width, 30)];
    const both = Buffer.from(left.map((value, i) => Math.max(value, right[i] ?? 0)));
    expect(await composed(piece(-12, 12), both)).toBeUndefined();
    expect(await composed(piece(-12, 12), left)).toBe("outside_mask_changed");
    expect(await composed(piece(0, 12), left)).toBe("seam_broken");
    const photo = await applyMask(await png(piece(0, 12), 3), await png(left, 1), await png(plain, 3));
    expect(photo && judgeMask({ ...photo.edit, ...noOpenings }, "refurnish")).toBeUndefined();
  });

  test("that leaves out what the candidate changed is found to lie", async () => {
    const made = Buffer.from(original);
    for (let y = 0; y < height; y++)
      for (let x = 0; x < 12; x++) made.fill(y % 2 ? 255 : 0, (y * width + x) * 3, (y * width + x) * 3 + 3);
    const { edit } = await edited(made, maskOf(40, 80, 20));
    expect(edit.changedOutside).toBeGreaterThan(0.08);
    expect(judgeMask(edit, "refurnish")).toBe("outside_mask_changed");
  });
});
