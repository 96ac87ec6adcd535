import { workingCopyOf } from "@image-staging/picture/working-copy";
import { expect, test } from "vitest";
import { faceNames, hitsOf, wallsAt } from "../../src/analysis/faces.ts";
import { labelClasses, labelGroups } from "../../src/labels/classes.ts";
import { Labels } from "../../src/labels/labels.ts";
import { plainWalls } from "../../src/renovate/patterned.ts";
import { camera, planes } from "./small-room.ts";

const hits = hitsOf(camera, planes);
const walls = hits.face.map((face) => (face < 4 ? 1 : 0));
const isBack = (i: number): boolean => faceNames[hits.face[i] ?? 0] === "back";

/** The paint that is kept if labels call all walls wall, and the back wall shows these levels. */
function kept(paint: Uint8Array, levelAt: (x: number, y: number) => number = () => 180): Uint8Array {
  const { width, height } = camera;
  const data = Uint8Array.from(
    Array.from(hits.face).flatMap((_, i) => {
      const [x, y] = [i % width, Math.floor(i / width)];
      const level = isBack(i) ? levelAt(x, y) : 190 - x / 12;
      return [level, level - 4, level - 10];
    }),
  );
  const shares = labelGroups.map((group) => {
    const isWalls = group === "walls" ? 1 : 0;
    return Float32Array.from(walls, (isWall) => (isWall ? isWalls : group === "floor" ? 1 : 0));
  });
  const classes = { width, height, data: new Float32Array(labelClasses.length * width * height) };
  return plainWalls(
    new Labels(workingCopyOf({ ...camera, data }), shares, classes),
    wallsAt(camera, planes),
    paint,
  );
}

/** The faces that keep paint. */
const facesOf = (paint: Uint8Array): string[] =>
  faceNames.filter((_, index) => hits.face.some((face, i) => face === index && paint[i]));

test("a wall with wallpaper, tiles or boards stays as it is, whole, and the others are painted", () => {
  const dots = (x: number, y: number): number => (((x >> 3) + (y >> 3)) % 2 ? 190 : 140);
  const damask = (x: number, y: number): number => 180 + 12 * Math.sign(Math.cos(x / 3) * Math.cos(y / 4));
  const tiles = (x: number, y: number): number => (x % 10 < 2 || y % 10 < 2 ? 120 : 200);
  const boards = (x: number): number => 150 + 30 * ((x >> 3) % 2);
  for (const pattern of [dots, damask, tiles, boards])
    expect(facesOf(kept(walls, pattern))).toEqual(["left", "right"]);
});

test("a plain wall with grain, sockets, and light that falls off is no patterned one", () => {
  const grain = (x: number, y: number): number => 170 + (((x * 7919 + y * 104729) % 13) - 6);
  const socket = (x: number, y: number): number => (x > 110 && x < 118 && y > 90 && y < 98 ? 230 : 180);
  const glow = (x: number, y: number): number => 230 - 0.6 * Math.hypot(x - 120, y - 50);
  for (const plain of [grain, socket, glow])
    expect(facesOf(kept(walls, plain))).toEqual(["back", "left", "right"]);
});

test("a wall of which paint would cover a half stays as it is, and one with a few gaps is painted", () => {
  const without = (isGap: (x: number) => boolean): Uint8Array =>
    walls.map((isWall, i) => (isBack(i) && isGap(i % camera.width) ? 0 : isWall));
  expect(facesOf(kept(without((x) => x % 20 < 10)))).toEqual(["left", "right"]);
  expect(facesOf(kept(without((x) => x % 20 < 4)))).toEqual(["back", "left", "right"]);
});

test("paint above and below a wall of the box stays or goes with it", () => {
  const all = hits.face.map(() => 1);
  const half = all.map((_, i) => (isBack(i) && i % 2 ? 0 : 1));
  const [above, below] = [0, camera.height - 1].map((y) => y * camera.width + camera.width / 2);
  expect(kept(all)[above as number]).toBe(1);
  expect([above, below].map((i) => kept(half)[i as number])).toEqual([0, 0]);
});
