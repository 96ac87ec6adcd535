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
  /** The share of each side that must be edge at least, and the sum of all four. */
  least: number;
  evidence: number;
}

/** Two sides that show more than this share from the floor up, and end at one height below the ceiling, need no lintel. */
const clear = 0.9;

/**
 * Rectangles with edges on both sides and above (and below, unless they stand on the floor), the best first, none
 * over another.
 */
export function rectanglesOf(view: WallView, outline: Outline): { rectangle: Rectangle; score: number }[] {
  const { columns, rows, cell } = view;
  const { least } = outline;
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
      const endsHere = (u: number): boolean =>
        Math.min(upright(u, 2, foot), upright(u, foot, top)) > clear && upright(u, top + 2, top + 8) === 0;
      const isDoor = (u: number, w: number): boolean =>
        outline.stands && top + 8 < rows && endsHere(u) && endsHere(u + w);
      for (let u = 0; u < columns; u++) {
        side[u] = upright(u, bottom, top);
        if (outline.stands) side[u] = Math.min(side[u] as number, 1.3 * upright(u, bottom, foot));
      }
      for (let u = 0; u < columns; u++) {
        if ((side[u] as number) < least) continue;
        for (let w = narrow; w <= wide && u + w < columns; w++) {
          if ((side[u + w] as number) < least) continue;
          const seen = level(top, u, u + w + 1);
          const lintel = seen < least && isDoor(u, w) ? least : seen;
          if (lintel < least) continue;
          const sill = outline.stands ? lintel : level(bottom, u, u + w + 1);
          if (sill < least) continue;
          const evidence = (side[u] as number) + (side[u + w] as number) + lintel + sill;
          if (evidence < outline.evidence && seen >= least) continue;
          const over = top + 8 < rows ? upright(u, top + 2, top + 8) + upright(u + w, top + 2, top + 8) : 0;
          const score = evidence - 0.4 * over;
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

export const doorOutline = {
  width: { least: 0.6, most: 1.2 },
  bottom: { least: 0, most: 0 },
  top: { least: 1.75, most: 2.4 },
  stands: true,
  // White on white, half of a lintel or of a side is often too faint to be seen.
  least: 0.3,
  evidence: 2.6,
};

/** A side so near to the wall's end is the room's corner: cells. */
const corner = 3;

/** What is seen of an outline that the picture's border cuts off: at least so many metres. */
const leastInSight = 0.25;

/**
 * Rectangles that stand on the floor and of which the picture's border hides one side: an edge from the floor up and a
 * lintel from it to the border. They get the mean width of the outline, or what is in sight if that is more.
 */
export function cutOffRectanglesOf(view: WallView, { width, top, evidence }: Outline): Rectangle[] {
  const { columns, rows, cell, seen } = view;
  const upright = sumsOf(view, view.upright, true);
  const level = sumsOf(view, view.level, false);
  const cellsOf = (metres: number): number => Math.round(metres / cell);
  const middle = Math.min(rows - 1, cellsOf(1)) * columns;
  return [-1, 1].flatMap((hidden): Rectangle[] => {
    let border = hidden < 0 ? 0 : columns - 1;
    while (border > 0 && border < columns && !seen[middle + border]) border -= hidden;
    const isCut = hidden < 0 ? border > 1 : border < columns - 2;
    if (!isCut) return [];
    let best: { side: number; high: number; score: number } | undefined;
    for (let reach = cellsOf(leastInSight); reach <= cellsOf(width.most); reach++) {
      const side = border - hidden * reach;
      if (side < corner || side > columns - corner - 1) continue;
      const foot = 1.3 * upright(side, 2, cellsOf(0.7));
      for (let high = cellsOf(top.least); high <= Math.min(rows - 2, cellsOf(top.most)); high++) {
        const edge = Math.min(upright(side, 2, high), foot);
        const lintel = level(high, Math.min(side, border), Math.max(side, border) + 1);
        const score = 2 * (edge + lintel);
        if (Math.min(edge, lintel) > 0.75 && score > Math.max(evidence, best?.score ?? 0))
          best = { side, high, score };
      }
    }
    if (!best) return [];
    const wide = Math.max(Math.abs(border - best.side) * cell, (width.least + width.most) / 2);
    const near = best.side * cell;
    const [from, to] = hidden < 0 ? [near - wide, near + cell] : [near, near + wide];
    return [{ from, to, bottom: 0, top: (best.high + 1) * cell }];
  });
}

/** The share of seen cells that are edges along a stretch of a column (or row), one cell of play to both sides. */
export function sumsOf(
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

/** A test whether a cell of a wall lies in a rectangle. */
export function isWithin(
  { columns, cell }: WallView,
  { from, to, bottom, top }: Rectangle,
): (k: number) => boolean {
  return (k) => {
    const [along, up] = [((k % columns) + 0.5) * cell, (Math.floor(k / columns) + 0.5) * cell];
    return along > from && along < to && up > bottom && up < top;
  };
}
