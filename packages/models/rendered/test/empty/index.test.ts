import { describe, expect, test } from "vitest";
import { emptied } from "../../src/empty/index.ts";
import { type Block, drawnWithBlock, isIn, noiseIn } from "./drawn.ts";

/** It stands on the floor before a wall. */
const block: Block = { left: 90, right: 150, top: 95, bottom: 140 };
const around: Block = { left: 85, right: 155, top: 90, bottom: 145 };

describe.each([3, 6])("a block in room %i", (seed) => {
  const { empty, furnished, hidden } = drawnWithBlock(seed, block);
  const { picture, floor, openings } = emptied(furnished, hidden);

  test("gives way to what stood behind it", () => {
    expect(noiseIn(block, empty, furnished)).toBeLessThan(10);
    // 30 dB were measured.
    expect(noiseIn(block, empty, picture)).toBeGreaterThan(26);
    expect(floor).toBeGreaterThan(1);
    expect(openings.measures.hidden).toBeLessThan(0.1);
  });

  test("leaves what is neither behind it nor floor as it was", () => {
    const isFloor = hidden.labels.group("floor");
    const changed = picture.data.filter((level, k) => {
      const i = Math.floor(k / 3);
      return level !== furnished.data[k] && !isIn(around, i) && isFloor[i] === 0;
    });
    expect(changed).toHaveLength(0);
  });
});
