import { lettering, textWidth } from "./lettering.ts";
import type { Size } from "./overlay.ts";

type Rect = { x: number; y: number; width: number; height: number };

const anchors = [0, 0.25, 0.5, 0.75, 1];
const probes = 24;

/** Where the rectangle covers the least ink, of a grid of places over the picture; 1 in `inkAt` is ink. */
function emptiest(size: Size, width: number, height: number, inkAt: (x: number, y: number) => number): Rect {
  const margin = Math.min(size.width, size.height) * 0.02;
  const ink = ({ x, y }: Rect) => {
    let sum = 0;
    for (let nth = 0; nth < probes ** 2; nth++) {
      sum += inkAt(x + ((nth % probes) / probes) * width, y + (Math.floor(nth / probes) / probes) * height);
    }
    return sum;
  };
  const places = anchors.flatMap((down) =>
    anchors.map((along) => ({
      x: margin + along * (size.width - width - 2 * margin),
      y: margin + down * (size.height - height - 2 * margin),
      width,
      height,
    })),
  );
  return places.reduce((best, next) => (ink(next) < ink(best) ? next : best));
}

/** Lines of text on a light card, set where the picture is emptiest. */
export function drawLegend(
  lines: string[],
  size: Size,
  letters: number,
  inkAt: (x: number, y: number) => number,
) {
  const step = letters * 1.95;
  const width = Math.max(...lines.map((line) => textWidth(line, letters))) + letters * 2.4;
  const height = lines.length * step + letters * 1.5;
  const card = emptiest(size, width, height, inkAt);
  const rows = lines.map((line, row) =>
    lettering(
      line,
      card.x + letters * 1.2,
      card.y + letters * 1.2 + row * step,
      letters,
      row === 0 ? "#8a6d45" : "#2b2e32",
    ),
  );
  const box = `x="${card.x.toFixed(1)}" y="${card.y.toFixed(1)}" width="${width.toFixed(1)}" height="${height.toFixed(1)}"`;
  return `<rect ${box} rx="${(letters * 0.6).toFixed(1)}" fill="#fffffff0" stroke="#2b2e3255"/>${rows.join("")}`;
}
