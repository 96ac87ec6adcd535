import { expect, test } from "vitest";
import { sunOnWalls } from "../../src/renovate/sun-on-walls.ts";
import { copyOfLab } from "../lab-copy.ts";
import { backWallOf, planes } from "./back-wall.ts";

const size = 100;
const { all, hits } = backWallOf(size);
const walls = new Uint8Array(all.length).fill(1);
const flat = new Float32Array(all.length);

/**
 * The share of a bright patch that counts as sun; its upper edge falls by `slope`, a frame of `frame` pixels is around it,
 * a door, found up to `door` and as bright up to two pixels from there, is at its left, and a skirting from it on to the right. It ends at `right`.
 */
function sunny(slope: number, frame = 0, door = 0, skirting = 0, right = 70): number {
  const depth = (i: number) => {
    const [x, y] = [i % size, Math.floor(i / size)];
    const patch = Math.min(x - 30, right - x, y - 30 - slope * (x - 30), 80 - y);
    return skirting ? Math.max(patch, Math.min(x - 70, 99 - x, y - 80 + skirting, 80 - y)) : patch;
  };
  const isDoor = (i: number, wider = 0) => door > 0 && i % size < door + wider && i > 5 * size;
  const light = Float32Array.from(all, (i) =>
    depth(i) >= 0 || isDoor(i, 2) ? 98 : depth(i) >= -frame ? 40 : 70,
  );
  const paint = Uint8Array.from(all, (i) => (depth(i) >= -frame || isDoor(i, 2) ? 0 : 1));
  const found = Uint8Array.from(all, (i) => (isDoor(i) ? 1 : 0));
  const copy = copyOfLab({ width: size, height: size }, light, flat, flat);
  const sun = sunOnWalls(copy, paint, walls, found, hits, planes);
  const patch = all.filter((i) => depth(i) >= 0 && i % size >= door);
  return patch.filter((i) => sun[i]).length / patch.length;
}

test("a bright patch with a slanted edge right on the paint is the sun's", () => {
  expect(sunny(0.5)).toBe(1);
});

test("a window is none, by its level head or by its frame", () => {
  expect(sunny(0)).toBe(0);
  expect(sunny(0.5, 8)).toBe(0);
});

test("a patch that begins on a door is the sun's beside it", () => {
  expect(sunny(0.5, 0, 40)).toBeGreaterThan(0.95);
  expect(sunny(0, 0, 40)).toBe(0);
});

test("a door with a skirting beside it is no sun", () => {
  expect(sunny(0, 0, 0, 8)).toBe(0);
  expect(sunny(0.5, 0, 0, 8)).toBeGreaterThan(0.9);
});

test("a strip that is too narrow to tell how its upper edge rises is a casing", () => {
  expect(sunny(0.5, 0, 0, 0, 39)).toBe(0);
});

test("nor is the reveal of a window, many times as high as wide", () => {
  const side = 200;
  const room = backWallOf(side);
  const ofStrip = (wide: number): number => {
    const isStrip = (i: number): boolean => {
      const [x, y] = [i % side, Math.floor(i / side)];
      return x >= 90 && x < 90 + wide && y > 20 + 0.5 * (x - 90) && y < 190;
    };
    const grey = new Float32Array(room.all.length);
    const light = Float32Array.from(room.all, (i) => (isStrip(i) ? 98 : 70));
    const copy = copyOfLab({ width: side, height: side }, light, grey, grey);
    const [paint, wall] = [room.all.map((i) => !isStrip(i)), room.all.map(() => true)].map((mask) =>
      Uint8Array.from(mask, Number),
    ) as [Uint8Array, Uint8Array];
    const sun = sunOnWalls(copy, paint, wall, new Uint8Array(wall.length), room.hits, planes);
    const strip = room.all.filter(isStrip);
    return strip.filter((i) => sun[i]).length / strip.length;
  };
  expect(ofStrip(40)).toBe(1);
  expect(ofStrip(15)).toBe(0);
});
