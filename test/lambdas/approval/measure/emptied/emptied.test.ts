import sharp, { type Sharp } from "sharp";
import { describe, expect, test } from "vitest";
import { judgeEmptied } from "../../../../../lambdas/approval/emptied.ts";
import { emptiedOf } from "../../../../../lambdas/approval/measure/emptied/emptied.ts";
import { viewOf } from "../../../../../lambdas/approval/measure/view.ts";
import { drawRoom } from "../../../../support/pictures.ts";

const size = { width: 600, height: 400 };
type Box = readonly [left: number, top: number, width: number, height: number];

const box = (background: string, [left, top, width, height]: Box) => ({
  input: { create: { width, height, channels: 3 as const, background } },
  ...{ left, top },
});
const jpeg = (picture: Sharp) => picture.jpeg({ quality: 92 }).toBuffer();
const view = async (picture: Buffer) =>
  viewOf({ pixels: await sharp(picture).removeAlpha().raw().toBuffer(), ...size }, size);
const emptyRoom = (seed: number) => jpeg(drawRoom({ ...size, seed }));
const cut = async (picture: Buffer, [left, top, width, height]: Box) => ({
  input: await sharp(picture).extract({ left, top, width, height }).png().toBuffer(),
  ...{ left, top },
});

/** A sofa with cushions, before wall and floor and, of seed 2, a window. */
const sofa: Box = [330, 200, 170, 130];
const cushionsOf = ([left, top]: Box): Box[] => [
  [left + 15, top + 15, 45, 40],
  [left + 70, top + 15, 45, 40],
];
const beforeWindow: Box = [150, 140, 200, 170];
const furnish = async (room: Buffer, piece: Box) =>
  jpeg(
    sharp(room).composite([box("#722f37", piece), ...cushionsOf(piece).map((one) => box("#c9a227", one))]),
  );
/** A rough brush: around the piece, and more. */
const brushed = ([left, top, width, height]: Box, around = 14) =>
  Uint8Array.from({ length: size.width * size.height }, (_, at) => {
    const [x, y] = [at % size.width, Math.floor(at / size.width)];
    const across = x >= left - around && x < left + width + around;
    return across && y >= top - around && y < top + height + around ? 1 : 0;
  });

type Fill = (room: Buffer, furnished: Buffer) => Promise<Buffer>;
async function found(seed: number, piece: Box, fill: Fill) {
  const room = await emptyRoom(seed);
  const furnished = await furnish(room, piece);
  const filled = await fill(room, furnished);
  return emptiedOf(await view(furnished), await view(filled), brushed(piece));
}

describe("a room that was emptied well is approved", () => {
  test.each([
    ["beside a window", 1, sofa],
    ["before a window", 2, beforeWindow],
    ["before another window", 7, beforeWindow],
    ["on the floor alone", 4, [200, 290, 150, 90] as Box],
    ["before a door", 5, [400, 210, 150, 120] as Box],
  ])("%s", async (_, seed, piece) => {
    const measured = await found(seed, piece, async (room) => jpeg(sharp(room).linear(1.02, -2)));
    expect(judgeEmptied(measured)).toBeUndefined();
  });
});

describe("a room that was emptied badly is rejected by name", () => {
  test.each<[string, string, number, Box, Fill]>([
    [
      "a cushion is left",
      "remnant_left",
      1,
      sofa,
      async (room, furnished) => jpeg(sharp(room).composite([await cut(furnished, [345, 215, 45, 40])])),
    ],
    [
      "the floor is smeared",
      "fill_smeared",
      4,
      [150, 300, 300, 85],
      async (room) => {
        const [left, top, width, height] = [150, 300, 300, 85];
        const few = await sharp(room).extract({ left, top, width, height }).resize(2, 2).png().toBuffer();
        const smear = await sharp(few).resize(width, height, { fit: "fill" }).png().toBuffer();
        return jpeg(sharp(room).composite([{ input: smear, left, top }]));
      },
    ],
    [
      "a pane is cut",
      "line_cut",
      2,
      beforeWindow,
      async (room) => jpeg(sharp(room).composite([box("#c8c2b6", [150, 140, 200, 128])])),
    ],
    [
      "the floor breaks off",
      "fill_breaks_off",
      1,
      sofa,
      async (room) => jpeg(sharp(room).composite([box("#b9b3a7", [330, 200, 170, 130])])),
    ],
    [
      "something else is gone",
      "unmarked_changed",
      1,
      sofa,
      async (room) => jpeg(sharp(room).composite([box("#703020", [20, 60, 40, 40])])),
    ],
  ])("%s", async (_, verdict, seed, piece, fill) => {
    const measured = await found(seed, piece, fill);
    expect(judgeEmptied(measured)).toBe(verdict);
  });
});
