import type { Capture } from "@image-staging/inference-contract/serving/request";
import { clamp } from "./picture.ts";

/**
 * A single-stroke alphabet as SVG paths: a container without fonts must still draw its labels. A glyph is its letter, its
 * width and its path. It stands on a baseline at y = 6, its capitals 6 high.
 */
const alphabet = `
83.8M1.9 2.9C.9 2.9.3 2.3.3 1.4S.9 0 1.9 0S3.5.6 3.5 1.4S2.9 2.9 1.9 2.9C.7 2.9 0 3.5 0 4.4S.7 6 1.9 6S3.8 5.4 3.8 4.4S3.1 2.9 1.9 2.9Z
33.8M.2.9C.6.3 1.2 0 1.9 0C2.9 0 3.6.6 3.6 1.5C3.6 2.4 2.9 2.9 1.7 2.9C3 2.9 3.8 3.5 3.8 4.4C3.8 5.4 3 6 1.9 6C1 6 .3 5.6 0 4.9
93.8M.4 5.5C.8 5.8 1.2 6 1.7 6C3.1 6 3.8 4.5 3.8 2.3C3.8.8 3 0 1.9 0S0 .8 0 1.9S.8 3.7 1.9 3.7S3.8 3 3.8 2|,0.6M.6 5.6L0 7
S3.9M3.7 1.1C3.3.4 2.7 0 1.9 0C.9 0 .1.6.1 1.5C.1 3.6 3.9 2.5 3.9 4.5C3.9 5.5 3 6 2 6C1.1 6 .4 5.6 0 4.8|!0.3M0 0V4M0 6H.3
53.8M3.5 0H.6L.3 2.8C.8 2.4 1.3 2.2 1.9 2.2C3.1 2.2 3.8 3 3.8 4.1C3.8 5.3 3 6 1.8 6C1 6 .3 5.6 0 4.9|H4M0 0V6M4 0V6M0 3H4
63.8M3.4.5C3 .2 2.6 0 2.1 0C.7 0 0 1.5 0 3.7C0 5.2.8 6 1.9 6S3.8 5.2 3.8 4.1S3 2.3 1.9 2.3S0 3 0 4|A4M0 6L2 0L4 6M.7 4H3.3
&4.2M4.2 6L.9 1.9C.3 1.1.8 0 1.9 0C3.1 0 3.4 1.4 2.5 2L1 3C-.6 4.2 0 6 1.7 6C3 6 3.9 5 4.1 3.6|E3.3M3.3 0H0V6H3.3M0 3H2.8
%4.4M4 0L.4 6M1 .2A1 1 0 0 0 1 2.4A1 1 0 0 0 1 .2M3.4 3.6A1 1 0 0 0 3.4 5.8A1 1 0 0 0 3.4 3.6|+3.2M0 3.2H3.2M1.6 1.6V4.8
G4.1M4 1.2C3.5.4 2.8 0 2.1 0C.8 0 0 1.3 0 3S.8 6 2.1 6C3.4 6 4.1 5.2 4.1 3.9V3.4H2.5|K3.9M0 0V6M3.7 0L0 3.8M1.3 2.5L3.9 6
Q4.4M2.2 0C.8 0 0 1.3 0 3S.8 6 2.2 6S4.4 4.7 4.4 3S3.6 0 2.2 0ZM2.8 4.4L4.4 6.3|D4M0 0V6H1.6C3.2 6 4 4.8 4 3S3.2 0 1.6 0Z
?3.4M0 1.5C.2.5.9 0 1.7 0C2.7 0 3.4.7 3.4 1.6C3.4 2.9 1.7 3 1.7 4.3M1.7 6H2|J2.5M2.5 0V4.4C2.5 5.5 2 6 1.3 6S0 5.5 0 4.6
C4M4 1.2C3.5.4 2.8 0 2.1 0C.8 0 0 1.3 0 3S.8 6 2.1 6C2.8 6 3.5 5.6 4 4.8|#3.8M1.3 0L.7 6M3.1 0L2.5 6M.2 2H3.8M0 4H3.6
B3.8M0 0V6H2.2A1.55 1.55 0 0 0 2.2 2.9H0M0 0H2A1.45 1.45 0 0 1 2 2.9|R3.9M0 6V0H2.1A1.65 1.65 0 0 1 2.1 3.3H0M2 3.3L3.9 6
23.8M.1 1.5C.2.5 1 0 1.9 0C3 0 3.7.7 3.7 1.6C3.7 3 0 4.4 0 6H3.8|P3.8M0 6V0H2.1A1.65 1.65 0 0 1 2.1 3.3H0|'0.2M.2 0L0 1.6
03.8M1.9 0C.7 0 0 1.3 0 3S.7 6 1.9 6S3.8 4.7 3.8 3S3.1 0 1.9 0Z|U4M0 0V3.8C0 5.3.8 6 2 6S4 5.3 4 3.8V0|11.6M0 1.2L1.6 0V6
O4.4M2.2 0C.8 0 0 1.3 0 3S.8 6 2.2 6S4.4 4.7 4.4 3S3.6 0 2.2 0Z|W5.6M0 0L1.4 6L2.8 1.2L4.2 6L5.6 0|43.8M2.8 6V0L0 4.2H3.8
(1.2M1.2-.5C-.3 1.6-.3 4.4 1.2 6.5|)1.2M0-.5C1.5 1.6 1.5 4.4 0 6.5|M4.8M0 6V0L2.4 4L4.8 0V6|F3.2M3.2 0H0V6M0 3H2.7
Y4M0 0L2 3L4 0M2 3V6|Z3.8M0 0H3.8L0 6H3.8|:0.3M0 2H.3M0 5.6H.3|73.8M0 0H3.8L1.4 6|X4M0 0L4 6M4 0L0 6|/2.6M0 6.4L2.6-.4
L3.1M0 0V6H3.1|N4M0 6V0L4 6V0|T4M0 0H4M2 0V6|V4M0 0L2 6L4 0|_3.6M0 6.4H3.6|-2.4M0 3.2H2.4|.0.3M0 6H.3|I0M0 0V6
`;

/** The width and the path of each letter. */
const glyphs = new Map<string, readonly [width: number, path: string]>([[" ", [0.3, ""]]]);
for (const [, letter = "", width, path = ""] of alphabet.matchAll(/([^|\n])([\d.]+)(M[^|\n]+)/g))
  glyphs.set(letter, [Number(width), path]);

const gap = 1.9;

/** The glyphs of a text; a box stands for a letter that is not in the alphabet. */
const glyphsOf = (text: string) =>
  Array.from(text.toUpperCase(), (letter) => glyphs.get(letter) ?? ([3.4, "M0 0H3.4V6H0Z"] as const));

/** Outer size in pixels of `plate(text, …, height)`. */
export function plateSize(text: string, height: number) {
  const width = glyphsOf(text).reduce((sum, [one]) => sum + one + gap, 0) - gap;
  return { width: (width * height) / 6 + height * 1.6, height: height * 2.1 };
}

/** `text` in capitals `height` pixels high on a rounded plate around (x, y): every label and mark of the model is drawn so. */
export function plate(text: string, x: number, y: number, height: number, fill = "#16181bc4"): string {
  const { width, height: tall } = plateSize(text, height);
  const box = [x - width / 2, y - tall / 2, width, tall, tall * 0.3].map((value) => value.toFixed(1));
  const [left, top] = [(x - width / 2 + height * 0.8).toFixed(1), (y - height / 2).toFixed(1)];
  let at = 0;
  const strokes = glyphsOf(text).map(([width, path]) => {
    const stroke = `<path transform="translate(${at.toFixed(2)} 0)" d="${path}"/>`;
    at += width + gap;
    return stroke;
  });
  return `<rect x="${box[0]}" y="${box[1]}" width="${box[2]}" height="${box[3]}" rx="${box[4]}" fill="${fill}"/>
    <g transform="translate(${left} ${top}) scale(${(height / 6).toFixed(3)})" fill="none" stroke="#fff"
    stroke-width=".85" stroke-linecap="round" stroke-linejoin="round">${strokes.join("")}</g>`;
}

type Label = { text: string; x: number; y: number };
export type Size = { width: number; height: number };
/** A picture to draw into, with the listing that its mark names, if any. */
export type Sheet<Of extends Size = Size> = Of & { listing?: string };

/** Height in pixels of the capitals of a label: readable, and the same share of every picture. */
export const labelHeight = ({ width, height }: Size) => Math.max(6, Math.min(width, height) * 0.017);

/** Furniture, transparent as placeholders are, and its labels: they move up from one another, and into a picture with sides. */
export function placeholders(drawing: string, labels: Label[], size: Size, wraps = false): string {
  const height = labelHeight(size);
  const placed: (Label & { width: number })[] = [];
  for (const { text, x, y } of labels.toSorted((a, b) => b.y - a.y)) {
    const { width, height: tall } = plateSize(text, height);
    const half = width / 2 + height * 0.5;
    const label = { text, width, y, x: wraps ? x : clamp(x, half, size.width - half) };
    for (const other of placed) {
      const apart = (width + other.width) / 2 + height * 0.3;
      if (Math.abs(other.x - label.x) < apart && Math.abs(other.y - label.y) < tall * 1.08)
        label.y = other.y - tall * 1.08;
    }
    placed.push(label);
  }
  // Lines are thicker in larger pictures.
  const line = Math.max(0.7, Math.min(size.width, size.height) / 700).toFixed(2);
  const layer = `<g opacity=".88" stroke-linejoin="round" stroke-width="${line}">${drawing}</g>`;
  return layer + placed.map(({ text, x, y }) => plate(text, x, y, height)).join("");
}

const mostLetters = 24;

/** Names of listings are long at times: the mark has their start. */
function markWords({ listing }: Sheet): string {
  if (listing === undefined) return "Simulated";
  return `Simulated: ${listing.length > mostLetters ? `${listing.slice(0, mostLetters)}..` : listing}`;
}

/**
 * Where the mark of a picture is, in pixels: in the upper left corner, of a panorama at its left edge at the height of the
 * eyes, as it would be distorted at the top. The service's own label is never there.
 */
export function markOf(size: Sheet, capture: Capture) {
  const letters = labelHeight(size) * 1.3;
  const { width, height } = plateSize(markWords(size), letters);
  const top = capture === "panorama360" ? (size.height - height) / 2 : letters * 0.8;
  return { left: letters * 0.8, top, width, height, letters };
}

/** SVG of a picture's size, with the mark of every picture that this model makes. */
export function marked(size: Sheet, capture: Capture, content = "") {
  const { left, top, width, height, letters } = markOf(size, capture);
  return svg(
    size,
    content + plate(markWords(size), left + width / 2, top + height / 2, letters, "#16181be6"),
  );
}

/** SVG of a picture's size, to put over it. */
export function svg({ width, height }: Size, content: string) {
  const tag = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">`;
  return { input: Buffer.from(`${tag}${content}</svg>`) };
}
