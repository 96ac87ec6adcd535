import encodeQR from "qr";
import sharp, { type OverlayOptions } from "sharp";
import type { Dimensions } from "../../domain/source-asset/dimensions.ts";
import type { CaptureType, Workflow } from "../../domain/vocabulary.ts";
import { type LabelLayout, labelLayout } from "./label-layout.ts";
import { labelMasks } from "./label-masks.ts";

/** What is drawn into an output: how it was made and, as a QR code, the address of its page. */
export type Label = {
  workflow: Workflow;
  captureType: CaptureType;
  size: Dimensions;
  pageUrl: string | null;
};

type Word = keyof typeof labelMasks;
type Mask = Dimensions & { pixels: Buffer };

/** A QR code's border of light modules, as the standard asks for. */
const quietZone = 4;
/** Relative to the font size: the second line, the space between the lines, and that around them. */
const second = 0.62;
const spacing = { lines: 0.25, sides: 0.5, ends: 0.35 };
/** Letters and plate have a contrast of 18.9 to 1, whatever the picture. */
const [letters, plateColour] = [255, 17];
const maskFontSize = 192;

/**
 * The overlays that draw a label: words on an opaque plate, so that they are legible on any picture, and next to them the
 * QR code of its page. If that does not fit, the words alone.
 */
export async function labelOverlays({
  workflow,
  captureType,
  size,
  pageUrl,
}: Label): Promise<OverlayOptions[]> {
  const modules = pageUrl === null ? null : modulesOf(pageUrl);
  const masks = { first: await readMask(workflow), second: await readMask("original") };
  const linesOf = (withCode: boolean) => (withCode ? [masks.first, masks.second] : [masks.first]);
  const layout = labelLayout(size, captureType, modules?.length ?? null, (fontSize, withCode) =>
    plateSize(linesOf(withCode), fontSize),
  );
  const plate = await drawPlate(layout, linesOf(layout.code !== null));
  return [plate, ...(modules && layout.code ? [drawCode(modules, layout.code)] : [])];
}

/** As few modules as possible, so that each is large; the better error correction if it takes no more of them. */
function modulesOf(text: string): boolean[][] {
  const [low, medium] = (["low", "medium"] as const).map((ecc) =>
    encodeQR(text, "raw", { ecc, border: quietZone }),
  );
  return low && medium && low.length < medium.length ? low : (medium ?? []);
}

async function readMask(word: Word): Promise<Mask> {
  const { data, info } = await sharp(Buffer.from(labelMasks[word], "base64"))
    .toColourspace("b-w")
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, pixels: data };
}

/** The size of each line at a font size. */
const lineSizes = (lines: Mask[], fontSize: number): Dimensions[] =>
  lines.map(({ width, height }, index) => {
    const scale = (fontSize * (index === 0 ? 1 : second)) / maskFontSize;
    return { width: Math.round(width * scale), height: Math.round(height * scale) };
  });

function plateSize(lines: Mask[], fontSize: number): Dimensions {
  const sizes = lineSizes(lines, fontSize);
  const heights = sizes.reduce((sum, { height }) => sum + height, 0);
  const between = (sizes.length - 1) * spacing.lines + 2 * spacing.ends;
  return {
    width: Math.max(...sizes.map(({ width }) => width)) + 2 * Math.round(fontSize * spacing.sides),
    height: heights + Math.round(fontSize * between),
  };
}

/** White letters on a dark plate, line by line. */
async function drawPlate({ plate, fontSize }: LabelLayout, lines: Mask[]): Promise<OverlayOptions> {
  const pixels = Buffer.alloc(plate.width * plate.height, plateColour);
  const sides = Math.round(fontSize * spacing.sides);
  let top = Math.round(fontSize * spacing.ends);
  for (const [index, size] of lineSizes(lines, fontSize).entries()) {
    const line = lines[index];
    if (line) drawLine(pixels, plate.width, await scaled(line, size), { left: sides, top });
    top += size.height + Math.round(fontSize * spacing.lines);
  }
  return overlay(pixels, plate);
}

async function scaled({ width, height, pixels }: Mask, size: Dimensions): Promise<Mask> {
  const scaledPixels = await sharp(pixels, { raw: { width, height, channels: 1 } })
    .resize({ ...size, fit: "fill" })
    .toColourspace("b-w")
    .raw()
    .toBuffer();
  return { ...size, pixels: scaledPixels };
}

function drawLine(pixels: Buffer, rowLength: number, line: Mask, at: { left: number; top: number }): void {
  for (let y = 0; y < line.height; y++)
    for (let x = 0; x < line.width; x++) {
      const coverage = (line.pixels[y * line.width + x] ?? 0) / 255;
      pixels[(at.top + y) * rowLength + at.left + x] = Math.round(
        plateColour + (letters - plateColour) * coverage,
      );
    }
}

/** Dark modules on white. `modules` has its quiet zone. */
function drawCode(modules: boolean[][], code: NonNullable<LabelLayout["code"]>): OverlayOptions {
  const pixels = Buffer.alloc(code.width * code.height, 255);
  for (const [row, line] of modules.entries())
    for (const [column, isDark] of line.entries())
      if (isDark)
        for (let y = row * code.module; y < (row + 1) * code.module; y++)
          pixels.fill(0, y * code.width + column * code.module, y * code.width + (column + 1) * code.module);
  return overlay(pixels, code);
}

const overlay = (pixels: Buffer, { width, height, left, top }: LabelLayout["plate"]): OverlayOptions => ({
  input: pixels,
  raw: { width, height, channels: 1 },
  left,
  top,
});
