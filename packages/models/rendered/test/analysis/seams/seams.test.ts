import { workingCopyOf } from "@image-staging/picture/working-copy";
import { expect, test } from "vitest";
import { faceNames, type Hits } from "../../../src/analysis/faces.ts";
import { seamsOf } from "../../../src/analysis/seams/seams.ts";

const [width, height] = [400, 300];
/** The box's walls end at these rows; a metre is 80 pixels. */
const [ceiling, foot] = [20, 220];
const planes = { left: -2, right: 2, back: -4, front: 1, height: 2.5, nearest: {} };

/** Grey values by row in each column, seen with a box of two walls that meet at a column. */
function seamsOfDrawn(
  greyAt: (x: number, y: number) => number,
  top = ceiling,
  openings = new Uint8Array(width * height),
  corner = 250,
) {
  const data = new Uint8Array(width * height * 3);
  const [face, u, v] = [
    new Uint8Array(width * height),
    new Float32Array(width * height).fill(0.5),
    new Float32Array(width * height),
  ];
  for (let i = 0; i < face.length; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    data.fill(greyAt(x, y), i * 3, i * 3 + 3);
    const wall = x < corner ? "back" : "right";
    face[i] = faceNames.indexOf(y < top ? "ceiling" : y >= foot ? "floor" : wall);
    v[i] = (foot - y - 0.5) / (foot - top);
  }
  return seamsOf(workingCopyOf({ width, height, data }), { face, u, v } as Hits, planes, openings);
}

/** Within a pixel and a half. */
const isAbout = (row: number) => (found: number) => Math.abs(found - row) <= 1.5;

/** A wall with a skirting of 12 pixels above the row where the floor begins. */
const wallAt = (y: number, floorFrom: number, skirting = 240): number =>
  y < ceiling ? 250 : y < floorFrom - 12 ? 180 : y < floorFrom ? skirting : 110;

/** Two walls' foot, the right one's askew: it meets the other's beside the box's corner, and crosses its line with its skirting. */
const askew = (x: number): number => (x < 250 ? foot : Math.round(foot + 0.1 * (x - 230)));

test("a wall's foot that lies on its skirting's upper edge moves to the lower, where the other walls' skirting ends", () => {
  const seams = seamsOfDrawn((x, y) => wallAt(y, askew(x)));
  expect(seams.foot[100]).toSatisfy(isAbout(foot));
  for (const x of [255, 350, 395]) expect(seams.foot[x]).toSatisfy(isAbout(askew(x)));
  expect(seams.paintFoot[350]).toBeGreaterThan(foot - 2);
});

test("a clear upper edge of a skirting is no foot if its lower edge shows along most of the wall", () => {
  const seams = seamsOfDrawn((x, y) => wallAt(y, askew(x), x >= 250 && x % 50 < 12 ? 110 : 240));
  expect(seams.foot[350]).toSatisfy(isAbout(askew(350)));
});

test("a low skirting of almost the floor's colour is one, too", () => {
  const seams = seamsOfDrawn((x, y) => wallAt(y, askew(x), 130));
  expect(seams.foot[350]).toSatisfy(isAbout(askew(350)));
  expect(Math.min(...seams.walls.map(({ foot }) => foot ?? 0))).toBeGreaterThan(0.9);
});

test("joints of a floor that is darker at the wall are no foot of a skirting", () => {
  const seams = seamsOfDrawn((x, y) => {
    if (y < foot) return y < ceiling ? 250 : 180;
    const isJoint = x % 100 < 60 && y >= foot + 16;
    return 90 + Math.min(24, y - foot) + (isJoint ? 12 : 0);
  });
  expect(seams.foot[100]).toSatisfy(isAbout(foot));
  expect(seams.foot[350]).toSatisfy(isAbout(foot));
});

test.each([250, 330])(
  "a joint as far before a wall, from column %i on, as the other's skirting is high is no foot, with the same floor on both sides",
  (corner) => {
    const seams = seamsOfDrawn(
      (x, y) => {
        const isJoint = y >= foot + 12 && y < foot + 13;
        return x < corner ? wallAt(y, foot) : wallAt(y, foot, 180) - (isJoint ? 50 : 0);
      },
      ceiling,
      undefined,
      corner,
    );
    expect(seams.foot[350]).toSatisfy(isAbout(foot));
  },
);

test("a strip of floor in shade is no skirting if the wall's foot would miss the other's in the corner", () => {
  const seams = seamsOfDrawn((x, y) => {
    const isInShade = y >= foot && y < foot + 12;
    return x < 250 ? wallAt(y, foot) : wallAt(y, foot, 180) - (isInShade ? 25 : 0);
  });
  expect(seams.foot[350]).toSatisfy(isAbout(foot));
});

test("a joint in the floor that shows here and there is no foot beside the clear edge above it", () => {
  const seams = seamsOfDrawn((x, y) =>
    y < ceiling ? 250 : y < foot - 12 ? 200 : y >= foot && y < foot + 2 && x % 100 < 45 ? 130 : 110,
  );
  expect(seams.foot[100]).toSatisfy(isAbout(foot - 12));
  expect(seams.paintFoot[100]).toSatisfy(isAbout(foot - 12));
});

test("a ceiling's line at the upper border at which no edge shows lies outside of the picture", () => {
  const seams = seamsOfDrawn((_, y) => (y < foot ? 180 : 110), 8);
  expect(Math.max(...seams.paintTop)).toBeLessThan(0);
});

test("a wall of another colour than the others stands on the foot of its skirting", () => {
  const seams = seamsOfDrawn((x, y) => {
    if (y < ceiling) return 250;
    return y >= foot ? 126 : x < 250 ? 180 : y < foot - 6 ? 60 : 140;
  });
  expect(seams.foot[350]).toSatisfy(isAbout(foot));
});

test("joints of a ceiling's panels are not where it ends", () => {
  const top = 50;
  const seams = seamsOfDrawn((x, y) => {
    if (y < top) return y >= 20 && y < 22 ? 120 : 190;
    return y >= foot ? 110 : x < 250 ? 182 : 189;
  }, top);
  expect(seams.paintTop[100]).toSatisfy(isAbout(top));
});

test("a ceiling's line that leans away from the box's is followed", () => {
  const top = (x: number) => ceiling + x / 14;
  const seams = seamsOfDrawn((x, y) => (y < (x < 250 ? top(x) : ceiling) ? 250 : y < foot ? 180 : 110));
  expect(seams.paintTop[240]).toSatisfy(isAbout(top(240)));
});

test("a floor that is darker at the wall is no second board below a wooden one", () => {
  const seams = seamsOfDrawn((x, y) => {
    if (y < foot - 14) return y < ceiling ? 250 : 200;
    if (y < foot) return 90 + 8 * ((x + y) % 2);
    return 125 + (y < foot + 12 ? 0 : 22) + 12 * (Math.floor(x / 3) % 2);
  });
  expect(seams.foot[100]).toSatisfy(isAbout(foot));
});

test("a ceiling's line at a window's head shows by what is beside the window", () => {
  const openings = Uint8Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    return x >= 60 && x < 160 && y >= ceiling + 4 && y < 150 ? 1 : 0;
  });
  const window = (x: number, y: number): number =>
    openings[y * width + x] || (x >= 60 && x < 160 && y >= ceiling && y < 150)
      ? 250
      : y < ceiling && x >= 250
        ? 250
        : y < foot
          ? 180
          : 110;
  const [back, right] = seamsOfDrawn(window, ceiling, openings).walls;
  expect(back).toMatchObject({ hasHead: true });
  expect(back?.ceiling).toBeLessThan(0.2);
  expect(right).toMatchObject({ hasHead: false, ceiling: 1 });
});

test("windows' heads at one height right below the ceiling are no moulding", () => {
  const head = ceiling + 14;
  const columns = [20, 110, 130, 230, 265, 385];
  const isWindow = (x: number, y: number): boolean =>
    y >= head && y < 150 && columns.filter((column) => column <= x).length % 2 === 1;
  const openings = Uint8Array.from({ length: width * height }, (_, i) =>
    isWindow(i % width, Math.floor(i / width)) ? 1 : 0,
  );
  const room = (x: number, y: number): number => (isWindow(x, y) || y < ceiling ? 250 : y < foot ? 180 : 110);
  expect(seamsOfDrawn(room, ceiling, openings).paintTop[120]).toSatisfy(isAbout(ceiling));
});

/** Grain by which a pixel of a plain wall is lighter or darker. */
const grain = (x: number, y: number): number => (((x * 7919 + y * 104729) % 97) % 3) - 1;

test("a skirting of the wall's colour shows by a step that runs along whole walls", () => {
  const wall = (skirting: number) => (x: number, y: number) =>
    y < ceiling ? 250 : y >= foot ? 110 : 180 + grain(x, y) + (y < foot - 12 ? 0 : skirting);
  expect(seamsOfDrawn(wall(1)).paintFoot[100]).toSatisfy(isAbout(foot - 12));
  expect(seamsOfDrawn(wall(0)).paintFoot[100]).toSatisfy(isAbout(foot));
});

test("a wall with a lower skirting than the others is painted down to its own", () => {
  const seams = seamsOfDrawn((x, y) => {
    const isBoard = y >= foot - (x < 250 ? 14 : 6) && y < foot;
    return y < ceiling ? 250 : isBoard ? 240 : y < foot ? 180 : 110;
  });
  expect(seams.paintFoot[100]).toSatisfy(isAbout(foot - 14));
  expect(seams.paintFoot[350]).toSatisfy(isAbout(foot - 6));
});
