import { stylePresets } from "@image-staging/inference-contract/vocabulary";
import { describe, expect, it } from "vitest";
import { type Kind, make, makers } from "../src/catalogue.ts";
import { black, finishOf } from "../src/finish.ts";
import { presets } from "../src/presets.ts";

/** What is made alike in every style, and what is weatherproof. */
const own: Kind[] = [
  ...(["plant", "bouquet", "officeChair", "laptop", "deskThings", "setting", "bicycle", "cask"] as const),
  ...(["gymBench", "dumbbellRack", "bucket", "workbench", "wineRack"] as const),
  ...(["outdoorSofa", "outdoorArmchair", "outdoorTable", "bistroTable", "bistroChair"] as const),
  ...(["lounger", "parasol"] as const),
];
const indoors = (Object.keys(makers) as Kind[]).filter((kind) => !own.includes(kind));

const seeds = Array.from({ length: 40 }, (_, i) => i * 7_654_321);

describe.each(stylePresets)("a home in %s", (style) => {
  it("has one timber, metal, cabinet, kind of lamp, frame and set of colours in all of its rooms", () => {
    const shared = [11, 12, 13, 14, 15, 16].map((seed, i) => {
      const { preset, scheme, frame, metal, cabinet } = finishOf(style, seed, { seed: 4711, set: i % 3 });
      const { accent, spark, ...colours } = scheme;
      const framed = [frame.kind, "color" in frame ? frame.color : null];
      const accents = [accent, spark].map(String).toSorted();
      const made = [cabinet.kind, "color" in cabinet ? cabinet.color : null];
      return { wood: preset.wood, metal, made, framed, lamp: preset.lamp, colours, accents };
    });
    expect(new Set(shared.map((one) => JSON.stringify(one))).size).toBe(1);
  });

  it("differs from others", () => {
    const looks = seeds.map((seed) => {
      const { preset, scheme, frame } = finishOf(style, 1, { seed, set: 0 });
      return JSON.stringify([preset, scheme, frame]);
    });
    expect(new Set(looks).size).toBeGreaterThan(8);
  });

  it("has four sets of pieces and leading accents, of which the second has another bed", () => {
    const sets = [0, 1, 2, 3].map((set) => finishOf(style, 1, { seed: 4711, set }));
    expect(new Set(sets.map(({ preset, scheme }) => JSON.stringify([preset, scheme]))).size).toBe(4);
    expect(sets[1]?.preset.bed).not.toBe(sets[0]?.preset.bed);
  });

  it("hangs other pictures in each room", () => {
    const first = [11, 12].map((seed) => finishOf(style, seed, { seed: 4711, set: 0 }).firstPicture);
    expect(new Set(first).size).toBe(2);
  });

  it("is not asked for without a look: a room has the preset as it is", () => {
    const { preset, scheme, firstPicture } = finishOf(style, 3);
    expect([preset, scheme, firstPicture]).toEqual([presets[style], presets[style].schemes[1], 0]);
  });
});

it.each(["modern", "scandi"] as const)("a home in %s has no piece of another timber or metal", (style) => {
  const finish = finishOf(style, 5, { seed: 4711, set: 0 });
  const shared = [finish.wood, finish.metal, black].map((one) => ("color" in one ? String(one.color) : ""));
  for (const kind of indoors)
    for (const { material } of make(kind, finish, { width: 0.9, depth: 0.9, height: 0.9 }).parts)
      if (material.kind === "wood" || material.kind === "metal")
        expect(shared, kind).toContain(String(material.color));
});
