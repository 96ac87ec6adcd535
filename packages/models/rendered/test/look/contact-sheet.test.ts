import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import sharp from "sharp";
import { expect, test } from "vitest";

const program = fileURLToPath(new URL("../../src/look/contact-sheet.ts", import.meta.url));
const run = promisify(execFile);

test("a contact sheet shows the photo, and why it is declined in each style", async () => {
  const folder = await mkdtemp(join(tmpdir(), "sheet-"));
  try {
    const photo = join(folder, "grey.png");
    await sharp({ create: { width: 96, height: 64, channels: 3, background: "#888" } }).toFile(photo);
    const { stdout } = await run(process.execPath, [
      ...[program, photo, "--style", "scandi", "--style", "boho", "--out", folder],
    ]);
    const sheet = stdout.trim();
    expect(sheet).toBe(join(folder, "grey.jpg"));
    // Three cells of 640 pixels in a row.
    expect(await sharp(sheet).metadata()).toMatchObject({ format: "jpeg", width: 3 * 648 + 8 });
    const { dominant } = await sharp(
      await sharp(sheet).extract({ left: 656, top: 8, width: 640, height: 60 }).png().toBuffer(),
    ).stats();
    expect(dominant.r).toBeGreaterThan(200);
  } finally {
    await rm(folder, { recursive: true });
  }
}, 60_000);

test("a style that does not exist is refused with those that do", async () => {
  await expect(run(process.execPath, [program, "room.jpg", "--style", "baroque"])).rejects.toThrow(
    /baroque is not one of modern, scandi,/,
  );
}, 60_000);
