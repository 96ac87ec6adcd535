import { writeFile } from "node:fs/promises";
import sharp from "sharp";
import { expect, test } from "vitest";
import { hasPngEnd } from "../../../../lambdas/runtime/picture/png.ts";
import { drawRoom } from "../../../support/pictures.ts";
import { temporaryFolder, workingCopyOf } from "./working-copies.ts";

const folder = temporaryFolder();
const png = await drawRoom({ width: 400, height: 300 }).png().toBuffer();

test.each([0, 16_000, 40_000, 1_000_000])("a PNG with %i bytes after its end is whole", async (length) => {
  const file = folder.path("picture.png");
  await writeFile(file, Buffer.concat([png, Buffer.alloc(length, 7)]));
  expect(await workingCopyOf(file, folder.path("working.jpg"))).toMatchObject({ width: 400, height: 300 });
});

test("a PNG that is cut short is not, though its data holds the bytes of an end", async () => {
  const end = png.subarray(-12);
  const comment = Buffer.concat([Buffer.from("\0\0\0\x0ctEXt", "latin1"), end, Buffer.alloc(4)]);
  const head = 8 + 25;
  const cut = Buffer.concat([png.subarray(0, head), comment, png.subarray(head, -200)]);
  expect(cut.includes(end)).toBe(true);
  await expect(workingCopyOf(cut, folder.path("working.jpg"))).rejects.toMatchObject({
    code: "invalid_image",
    message: "The picture cannot be read: it ends too early.",
  });
});

test.each([1, 4, 11])("nor one that lacks %i bytes of its last chunk", async (bytes) => {
  expect(await hasPngEnd(png.subarray(0, -bytes))).toBe(false);
});

test("a PNG of very many chunks is given up soon", async () => {
  const file = folder.path("chunks.png");
  const empty = Buffer.from("\0\0\0\0tEXt\0\0\0\0", "latin1");
  await writeFile(
    file,
    Buffer.concat([png.subarray(0, 33), ...Array.from({ length: 1_000_000 }, () => empty)]),
  );
  expect(await hasPngEnd(file)).toBe(false);
});

test("what a viewer shows of a PNG with data after its end is what the model gets", async () => {
  const file = folder.path("trailing.png");
  await writeFile(file, Buffer.concat([png, png]));
  await workingCopyOf(file, folder.path("working.jpg"));
  const [seen, given] = await Promise.all(
    [png, folder.path("working.jpg")].map((picture) => sharp(picture).resize(8, 6).raw().toBuffer()),
  );
  for (const [at, value] of (seen ?? []).entries())
    expect(Math.abs(value - (given?.[at] ?? 0))).toBeLessThan(12);
});
