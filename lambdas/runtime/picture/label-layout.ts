import type { Dimensions } from "../../domain/source-asset/dimensions.ts";
import type { CaptureType } from "../../domain/vocabulary.ts";

/** A rectangle of a picture, in pixels. */
type Rectangle = Dimensions & { left: number; top: number };

/** Where the plate with the words is, how large its font is, and where the QR code is and how large its modules are. */
export type LabelLayout = {
  fontSize: number;
  plate: Rectangle;
  code: (Rectangle & { module: number }) | null;
};

/** The size of a plate at a font size, with the words next to a QR code or without. */
export type PlateSize = (fontSize: number, withCode: boolean) => Dimensions;

/** A label stays outside the middle of a picture: its middle 80 % in width and in height. */
const outside = 0.1;
/** Of the short side. */
const proportions = { font: 0.035, margin: 0.01, code: 0.12 };
const smallestFont = 12;
/** Pixels of a QR code's module. With 4 it can be read at half the size too, with 3 only as it is. */
const modulePixels = { good: 4, least: 3 };

type Wanted = { size: Dimensions; fontSize: number; margin: number; plateSize: PlateSize };

/**
 * Where a label is drawn: in the bottom right corner, the QR code in the corner itself. A panorama's bottom is what lies
 * under the camera and a viewer distorts it, so its label is at the right edge, at the height of the eyes. A QR code
 * that does not fit is left out. `modules` is its side with its quiet zone; null for none.
 */
export function labelLayout(
  size: Dimensions,
  captureType: CaptureType,
  modules: number | null,
  plateSize: PlateSize,
): LabelLayout {
  const short = Math.min(size.width, size.height);
  const margin = Math.max(2, Math.round(short * proportions.margin));
  const fontSize = Math.max(smallestFont, Math.round(short * proportions.font));
  const wanted = { size, fontSize, margin, plateSize };
  const fitting = modules === null ? [] : moduleSizes(short, modules);
  if (captureType === "panorama360") {
    const narrow = { ...wanted, fontSize: fontSizeOfEdge(wanted, fitting.length > 0) };
    for (const module of [...fitting, null]) {
      const layout = atRightEdge(narrow, codeOf(modules, module));
      if (narrow.fontSize >= smallestFont && isOutsideMiddle(size, layout)) return layout;
    }
  }
  for (const module of fitting)
    for (const arrange of [besideCode, aboveCode]) {
      const layout = arrange(wanted, { side: (modules ?? 0) * module, module });
      if (isOutsideMiddle(size, layout)) return layout;
    }
  return { fontSize, plate: inCorner(wanted, plateSize(fontSize, false)), code: null };
}

type Code = { side: number; module: number };

const codeOf = (modules: number | null, module: number | null): Code | null =>
  modules === null || module === null ? null : { side: modules * module, module };

/** The sizes of a module to try, largest first. */
function moduleSizes(short: number, modules: number): number[] {
  const largest = Math.max(modulePixels.good, Math.floor((short * proportions.code) / modules));
  return Array.from({ length: largest - modulePixels.least + 1 }, (_, index) => largest - index);
}

/** A rectangle by the distances of its right and bottom edges from the picture's. */
const fromCorner = (size: Dimensions, of: Dimensions, right: number, bottom: number): Rectangle => ({
  ...of,
  left: size.width - right - of.width,
  top: size.height - bottom - of.height,
});

const inCorner = ({ size, margin }: Wanted, of: Dimensions) => fromCorner(size, of, margin, margin);

const square = ({ side }: Code): Dimensions => ({ width: side, height: side });

/** The code in the corner, the plate at its left, both on one line. */
function besideCode(wanted: Wanted, code: Code): LabelLayout {
  const { size, fontSize, margin, plateSize } = wanted;
  const plate = fromCorner(size, plateSize(fontSize, true), margin + code.side, margin);
  return { fontSize, plate, code: { ...inCorner(wanted, square(code)), module: code.module } };
}

/** The code in the corner, the plate above it. */
function aboveCode(wanted: Wanted, code: Code): LabelLayout {
  const { size, fontSize, margin, plateSize } = wanted;
  const plate = fromCorner(size, plateSize(fontSize, true), margin, margin + code.side);
  return { fontSize, plate, code: { ...inCorner(wanted, square(code)), module: code.module } };
}

/** The plate at the right edge with the code below it, together at half the height. */
function atRightEdge({ size, fontSize, margin, plateSize }: Wanted, code: Code | null): LabelLayout {
  const plate = plateSize(fontSize, code !== null);
  const below = Math.round((size.height - plate.height - (code?.side ?? 0)) / 2);
  return {
    fontSize,
    plate: fromCorner(size, plate, margin, below + (code?.side ?? 0)),
    code: code && { ...fromCorner(size, square(code), margin, below), module: code.module },
  };
}

/** The largest font with which a plate fits into the right tenth of a picture. */
function fontSizeOfEdge({ size, fontSize, margin, plateSize }: Wanted, withCode: boolean): number {
  const room = Math.floor(size.width * outside) - 2 * margin;
  const { width } = plateSize(fontSize, withCode);
  return Math.min(fontSize, Math.floor((fontSize * room) / width));
}

const isOutsideMiddle = (size: Dimensions, { plate, code }: LabelLayout): boolean =>
  [plate, ...(code ? [code] : [])].every(
    ({ left, top }) =>
      left >= 0 && top >= 0 && (left >= size.width * (1 - outside) || top >= size.height * (1 - outside)),
  );
