/**
 * A single-stroke alphabet as SVG paths: a container without fonts must still draw its labels.
 * Glyphs stand on a baseline at y = 6 with capitals 6 high; `advance` is the glyph's width.
 */
type Glyph = readonly [advance: number, path: string];

const glyphs: Record<string, Glyph> = {
  A: [4, "M0 6L2 0L4 6M.7 4H3.3"],
  B: [3.8, "M0 0V6H2.2A1.55 1.55 0 0 0 2.2 2.9H0M0 0H2A1.45 1.45 0 0 1 2 2.9"],
  C: [4, "M4 1.2C3.5.4 2.8 0 2.1 0C.8 0 0 1.3 0 3S.8 6 2.1 6C2.8 6 3.5 5.6 4 4.8"],
  D: [4, "M0 0V6H1.6C3.2 6 4 4.8 4 3S3.2 0 1.6 0Z"],
  E: [3.3, "M3.3 0H0V6H3.3M0 3H2.8"],
  F: [3.2, "M3.2 0H0V6M0 3H2.7"],
  G: [4.1, "M4 1.2C3.5.4 2.8 0 2.1 0C.8 0 0 1.3 0 3S.8 6 2.1 6C3.4 6 4.1 5.2 4.1 3.9V3.4H2.5"],
  H: [4, "M0 0V6M4 0V6M0 3H4"],
  I: [0, "M0 0V6"],
  J: [2.5, "M2.5 0V4.4C2.5 5.5 2 6 1.3 6S0 5.5 0 4.6"],
  K: [3.9, "M0 0V6M3.7 0L0 3.8M1.3 2.5L3.9 6"],
  L: [3.1, "M0 0V6H3.1"],
  M: [4.8, "M0 6V0L2.4 4L4.8 0V6"],
  N: [4, "M0 6V0L4 6V0"],
  O: [4.4, "M2.2 0C.8 0 0 1.3 0 3S.8 6 2.2 6S4.4 4.7 4.4 3S3.6 0 2.2 0Z"],
  P: [3.8, "M0 6V0H2.1A1.65 1.65 0 0 1 2.1 3.3H0"],
  Q: [4.4, "M2.2 0C.8 0 0 1.3 0 3S.8 6 2.2 6S4.4 4.7 4.4 3S3.6 0 2.2 0ZM2.8 4.4L4.4 6.3"],
  R: [3.9, "M0 6V0H2.1A1.65 1.65 0 0 1 2.1 3.3H0M2 3.3L3.9 6"],
  S: [
    3.9,
    "M3.7 1.1C3.3.4 2.7 0 1.9 0C.9 0 .1.6.1 1.5C.1 3.6 3.9 2.5 3.9 4.5C3.9 5.5 3 6 2 6C1.1 6 .4 5.6 0 4.8",
  ],
  T: [4, "M0 0H4M2 0V6"],
  U: [4, "M0 0V3.8C0 5.3.8 6 2 6S4 5.3 4 3.8V0"],
  V: [4, "M0 0L2 6L4 0"],
  W: [5.6, "M0 0L1.4 6L2.8 1.2L4.2 6L5.6 0"],
  X: [4, "M0 0L4 6M4 0L0 6"],
  Y: [4, "M0 0L2 3L4 0M2 3V6"],
  Z: [3.8, "M0 0H3.8L0 6H3.8"],
  "0": [3.8, "M1.9 0C.7 0 0 1.3 0 3S.7 6 1.9 6S3.8 4.7 3.8 3S3.1 0 1.9 0Z"],
  "1": [1.6, "M0 1.2L1.6 0V6"],
  "2": [3.8, "M.1 1.5C.2.5 1 0 1.9 0C3 0 3.7.7 3.7 1.6C3.7 3 0 4.4 0 6H3.8"],
  "3": [
    3.8,
    "M.2.9C.6.3 1.2 0 1.9 0C2.9 0 3.6.6 3.6 1.5C3.6 2.4 2.9 2.9 1.7 2.9C3 2.9 3.8 3.5 3.8 4.4C3.8 5.4 3 6 1.9 6C1 6 .3 5.6 0 4.9",
  ],
  "4": [3.8, "M2.8 6V0L0 4.2H3.8"],
  "5": [
    3.8,
    "M3.5 0H.6L.3 2.8C.8 2.4 1.3 2.2 1.9 2.2C3.1 2.2 3.8 3 3.8 4.1C3.8 5.3 3 6 1.8 6C1 6 .3 5.6 0 4.9",
  ],
  "6": [
    3.8,
    "M3.4.5C3 .2 2.6 0 2.1 0C.7 0 0 1.5 0 3.7C0 5.2.8 6 1.9 6S3.8 5.2 3.8 4.1S3 2.3 1.9 2.3S0 3 0 4",
  ],
  "7": [3.8, "M0 0H3.8L1.4 6"],
  "8": [
    3.8,
    "M1.9 2.9C.9 2.9.3 2.3.3 1.4S.9 0 1.9 0S3.5.6 3.5 1.4S2.9 2.9 1.9 2.9C.7 2.9 0 3.5 0 4.4S.7 6 1.9 6S3.8 5.4 3.8 4.4S3.1 2.9 1.9 2.9Z",
  ],
  "9": [
    3.8,
    "M.4 5.5C.8 5.8 1.2 6 1.7 6C3.1 6 3.8 4.5 3.8 2.3C3.8.8 3 0 1.9 0S0 .8 0 1.9S.8 3.7 1.9 3.7S3.8 3 3.8 2",
  ],
  ".": [0.3, "M0 6H.3"],
  ",": [0.6, "M.6 5.6L0 7"],
  ":": [0.3, "M0 2H.3M0 5.6H.3"],
  _: [3.6, "M0 6.4H3.6"],
  "!": [0.3, "M0 0V4M0 6H.3"],
  "?": [3.4, "M0 1.5C.2.5.9 0 1.7 0C2.7 0 3.4.7 3.4 1.6C3.4 2.9 1.7 3 1.7 4.3M1.7 6H2"],
  "#": [3.8, "M1.3 0L.7 6M3.1 0L2.5 6M.2 2H3.8M0 4H3.6"],
  "%": [4.4, "M4 0L.4 6M1 .2A1 1 0 0 0 1 2.4A1 1 0 0 0 1 .2M3.4 3.6A1 1 0 0 0 3.4 5.8A1 1 0 0 0 3.4 3.6"],
  "-": [2.4, "M0 3.2H2.4"],
  "/": [2.6, "M0 6.4L2.6-.4"],
  "+": [3.2, "M0 3.2H3.2M1.6 1.6V4.8"],
  "'": [0.2, "M.2 0L0 1.6"],
  "(": [1.2, "M1.2-.5C-.3 1.6-.3 4.4 1.2 6.5"],
  ")": [1.2, "M0-.5C1.5 1.6 1.5 4.4 0 6.5"],
  "&": [4.2, "M4.2 6L.9 1.9C.3 1.1.8 0 1.9 0C3.1 0 3.4 1.4 2.5 2L1 3C-.6 4.2 0 6 1.7 6C3 6 3.9 5 4.1 3.6"],
};

const unknownGlyph: Glyph = [3.4, "M0 0H3.4V6H0Z"];
const capHeight = 6;
const gap = 1.9;
const space = 2.2;

const glyphOf = (letter: string) => glyphs[letter] ?? unknownGlyph;
const advanceOf = (letter: string) => (letter === " " ? space : glyphOf(letter)[0] + gap);

/** Width in pixels of `text` set with capitals `height` pixels high. */
export const textWidth = (text: string, height: number) =>
  ([...text.toUpperCase()].reduce((width, letter) => width + advanceOf(letter), 0) - gap) *
  (height / capHeight);

/** `text` in capitals `height` pixels high, its top left corner at (x, y), as an SVG group of strokes. */
export function lettering(text: string, x: number, y: number, height: number, colour = "#fff"): string {
  let at = 0;
  const strokes = [...text.toUpperCase()].map((letter) => {
    const left = at;
    at += advanceOf(letter);
    return letter === " "
      ? ""
      : `<path transform="translate(${left.toFixed(2)} 0)" d="${glyphOf(letter)[1]}"/>`;
  });
  const place = `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${(height / capHeight).toFixed(3)})`;
  return `<g transform="${place}" fill="none" stroke="${colour}" stroke-width=".85" stroke-linecap="round" stroke-linejoin="round">${strokes.join("")}</g>`;
}

/** `text` on a rounded plate around (x, y): every label and mark of the model is drawn so. */
export function plate(text: string, x: number, y: number, height: number, fill = "#16181bc4"): string {
  const { width, height: tall } = plateSize(text, height);
  const [left, top] = [x - width / 2, y - tall / 2];
  const rect = `<rect x="${left.toFixed(1)}" y="${top.toFixed(1)}" width="${width.toFixed(1)}" height="${tall.toFixed(1)}" rx="${(tall * 0.3).toFixed(1)}" fill="${fill}"/>`;
  return rect + lettering(text, x - textWidth(text, height) / 2, y - height / 2, height);
}

/** Outer size in pixels of `plate(text, …, height)`. */
export const plateSize = (text: string, height: number) => ({
  width: textWidth(text, height) + height * 1.6,
  height: height * 2.1,
});
