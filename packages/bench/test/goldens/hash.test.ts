import { describe, expect, test } from "vitest";
import { distance, hashesOf, lookOf, type Made } from "../../src/goldens/hash.ts";

const [width, height] = [90, 60];

/** A picture by a formula of its places. */
const picture = (of: (x: number, y: number) => readonly [number, number, number]): Made => ({
  ...{ width, height },
  data: Uint8Array.from(
    { length: width * height * 3 },
    (_, i) => of(Math.floor(i / 3) % width, Math.floor(i / 3 / width))[i % 3] ?? 0,
  ),
});
const isInBox = (x: number, y: number) => x > 20 && x < 50 && y > 25 && y < 50;
const room = picture((x, y) => (isInBox(x, y) ? [120, 60, 40] : [180 + (x % 7), 150 + y, 140]));

describe("the look of a picture", () => {
  test("is the same a little darker", () => {
    const darker = { ...room, data: room.data.map((value) => value * 0.95) };
    expect(hashesOf(darker).pixels).not.toBe(hashesOf(room).pixels);
    expect(distance(lookOf(darker), lookOf(room))).toBeLessThan(20);
  });

  test("is another if a thing moved, is gone or is lighter than what is around it", () => {
    const others = [
      picture((x, y) => (isInBox(x, y) ? [230, 240, 220] : [180 + (x % 7), 150 + y, 140])),
      picture((x, y) => (isInBox(x - 15, y) ? [120, 60, 40] : [180 + (x % 7), 150 + y, 140])),
      picture((x, y) => [180 + (x % 7), 150 + y, 140]),
    ];
    for (const other of others) expect(distance(lookOf(other), lookOf(room))).toBeGreaterThan(60);
  });

  test("has 768 bits", () => {
    expect(lookOf(room)).toMatch(/^[0-9a-f]{192}$/);
  });
});

test("the distance is the number of bits that differ", () => {
  expect(distance("0f", "1d")).toBe(2);
  expect(distance("0f", "0f")).toBe(0);
  expect(distance("0f", "0")).toBe(Number.POSITIVE_INFINITY);
});

test("the hashes of bytes are those of the pixels and of the mask", () => {
  const masked = { ...room, mask: new Uint8Array(width * height) };
  const { pixels, mask } = hashesOf(masked);
  expect(pixels).toBe(hashesOf(room).pixels);
  expect([pixels, mask]).toEqual([
    expect.stringMatching(/^[\w-]{43}$/),
    expect.stringMatching(/^[\w-]{43}$/),
  ]);
  expect(hashesOf(room).mask).toBe("-");
});
