import { lettering, textWidth } from "./lettering.ts";
import { labelHeight, type Size } from "./overlay.ts";

/** A card of `rows` lines a column, and what it covers. */
type Card = Size & { rows: number; x: number; y: number; covered: number };

/** Lines of text on a light card, with the number of columns and at the place (of 25) that cover the least. */
export function drawLegend(lines: string[], size: Size, cost: (x: number, y: number) => number): string {
  const letters = labelHeight(size);
  const margin = Math.min(size.width, size.height) * 0.02;
  const column = Math.max(...lines.map((line) => textWidth(line, letters))) + letters * 1.6;
  const cards = [lines.length, 4, 2, 1].flatMap((rows) =>
    Array.from({ length: 25 }, (_, place): Card => {
      const width = Math.ceil(lines.length / rows) * column + letters * 0.8;
      const height = rows * letters * 1.95 + letters * 1.5;
      const x = margin + ((place % 5) / 4) * (size.width - width - 2 * margin);
      const y = margin + (Math.floor(place / 5) / 4) * (size.height - height - 2 * margin);
      const costs = Array.from({ length: 24 ** 2 }, (_, nth) =>
        cost(x + ((nth % 24) / 24) * width, y + (Math.floor(nth / 24) / 24) * height),
      );
      const covered = costs.reduce((sum, one) => sum + one, 0) * width * height;
      return { rows, x, y, width, height, covered: x < margin ? Infinity : covered };
    }),
  );
  const { rows, x, y, width, height } = cards.reduce((best, next) =>
    next.covered < best.covered ? next : best,
  );
  const text = lines.map((line, nth) => {
    const left = x + letters * 1.2 + Math.floor(nth / rows) * column;
    const top = y + letters * 1.2 + (nth % rows) * letters * 1.95;
    return lettering(line, left, top, letters, nth === 0 ? "#8a6d45" : "#2b2e32");
  });
  const box = `x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${width.toFixed(1)}" height="${height.toFixed(1)}"`;
  return `<rect ${box} rx="${(letters * 0.6).toFixed(1)}" fill="#fffffff0" stroke="#2b2e3255"/>${text.join("")}`;
}
