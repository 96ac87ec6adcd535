import { lettering, textWidth } from "./lettering.ts";
import type { Size } from "./overlay.ts";

type Rect = { x: number; y: number; width: number; height: number };

/** The cost of covering a pixel of the picture. */
export type Cost = (x: number, y: number) => number;

const anchors = [0, 0.25, 0.5, 0.75, 1];
const probes = 24;

/** The place, on a grid over the picture, at which a rectangle has the lowest cost. */
function cheapest(size: Size, width: number, height: number, cost: Cost): { place: Rect; cost: number } {
  const margin = Math.min(size.width, size.height) * 0.02;
  const covered = ({ x, y }: Rect) => {
    let sum = 0;
    for (let nth = 0; nth < probes ** 2; nth++) {
      sum += cost(x + ((nth % probes) / probes) * width, y + (Math.floor(nth / probes) / probes) * height);
    }
    return sum * width * height;
  };
  const places = anchors.flatMap((down) =>
    anchors.map((along) => {
      const x = margin + along * (size.width - width - 2 * margin);
      const place = { x, y: margin + down * (size.height - height - 2 * margin), width, height };
      return { place, cost: x < margin ? Number.POSITIVE_INFINITY : covered(place) };
    }),
  );
  return places.reduce((best, next) => (next.cost < best.cost ? next : best));
}

/** Lines of text on a light card, with the number of columns and at the place that cover the least. */
export function drawLegend(lines: string[], size: Size, letters: number, cost: Cost): string {
  const step = letters * 1.95;
  const column = Math.max(...lines.map((line) => textWidth(line, letters))) + letters * 1.6;
  const shapes = [lines.length, 4, 2, 1].map((rows) => {
    const columns = Math.ceil(lines.length / rows);
    const [width, height] = [columns * column + letters * 0.8, rows * step + letters * 1.5];
    return { rows, ...cheapest(size, width, height, cost) };
  });
  const { rows, place } = shapes.reduce((best, next) => (next.cost < best.cost ? next : best));
  const text = lines.map((line, nth) => {
    const x = place.x + letters * 1.2 + Math.floor(nth / rows) * column;
    const y = place.y + letters * 1.2 + (nth % rows) * step;
    return lettering(line, x, y, letters, nth === 0 ? "#8a6d45" : "#2b2e32");
  });
  const box = `x="${place.x.toFixed(1)}" y="${place.y.toFixed(1)}" width="${place.width.toFixed(1)}" height="${place.height.toFixed(1)}"`;
  return `<rect ${box} rx="${(letters * 0.6).toFixed(1)}" fill="#fffffff0" stroke="#2b2e3255"/>${text.join("")}`;
}
