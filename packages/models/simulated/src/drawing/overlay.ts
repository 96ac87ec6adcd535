import type { Capture } from "@image-staging/inference-contract/serving/request";
import { plate, plateSize } from "./lettering.ts";

export type Label = { text: string; x: number; y: number };
export type Size = { width: number; height: number };

/** Height in pixels of the capitals of a label: readable, and the same share of every picture. */
export const labelHeight = ({ width, height }: Size) => Math.max(6, Math.min(width, height) * 0.017);

/**
 * Drawn furniture as one layer: transparent enough to look like a placeholder, solid enough to judge the arrangement. Lines
 * are thicker in larger pictures.
 */
export function furnitureLayer({ width, height }: Size, drawing: string): string {
  const line = Math.max(0.7, Math.min(width, height) / 700);
  return `<g opacity=".88" stroke-linejoin="round" stroke-width="${line.toFixed(2)}">${drawing}</g>`;
}

/** Plates with the labels' texts, those that overlap moved apart, upwards; `within` keeps them inside the picture. */
export function drawLabels(labels: Label[], size: Size, within: boolean): string {
  const height = labelHeight(size);
  const placed: (Label & { width: number })[] = [];
  for (const { text, x, y } of labels.toSorted((a, b) => b.y - a.y)) {
    const { width, height: tall } = plateSize(text, height);
    const half = width / 2 + height * 0.5;
    const label = { text, width, y, x: within ? Math.min(Math.max(x, half), size.width - half) : x };
    for (const other of placed) {
      const apart = (width + other.width) / 2 + height * 0.3;
      if (Math.abs(other.x - label.x) < apart && Math.abs(other.y - label.y) < tall * 1.08)
        label.y = other.y - tall * 1.08;
    }
    placed.push(label);
  }
  return placed.map(({ text, x, y }) => plate(text, x, y, height)).join("");
}

const mark = "Simulated";

/**
 * Where the mark of a picture is, in pixels: in the upper left corner, of a panorama at its left edge at the height of the
 * eyes, as it would be distorted at the top. The service's own label is never there.
 */
export function markOf(size: Size, capture: Capture) {
  const letters = labelHeight(size) * 1.3;
  const plateOf = plateSize(mark, letters);
  const left = letters * 0.8;
  return {
    left,
    top: capture === "panorama360" ? (size.height - plateOf.height) / 2 : left,
    ...plateOf,
    letters,
  };
}

/** SVG of a picture's size, with the mark of every picture that this model makes. */
export function marked(size: Size, capture: Capture, content = "") {
  const { left, top, width, height, letters } = markOf(size, capture);
  return svg(size, content + plate(mark, left + width / 2, top + height / 2, letters, "#16181be6"));
}

/** SVG of a picture's size, to put over it. */
export const svg = ({ width, height }: Size, content: string) => ({
  input: Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${content}</svg>`,
  ),
});
