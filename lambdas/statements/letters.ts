import { readFile } from "node:fs/promises";
import decompress from "woff2-encoder/decompress";
import { facesOf, isForeign } from "./coverage.ts";
import { linesOf, type Run, runsOf } from "./runs.ts";

/** How a text is set: in which of Inter's weights, in points. */
export type Style = { font: "regular" | "bold"; size: number; colour: string };
export type Box = { x: number; y: number; width: number; align?: "left" | "right" };

const fonts = new Map<string, Promise<Buffer>>();

/** Gives a document the fonts that texts need beside Inter. */
export async function registerFonts(document: PDFKit.PDFDocument, texts: string[]): Promise<void> {
  const files = new Set(
    texts.filter(isForeign).flatMap((text) => facesOf(text).flatMap(({ face }) => face?.file ?? [])),
  );
  for (const file of files) {
    const font = fonts.get(file) ?? read(file);
    fonts.set(file, font);
    document.registerFont(file, await font);
  }
}

/** A font as pdfkit can take letters from: from WOFF2 it takes empty ones. */
const read = async (file: string) => Buffer.from(await decompress(await readFile(file)));

/** Some fonts are thin and have no other weight here: their outlines are drawn as wide as Inter's strokes, in em. */
const thin = /-(hebrew|jp|kr|sc)$/;
const outline = 0.032;
/** Marks above and below the letters of other scripts need more room than Inter leaves, in em. */
const lead = 1.5;
/** Where Inter puts its baseline, below the upper edge of a line, in em: texts of a row stand on one. */
const ascent = 0.969;

const set = (document: PDFKit.PDFDocument, { font, size, colour }: Style) =>
  document.font(font).fontSize(size).fillColor(colour);

/** The height of a text in a column, in points. */
export function heightOf(
  document: PDFKit.PDFDocument,
  style: Style,
  text: string,
  width: number,
  features?: PDFKit.Mixins.OpenTypeFeatures[],
): number {
  set(document, style);
  if (!isForeign(text)) return document.heightOfString(text || " ", { width, ...(features && { features }) });
  return linesIn(document, style, text, width).length * style.size * lead;
}

/** Writes a text into a column; the document continues below it. */
export function write(
  document: PDFKit.PDFDocument,
  style: Style,
  text: string,
  { x, y, width, align = "left" }: Box,
): void {
  set(document, style);
  if (!isForeign(text)) {
    document.text(text, x, y, { width, align, ...(align === "right" && { features: ["tnum"] }) });
    return;
  }
  const lines = linesIn(document, style, text, width);
  for (const [number, runs] of lines.entries())
    writeLine(document, style, runs, { x, y: y + (number * lead + ascent) * style.size });
  document.x = x;
  document.y = y + lines.length * lead * style.size;
}

const known = new WeakMap<PDFKit.PDFDocument, Map<string, Run[][]>>();

/** The lines of a text in a column. A document asks for those of a row several times, and shaping takes long. */
function linesIn(document: PDFKit.PDFDocument, style: Style, text: string, width: number): Run[][] {
  const ofDocument = known.get(document) ?? new Map<string, Run[][]>();
  known.set(document, ofDocument);
  const key = `${style.font} ${style.size} ${width} ${text}`;
  const lines = ofDocument.get(key) ?? linesOfText(document, style, text, width);
  ofDocument.set(key, lines);
  return lines;
}

const linesOfText = (document: PDFKit.PDFDocument, style: Style, text: string, width: number): Run[][] => {
  const widthOfRuns = (runs: Run[]) => runs.reduce((sum, run) => sum + widthOf(document, style, run), 0);
  return text
    .split("\n")
    .flatMap((line) => linesOf(line, width, (places) => widthOfRuns(runsOf(places))).map(runsOf));
};

/** With features, even none, pdfkit gives the whole run to the layout engine, and not word by word. */
const whole = { features: [] };
const take = (document: PDFKit.PDFDocument, { font, size }: Style, { face }: Run) =>
  document.font(face?.file ?? font).fontSize(size);
const widthOf = (document: PDFKit.PDFDocument, style: Style, run: Run): number =>
  take(document, style, run).widthOfString(run.text, whole);

/** Writes the runs of a line from `x` on; `y` is its baseline. */
function writeLine(
  document: PDFKit.PDFDocument,
  style: Style,
  runs: Run[],
  at: { x: number; y: number },
): void {
  let { x } = at;
  document
    .lineWidth(style.size * outline)
    .lineJoin("round")
    .strokeColor(style.colour);
  for (const run of runs) {
    const stroke = run.face !== null && thin.test(run.face.font);
    take(document, style, run).fillColor(style.colour);
    document.text(run.text, x, at.y, {
      ...whole,
      lineBreak: false,
      baseline: "alphabetic",
      fill: true,
      stroke,
    });
    x += widthOf(document, style, run);
  }
}
