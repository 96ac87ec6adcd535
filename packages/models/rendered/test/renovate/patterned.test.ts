import { workingCopyOf } from "@image-staging/picture/working-copy";
import { expect, test } from "vitest";
import { faceNames, hitsOf } from "../../src/analysis/faces.ts";
import { plainWalls } from "../../src/renovate/patterned.ts";
import { camera, planes } from "./small-room.ts";

const hits = hitsOf(camera, planes);
const walls = hits.face.map((face) => (face < 4 ? 1 : 0));

/** The faces that keep their paint if the back wall shows these levels. */
function plainIf(levelAt: (x: number, y: number) => number): string[] {
  const data = Uint8Array.from(
    Array.from(hits.face).flatMap((face, i) => {
      const [x, y] = [i % camera.width, Math.floor(i / camera.width)];
      const level = faceNames[face] === "back" ? levelAt(x, y) : 190 - x / 12;
      return [level, level - 4, level - 10];
    }),
  );
  const plain = plainWalls(workingCopyOf({ ...camera, data }), hits, walls);
  return faceNames.filter((_, index) => hits.face.some((face, i) => face === index && plain[i]));
}

test("a wall with wallpaper, tiles or boards stays as it is, whole, and the others are painted", () => {
  const dots = (x: number, y: number): number => (((x >> 3) + (y >> 3)) % 2 ? 190 : 140);
  const tiles = (x: number, y: number): number => (x % 10 < 2 || y % 10 < 2 ? 120 : 200);
  const boards = (x: number): number => 150 + 30 * ((x >> 3) % 2);
  for (const pattern of [dots, tiles, boards]) expect(plainIf(pattern)).toEqual(["left", "right"]);
});

test("a plain wall with grain, sockets, and light that falls off is no patterned one", () => {
  const grain = (x: number, y: number): number => 170 + (((x * 7919 + y * 104729) % 13) - 6);
  const socket = (x: number, y: number): number => (x > 110 && x < 118 && y > 90 && y < 98 ? 230 : 180);
  const glow = (x: number, y: number): number => 230 - 0.6 * Math.hypot(x - 120, y - 50);
  for (const plain of [grain, socket, glow]) expect(plainIf(plain)).toEqual(["back", "left", "right"]);
});
