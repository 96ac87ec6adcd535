import { crc32, deflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { guessCapture } from "../../src/folder/capture.ts";
import { decodePng } from "../../src/folder/decode-png.ts";

/** A PNG of one colour type, of which each line begins with its filter. */
function png(width: number, height: number, type: number, lines: number[][], palette: number[] = []): Buffer {
  const chunk = (name: string, data: Uint8Array) => {
    const body = Buffer.concat([Buffer.from(name), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header.set([8, type], 8);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    ...(palette.length > 0 ? [chunk("PLTE", Buffer.from(palette))] : []),
    chunk("IDAT", deflateSync(Buffer.from(lines.flat()))),
  ]);
}

test.each([
  [
    "grey",
    png(2, 2, 0, [
      [0, 9, 8],
      [2, 1, 1],
    ]),
    [9, 9, 9, 8, 8, 8, 10, 10, 10, 9, 9, 9],
  ],
  ["colours", png(2, 1, 2, [[1, 1, 2, 3, 1, 1, 1]]), [1, 2, 3, 2, 3, 4]],
  ["a palette", png(2, 1, 3, [[0, 1, 0]], [1, 1, 1, 7, 8, 9]), [7, 8, 9, 1, 1, 1]],
  ["a transparent paper", png(1, 1, 6, [[0, 0, 0, 0, 0]]), [255, 255, 255]],
])("a PNG of %s is decoded", (_what, file, colours) => {
  const { data } = decodePng(file) ?? { data: [] };
  expect(Array.from(data).filter((_value, at) => at % 4 < 3)).toEqual(colours);
});

test("a damaged PNG gives no pixels", () => {
  expect(decodePng(png(9, 9, 2, [[0, 1]]).subarray(0, 50))).toBeNull();
});

const white = { data: Array<number>(4 * 100).fill(255), width: 10, height: 10 };
const dark = { ...white, data: Array<number>(4 * 100).fill(90) };
test.each([
  ["a.jpg", 2000, 1000, dark, "panorama360"],
  ["a.jpg", 1000, 1000, white, "floorplan"],
  ["plan.jpg", 1500, 1000, dark, "photo"],
  ["Grundriss.webp", 1500, 1000, null, "floorplan"],
  ["a.webp", 1500, 1000, null, "photo"],
])("%s of %i x %i is guessed", async (name, width, height, pixels, capture) => {
  const picture = { format: "jpeg" as const, width, height };
  expect(await guessCapture(name, new Uint8Array(), picture, async () => pixels)).toMatchObject({ capture });
});
