import { levelOf, linearOf } from "@image-staging/picture/srgb";
import type { Rgb, Room } from "@image-staging/tracer/scene";
import { describe, expect, it } from "vitest";
import { faceNames, hitsOf } from "../../src/analysis/faces.ts";
import { Repaint } from "../../src/renovate/repaint.ts";
import type { Repainting } from "../../src/renovate/wall-paint.ts";
import { camera, planes } from "./small-room.ts";

const levels = Array.from({ length: 256 }, (_, level) => level);

const repaintingBy = (red: number, green = red, blue = red, old: Rgb = [1, 1, 1]): Repainting => ({
  matrix: [
    [red, 0, 0],
    [0, green, 0],
    [0, 0, blue],
  ],
  old,
});

const roomOf = (walls: typeof planes, pixels: number): Room => ({
  ...{ ...walls, openings: [], floorMask: new Uint8Array(pixels) },
  freeFloor: { x: 0, z: 0, cell: 1, columns: 0, rows: 0, free: new Uint8Array(0) },
});

/** What a wall that shows each grey level, from left to right, shows with paint that is so many times as light. */
function repainted(times: number): Uint8Array {
  const after = painted(
    levels.map((level) => [level, level, level]),
    repaintingBy(times),
  );
  return Uint8Array.from(after, ([level]) => level);
}

/** What a wall that shows these colours, from left to right, shows with new paint. */
function painted(colours: readonly Rgb[], repainting: Repainting): Rgb[] {
  const width = colours.length;
  const picture = { width, height: 1, data: Uint8Array.from(colours.flat()) };
  const narrow = { ...camera, width, height: 1, centreX: width / 2, centreY: 0.5 };
  const output = picture.data.slice();
  const room = roomOf(planes, width);
  const coverage = new Uint8Array(width).fill(255);
  new Repaint(picture, output).walls(
    coverage,
    narrow,
    room,
    faceNames.map(() => repainting),
  );
  return colours.map((_, i) => [...output.subarray(i * 3, i * 3 + 3)] as unknown as Rgb);
}

describe("a wall with lighter paint", () => {
  it("is lighter by the paint up to bright light", () => {
    const after = repainted(1.6);
    for (const level of [20, 90, 160])
      expect(after[level]).toBe(Math.round(levelOf(1.6 * (linearOf[level] as number))));
  });

  it("shows bright light as brighter than less bright light, and none as white that was not", () => {
    const after = repainted(1.6);
    for (const level of levels.slice(1))
      expect(after[level]).toBeGreaterThanOrEqual(after[level - 1] as number);
    for (const level of levels.slice(190, 240)) expect(after[level]).toBeLessThan(254);
    expect((after[235] as number) - (after[200] as number)).toBeGreaterThan(8);
  });

  it("is not darker than it was, and stays white in the sun", () => {
    const after = repainted(1.02);
    for (const level of levels) expect(after[level]).toBeGreaterThanOrEqual(level);
    expect(repainted(1.6)[255]).toBe(255);
  });
});

it("sun that is white in the photo of a beige wall is warm on a wall of less warm paint, not blue", () => {
  const beige: Rgb = [1, 0.88, 0.7];
  const repainting = repaintingBy(0.95, 0.95 / 0.9, 0.95 / 0.75, beige);
  for (const [red, green, blue] of painted(
    [
      [255, 255, 255],
      [255, 255, 243],
      [255, 250, 225],
      [232, 219, 197],
    ],
    repainting,
  )) {
    expect(red).toBeGreaterThanOrEqual(green);
    expect(green).toBeGreaterThanOrEqual(blue);
  }
});

it("a wall with darker paint is darker by the paint in any light", () => {
  const after = repainted(0.8);
  for (const level of levels)
    expect(after[level]).toBe(Math.round(levelOf(0.8 * (linearOf[level] as number))));
});

it("no strip or line of old paint stays at the corner of a white and a dark wall, also if the box's is off", () => {
  const walls = { ...planes, left: -2 };
  const { face } = hitsOf(camera, walls);
  const row = 70 * camera.width;
  const edge = face.subarray(row, row + camera.width).indexOf(faceNames.indexOf("back")) - 3;
  const grey = (x: number): number => (x < edge ? 200 : x === edge ? 160 : 100);
  const data = Uint8Array.from([...face].flatMap((_, i) => Array<number>(3).fill(grey(i % camera.width))));
  const output = data.slice();
  const [white, dark] = [
    repaintingBy(1),
    repaintingBy((linearOf[200] as number) / (linearOf[100] as number)),
  ];
  const repaintings = faceNames.map((name) => (name === "back" ? dark : white));
  const picture = { width: camera.width, height: camera.height, data };
  const coverage = new Uint8Array(face.length).fill(255);
  new Repaint(picture, output).walls(coverage, camera, roomOf(walls, face.length), repaintings);
  const levelsBeside = Array.from({ length: 16 }, (_, k) => output[(row + edge - 8 + k) * 3] as number);
  for (const level of levelsBeside) expect(Math.abs(level - 200)).toBeLessThan(2);
});

it("a new floor shows its pattern also in the sun, and shades to white as film does", () => {
  const lights = [0.3, 0.9, 1, 1.2, 2];
  const picture = { width: lights.length, height: 1, data: new Uint8Array(lights.length * 3) };
  const output = picture.data.slice();
  new Repaint(picture, output).floor(new Uint8Array(lights.length).fill(255), (x, _, out) => {
    out.fill(lights[x] as number);
  });
  const levels = lights.map((_, x) => output[x * 3] as number);
  expect(levels[0]).toBe(Math.round(levelOf(0.3)));
  for (const [x, level] of levels.slice(1).entries()) expect(level).toBeGreaterThan(levels[x] as number);
});

it("a pixel that has wall and floor shows its part of the new paint and of the new floor", () => {
  const [width, height, foot] = [8, 11, 5];
  const rows = [200, 160, 90];
  const levelAt = (row: number): number => rows[Math.sign(row - foot) + 1] as number;
  const data = Uint8Array.from({ length: width * height * 3 }, (_, at) =>
    levelAt(Math.floor(at / (3 * width))),
  );
  const covered = (above: number, at: number, below: number): Uint8Array =>
    Uint8Array.from(
      { length: width * height },
      (_, i) => [above, at, below][Math.sign(Math.floor(i / width) - foot) + 1] as number,
    );
  const small = { ...camera, width, height, centreX: width / 2, centreY: height / 2 };
  const output = data.slice();
  const repaint = new Repaint({ width, height, data }, output);
  const walls = faceNames.map(() => repaintingBy(0.5));
  repaint.walls(covered(255, 51, 0), small, roomOf(planes, width * height), walls);
  repaint.floor(covered(0, 204, 255), (_x, _y, out) => out.fill(0.3));
  const [wall, mixed, floor] = rows.map((level) => linearOf[level] as number) as [number, number, number];
  const expected = mixed - 0.2 * 0.5 * wall + 0.8 * (0.3 - floor);
  expect(Math.abs((output[(foot * width + 4) * 3] as number) - levelOf(expected))).toBeLessThan(1.5);
});
