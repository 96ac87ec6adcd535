import type { WallView } from "./wall-view.ts";

/** A rectangle of a wall in metres from the wall's start and the floor. */
export interface Rectangle {
  from: number;
  to: number;
  bottom: number;
  top: number;
}

interface Span {
  least: number;
  most: number;
}

/** What an outline must look like: ranges in metres; `stands` means from the floor, without a lower edge. */
export interface Outline {
  width: Span;
  bottom: Span;
  top: Span;
  stands: boolean;
}

/**
 * Rectangles with edges on both sides and above (and below, unless they stand on the floor), the best first, none
 * over another.
 */
export function rectanglesOf(
  view: WallView,
  outline: Outline,
  least: number,
): { rectangle: Rectangle; score: number }[] {
  const { columns, rows, cell } = view;
  const upright = sumsOf(view, view.upright, true);
  const level = sumsOf(view, view.level, false);
  const found: { rectangle: Rectangle; score: number }[] = [];
  const range = ({ least: a, most: b }: Span, limit: number): [number, number] => [
    Math.max(0, Math.round(a / cell)),
    Math.min(limit, Math.round(b / cell)),
  ];
  const [topFrom, topTo] = range(outline.top, rows - 1);
  const [bottomFrom, bottomTo] = outline.stands ? [2, 2] : range(outline.bottom, rows - 1);
  const [narrow, wide] = range(outline.width, columns - 1);
  for (let bottom = bottomFrom; bottom <= bottomTo; bottom++) {
    for (let top = Math.max(topFrom, bottom + 6); top <= topTo; top++) {
      const side = new Float32Array(columns);
      const foot = Math.round(0.7 / cell);
      for (let u = 0; u < columns; u++) {
        side[u] = upright(u, bottom, top);
        if (outline.stands) side[u] = Math.min(side[u] as number, 1.3 * upright(u, bottom, foot));
      }
      for (let u = 0; u < columns; u++) {
        if ((side[u] as number) < least) continue;
        for (let w = narrow; w <= wide && u + w < columns; w++) {
          if ((side[u + w] as number) < least) continue;
          const lintel = level(top, u, u + w + 1);
          if (lintel < least) continue;
          const sill = outline.stands ? lintel : level(bottom, u, u + w + 1);
          if (sill < least) continue;
          const over = top + 8 < rows ? upright(u, top + 2, top + 8) + upright(u + w, top + 2, top + 8) : 0;
          const score = (side[u] as number) + (side[u + w] as number) + lintel + sill - 0.4 * over;
          found.push({
            rectangle: {
              from: u * cell,
              to: (u + w + 1) * cell,
              bottom: outline.stands ? 0 : bottom * cell,
              top: (top + 1) * cell,
            },
            score,
          });
        }
      }
    }
  }
  return apart(found);
}

/** The share of seen cells that are edges along a stretch of a column (or row), one cell of play to both sides. */
function sumsOf(
  view: WallView,
  plane: Float32Array,
  isColumn: boolean,
): (line: number, from: number, to: number) => number {
  const { columns, rows, seen } = view;
  const [lines, length] = isColumn ? [columns, rows] : [rows, columns];
  const edges = new Float32Array(lines * (length + 1));
  const count = new Float32Array(lines * (length + 1));
  const indexOf = (line: number, at: number): number =>
    isColumn ? at * columns + line : line * columns + at;
  for (let line = 0; line < lines; line++) {
    for (let at = 0; at < length; at++) {
      let most = 0;
      for (const d of [-1, 0, 1]) {
        if (line + d < 0 || line + d >= lines) continue;
        most = Math.max(most, (plane[indexOf(line + d, at)] as number) * (d === 0 ? 1 : 0.9));
      }
      const isSeen = seen[indexOf(line, at)] as number;
      const k = line * (length + 1) + at;
      edges[k + 1] = (edges[k] as number) + isSeen * most;
      count[k + 1] = (count[k] as number) + isSeen;
    }
  }
  return (line, from, to) => {
    const k = line * (length + 1);
    const seenThere = (count[k + to] as number) - (count[k + from] as number);
    return seenThere < 0.6 * (to - from)
      ? 0
      : ((edges[k + to] as number) - (edges[k + from] as number)) / seenThere;
  };
}

function apart(found: { rectangle: Rectangle; score: number }[]): { rectangle: Rectangle; score: number }[] {
  const kept: { rectangle: Rectangle; score: number }[] = [];
  for (const candidate of found.sort((a, b) => b.score - a.score)) {
    if (kept.every(({ rectangle }) => !overlap(rectangle, candidate.rectangle))) kept.push(candidate);
  }
  return kept;
}

export function overlap(a: Rectangle, b: Rectangle): boolean {
  return a.from < b.to && b.from < a.to && a.bottom < b.top && b.bottom < a.top;
}
