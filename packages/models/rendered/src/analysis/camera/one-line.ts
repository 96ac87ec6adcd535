import type { Segment } from "./segments.ts";

type Ends = Pick<Segment, "x1" | "y1" | "x2" | "y2" | "length">;

/** How far the ends of segments on one line lie from it at most, in pixels. */
const off = 0.5;
/** The gaps between segments on one line are at most this many times as long as the segments. */
const mostGap = 1;

/** Joins segments on one line, such as the lintels of a row of windows or the parts of a skirting; longest first. */
export function onOneLine(segments: readonly Segment[]): Segment[] {
  const groups = segments.map((segment) => ({ segment, parts: [segment] }));
  for (let i = 0; i < groups.length; i++) {
    for (;;) {
      const group = groups[i] as (typeof groups)[number];
      let best: { index: number; line: Ends; distance: number } | undefined;
      for (let index = 0; index < groups.length; index++) {
        const other = groups[index] as typeof group;
        if (index === i || !isAlike(group.segment, other.segment)) continue;
        const joined = joinedOf([...group.parts, ...other.parts]);
        if (joined && joined.distance < (best?.distance ?? off)) best = { index, ...joined };
      }
      if (!best) break;
      const other = groups[best.index] as typeof group;
      groups[i] = { segment: { ...group.segment, ...best.line }, parts: [...group.parts, ...other.parts] };
      groups.splice(best.index, 1);
      if (best.index < i) i--;
    }
  }
  return groups.map(({ segment }) => segment).sort((a, b) => b.length - a.length);
}

/** Whether two segments run in nearly one direction, and the second near the line of the first. */
function isAlike(a: Ends, b: Ends): boolean {
  const dot = (a.x2 - a.x1) * (b.x2 - b.x1) + (a.y2 - a.y1) * (b.y2 - b.y1);
  if (Math.abs(dot) < 0.995 * a.length * b.length) return false;
  return distanceFrom(a, (b.x1 + b.x2) / 2, (b.y1 + b.y2) / 2) < 0.1 * (a.length + b.length);
}

function distanceFrom({ x1, y1, x2, y2, length }: Ends, x: number, y: number): number {
  return Math.abs((x - x1) * (y2 - y1) - (y - y1) * (x2 - x1)) / length;
}

/** The main axis of segments and how far their ends lie from it; nothing if they are far apart or overlap. */
function joinedOf(parts: readonly Segment[]): { line: Ends; distance: number } | undefined {
  const total = parts.reduce((sum, { length }) => sum + length, 0);
  const mean = (of: (part: Segment) => number): number =>
    parts.reduce((sum, part) => sum + (part.length * of(part)) / total, 0);
  const [mx, my] = [mean(({ x1, x2 }) => (x1 + x2) / 2), mean(({ y1, y2 }) => (y1 + y2) / 2)];
  const points = parts.flatMap(({ x1, y1, x2, y2, length }) => [
    { x: x1 - mx, y: y1 - my, length },
    { x: x2 - mx, y: y2 - my, length },
  ]);
  let [xx, xy, yy] = [0, 0, 0];
  for (const { x, y, length } of points) {
    xx += length * x * x;
    xy += length * x * y;
    yy += length * y * y;
  }
  const angle = 0.5 * Math.atan2(2 * xy, xx - yy);
  const [ux, uy] = [Math.cos(angle), Math.sin(angle)];
  const alongs = points.map(({ x, y }) => x * ux + y * uy);
  const [low, high] = [Math.min(...alongs), Math.max(...alongs)];
  const gap = high - low - total;
  if (gap < -4 || gap > mostGap * total) return undefined;
  const line = { x1: mx + low * ux, y1: my + low * uy, x2: mx + high * ux, y2: my + high * uy };
  const distance = Math.max(...points.map(({ x, y }) => Math.abs(x * uy - y * ux)));
  return { line: { ...line, length: high - low }, distance };
}
