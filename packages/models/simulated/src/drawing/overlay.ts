import { plate, plateSize } from "./lettering.ts";

export type Label = { text: string; x: number; y: number };
export type Size = { width: number; height: number };

/** Height in pixels of the capitals of a label: readable, and the same share of every picture. */
export const labelHeight = ({ width, height }: Size) => Math.max(6, Math.min(width, height) * 0.017);

/** Transparent enough to look like a placeholder, solid enough to judge the arrangement. */
const furnitureOpacity = 0.88;

/** Drawn furniture as one layer; lines are thicker in larger pictures. */
export function furnitureLayer({ width, height }: Size, drawing: string): string {
  const line = Math.max(0.7, Math.min(width, height) / 700);
  return `<g opacity="${furnitureOpacity}" stroke-linejoin="round" stroke-width="${line.toFixed(2)}">${drawing}</g>`;
}

/** Moves labels that overlap apart, upwards. */
function spread(labels: Label[], height: number): Label[] {
  const placed: Label[] = [];
  for (const label of [...labels].sort((a, b) => b.y - a.y)) {
    const tall = plateSize("", height).height * 1.08;
    const wide = (other: Label) =>
      (plateSize(label.text, height).width + plateSize(other.text, height).width) / 2 + height * 0.3;
    let y = label.y;
    for (const other of placed) {
      if (Math.abs(other.x - label.x) < wide(other) && Math.abs(other.y - y) < tall) y = other.y - tall;
    }
    placed.push({ ...label, y });
  }
  return placed;
}

/** Plates with the labels' texts; `within` keeps them inside the picture. */
export function drawLabels(labels: Label[], size: Size, within = true): string {
  const height = labelHeight(size);
  const inside = (label: Label): Label => {
    const half = plateSize(label.text, height).width / 2 + height * 0.5;
    return { ...label, x: Math.min(Math.max(label.x, half), size.width - half) };
  };
  return spread(within ? labels.map(inside) : labels, height)
    .map(({ text, x, y }) => plate(text, x, y, height))
    .join("");
}

/** An SVG of a picture's size. */
export const svg = ({ width, height }: Size, content: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${content}</svg>`,
  );
