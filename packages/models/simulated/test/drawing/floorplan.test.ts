import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { readPlan, stageFloorplan } from "../../src/drawing/floorplan.ts";
import { sample } from "../../src/drawing/picture.ts";
import { seeded } from "../../src/drawing/random.ts";
import { difference, floorplan } from "../pictures.ts";

describe("a floor plan", () => {
  test("keeps its lines", async () => {
    const source = await floorplan();
    const staged = await stageFloorplan(source, "scandi", seeded(2));
    const [before, after] = [await sample(source.data, 480), await sample(staged, 480)];
    const ink = [...before.pixels.keys()].filter((at) => (before.pixels[at] ?? 255) < 60);
    const kept = ink.filter((at) => (after.pixels[at] ?? 255) < 90);
    expect(ink.length).toBeGreaterThan(2000);
    expect(kept.length / ink.length).toBeGreaterThan(0.99);
  });

  test("is furnished on free floor inside its walls only", async () => {
    const source = await floorplan();
    const small = await sample(source.data, 320);
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

  test("that shows no rooms is tinted and names its style, but has no furniture", async () => {
    const blank = await sharp({ create: { width: 400, height: 300, channels: 3, background: "#fff" } })
      .jpeg()
      .toBuffer();
    const source = { data: blank, width: 400, height: 300 };
    expect(readPlan(await sample(blank, 320)).spots).toEqual([]);
    expect(await difference(await stageFloorplan(source, null, seeded(1)), blank)).toBeGreaterThan(1);
  });
});
