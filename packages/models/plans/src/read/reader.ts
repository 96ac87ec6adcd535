/// <reference path="./tesseract-core.d.ts" />
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { gunzipSync } from "node:zlib";
import type { Picture } from "@image-staging/picture/picture";
import sharp, { type ExtendOptions, type Sharp } from "sharp";
import start, { type TessBaseAPI } from "tesseract.js-core/tesseract-core-simd-lstm.js";

interface Place {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A word, its place in pixels of the picture, and how sure the reader is, from 0 to 1. */
export interface Word extends Place {
  text: string;
  confidence: number;
}

/** The longest side that the reader gets, so that small letters are about 25 pixels high, and how much it enlarges. */
const [readSide, mostEnlarged] = [2000, 3.2];
/** The row of a word, and its columns, in tesseract's table. */
const wordLevel = "5";
/** Tesseract's ways to look at a page. */
const [sparseText, singleLine] = ["11", "7"];
/** How high a single line is made, and the paper around it, in pixels. */
const [rowHeight, margin] = [36, 14];

interface Engine {
  api: TessBaseAPI;
  write: (path: string, data: Uint8Array) => void;
}

let engine: Promise<Engine> | undefined;

/** Reads the words of a picture with tesseract, compiled to WebAssembly: on this machine, without a network. */
export async function readWords(picture: Picture): Promise<Word[]> {
  const scale = Math.min(mostEnlarged, readSide / Math.max(picture.width, picture.height));
  return recognize(sharpOf(picture), picture.width, scale, sparseText);
}

/** Reads one line of lettering, enlarged and with paper around it. */
export async function readRow(picture: Picture, { left, top, right, bottom }: Place): Promise<Word[]> {
  const [x, y] = [Math.max(0, left - 2), Math.max(0, top - 2)];
  const [width, height] = [Math.min(picture.width, right + 2) - x, Math.min(picture.height, bottom + 2) - y];
  const scale = rowHeight / height;
  const line = sharpOf(picture).extract({ left: x, top: y, width, height });
  const paper = { top: margin, bottom: margin, left: margin, right: margin, background: "#fff" };
  const alone = sharp(await line.png().toBuffer());
  const words = await recognize(alone, width, scale, singleLine, paper);
  return words.map((word) => ({
    ...word,
    left: x + word.left - margin / scale,
    right: x + word.right - margin / scale,
    top: y + word.top - margin / scale,
    bottom: y + word.bottom - margin / scale,
  }));
}

const sharpOf = ({ data, width, height }: Picture) => sharp(data, { raw: { width, height, channels: 3 } });

async function recognize(
  picture: Sharp,
  width: number,
  scale: number,
  mode: string,
  paper?: ExtendOptions,
): Promise<Word[]> {
  engine ??= startEngine();
  const { api, write } = await engine;
  const enlarged = picture.greyscale().resize({ width: Math.round(width * scale), kernel: "cubic" });
  const page = await (paper ? enlarged.extend(paper) : enlarged).png({ compressionLevel: 1 }).toBuffer();
  write("/input", page);
  api.SetVariable("tessedit_pageseg_mode", mode);
  if (api.SetImageFile(1, 0) === 1) throw new Error("The reader cannot decode the page.");
  api.Recognize(null);
  const words = api.GetTSVText(0).split("\n");
  api.Clear();
  return words.flatMap((row) => wordOf(row.split("\t"), scale));
}

function wordOf(columns: readonly string[], scale: number): Word[] {
  const text = columns[11]?.trim();
  if (columns[0] !== wordLevel || !text) return [];
  const [left = 0, top = 0, width = 0, height = 0, confidence = 0] = columns.slice(6, 11).map(Number);
  return [
    {
      text,
      left: left / scale,
      top: top / scale,
      right: (left + width) / scale,
      bottom: (top + height) / scale,
      confidence: confidence / 100,
    },
  ];
}

/** Starts the reader once: half a second and about 100 MB. */
async function startEngine(): Promise<Engine> {
  const [wasmBinary, language] = await Promise.all([
    readFile(locate("tesseract.js-core/tesseract-core-simd-lstm.wasm")),
    readFile(locate("@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz")),
  ]);
  const core = await start({ wasmBinary, TesseractProgress: () => {}, printErr: () => {} });
  core.FS.writeFile("eng.traineddata", gunzipSync(language));
  const api = new core.TessBaseAPI();
  if (api.Init(null, "eng", 1) !== 0) throw new Error("The reader's language data cannot be read.");
  return { api, write: (path, data) => core.FS.writeFile(path, data) };
}

/** The path of a package's file; a bundle has it in its folder. */
function locate(file: string): string | URL {
  return import.meta.url.endsWith(".ts")
    ? createRequire(import.meta.url).resolve(file)
    : new URL(`./${file.slice(file.lastIndexOf("/") + 1)}`, import.meta.url);
}
