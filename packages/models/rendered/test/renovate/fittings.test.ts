import { expect, test } from "vitest";
import { domainOf } from "../../src/renovate/fittings.ts";
import { copyOfLab } from "../lab-copy.ts";
import { backWallOf, planes } from "./back-wall.ts";

/** An opening was found in the wall's left half. */
const size = 100;
const count = size * size;
const { hits } = backWallOf(size);
const flat = new Float32Array(count);
const copy = copyOfLab({ width: size, height: size }, flat, flat, flat);
const door = { kind: "door", wall: "back", from: 0, to: 1, bottom: 0, top: 1.6 } as const;

test("plain wall that was found with a door is no part of the door", () => {
  const walls = new Uint8Array(count).fill(1);
  const plain = walls.map((_, i) => (i % size < 20 || i % size >= 50 ? 1 : 0));
  const domain = domainOf(copy, hits, planes, [door], walls, plain, plain);
  const row = Array.from(domain.slice(60 * size, 61 * size));
  expect(row).toEqual(Array.from({ length: size }, (_, x) => (x < 20 || x >= 50 ? 1 : 0)));
});

/**
 * Where a wall that is busy in columns 40 to 85 and some rows is kept below a window that was found there, in metres, to
 * 5 pixels.
 */
function keptBelow(
  from: number,
  to: number,
  {
    bottom = 0.9,
    rows = [60, 100],
    isPlain = (_x: number): boolean => false,
    isUpAt = (x: number, _y: number): boolean => x % 2 === 1,
    rise = 15,
    grain = (i: number): number => (i + Math.floor(i / size)) % 2,
  } = {},
): (number | undefined)[] {
  const isRib = (x: number, y: number) => x >= 40 && x < 85 && y >= (rows[0] ?? 0) && y < (rows[1] ?? size);
  const lightness = Float32Array.from({ length: count }, (_, i) => {
    const [x, y] = [i % size, Math.floor(i / size)];
    return 70 + grain(i) + (isRib(x, y) ? (isUpAt(x, y) ? rise : -rise) : 0);
  });
  const ribbed = copyOfLab(copy, lightness, flat, flat);
  const window = { kind: "window", wall: "back", from, to, bottom, top: 1.6 } as const;
  const walls = new Uint8Array(count).fill(1);
  const core = Uint8Array.from({ length: count }, (_, i) => (isPlain(i % size) ? 1 : 0));
  const domain = domainOf(ribbed, hits, planes, [window], walls, new Uint8Array(count), core);
  const kept = [...domain.slice(80 * size, 81 * size).keys()].filter((x) => !domain[80 * size + x]);
  if (kept.length > 0) expect(kept.length).toBe((kept.at(-1) as number) - (kept[0] as number) + 1);
  return [kept[0], kept.at(-1)].map((x) => Math.round((x ?? 0) / 5) * 5);
}

test("beside a radiator that nobody found below a window, the wall is paint", () => {
  expect(keptBelow(0.2, 1.8)).toEqual([35, 90]);
});

test("a radiator that reaches beyond its window is whole", () => {
  expect(keptBelow(0.9, 1.4)).toEqual([35, 90]);
});

test("plain wall right beside a radiator is paint, what looks like it within the radiator is none", () => {
  const isPlain = (x: number) => x < 40 || x >= 85 || (x >= 60 && x < 70);
  expect(keptBelow(0.9, 1.4, { isPlain })).toEqual([40, 85]);
  expect(keptBelow(0.9, 1.4)).not.toEqual([40, 85]);
});

test("what is busy under a window that ends near the floor is a skirting, and under one high up its other panes", () => {
  expect(keptBelow(0.9, 1.4, { bottom: 0.5, rows: [84, 100] })).toEqual([0, 0]);
  expect(keptBelow(0.9, 1.4, { bottom: 1.5, rows: [25, 65] })).toEqual([0, 0]);
});

test("a radiator of the wall's colour is kept if its ribs are fainter than the photo's noise", () => {
  const grain = (i: number) => 4 * ((Math.sin(i * 12.9898) * 43758.5453) % 1);
  expect(keptBelow(0.9, 1.4, { rise: 1, grain })).toEqual([35, 85]);
  expect(keptBelow(0.9, 1.4, { rise: 0, grain })).toEqual([0, 0]);
});

test("a rough wall below a window is no radiator: its bumps are as rough upwards as sideways", () => {
  expect(keptBelow(0.9, 1.4, { isUpAt: (x, y) => (x + y) % 2 === 1 })).toEqual([0, 0]);
});
