import type { Vec3 } from "../scene.ts";
import { type Box, boxPrior, type Evidence, floorWeight } from "./box.ts";
import { alongLine } from "./edge-field.ts";
import { type Projector, projectorOf } from "./projector.ts";

const geometric = (first: number, ratio: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => first * ratio ** i);

const backs = geometric(0.9, 1.055, 44);
const sides = geometric(0.35, 1.085, 38);
const heights = geometric(1.3, 1.045, 17);

/** Sums along each family of edges, so that a box's score is a handful of look-ups. */
interface Tables {
  floorBack: Float32Array;
  ceilingBack: Float32Array;
  floorSide: readonly Float32Array[];
  ceilingSide: readonly Float32Array[];
  corner: readonly Float32Array[];
  floor: Float32Array;
}

const columns = 2 * sides.length;
const xOf = (column: number): number =>
  column < sides.length
    ? -(sides[sides.length - 1 - column] as number)
    : (sides[column - sides.length] as number);

/** The best boxes of a coarse, exhaustive search over back, left, right and ceiling; best first. */
export function searchBoxes(evidence: Evidence, keep: number): { box: Box; score: number }[] {
  const tables = tablesOf(evidence);
  const unit = 300 / evidence.edges.width;
  const best: { box: Box; score: number }[] = [];
  for (let b = 0; b < backs.length; b++) {
    for (let l = 0; l < sides.length; l++) {
      const leftColumn = sides.length - 1 - l;
      for (let r = 0; r < sides.length; r++) {
        const rightColumn = sides.length + r;
        const part = partialScore(tables, b, l, r, leftColumn, rightColumn, unit);
        for (let h = 0; h < heights.length; h++) {
          const score = part + ceilingScore(tables, b, l, r, h, leftColumn, rightColumn) * unit;
          if (best.length >= keep && score <= (best[best.length - 1]?.score ?? 0) - 6) continue;
          const box = {
            left: sides[l] as number,
            right: sides[r] as number,
            back: backs[b] as number,
            height: heights[h] as number,
          };
          remember(best, { box, score: score + 6 * boxPrior(box) }, keep);
        }
      }
    }
  }
  return best;
}

function remember(
  best: { box: Box; score: number }[],
  found: { box: Box; score: number },
  keep: number,
): void {
  const isNear = (a: Box, b: Box): boolean =>
    (["left", "right", "back", "height"] as const).every(
      (side) => Math.abs(Math.log(a[side] / b[side])) < 0.2,
    );
  const rival = best.findIndex(({ box }) => isNear(box, found.box));
  if (rival >= 0) {
    if ((best[rival]?.score ?? 0) >= found.score) return;
    best.splice(rival, 1);
  }
  const place = best.findIndex(({ score }) => score < found.score);
  best.splice(place < 0 ? best.length : place, 0, found);
  if (best.length > keep) best.pop();
}

function partialScore(
  t: Tables,
  b: number,
  l: number,
  r: number,
  leftColumn: number,
  rightColumn: number,
  unit: number,
): number {
  const n = backs.length;
  const at = (table: Float32Array | undefined, i: number): number => table?.[i] ?? 0;
  const floor = at(t.floor, b * columns + rightColumn) - at(t.floor, b * columns + leftColumn);
  const back = at(t.floorBack, b * columns + rightColumn) - at(t.floorBack, b * columns + leftColumn);
  const sidesSum = at(t.floorSide[0], l * n + b) + at(t.floorSide[1], r * n + b);
  return unit * (1.2 * (back + sidesSum)) + floor;
}

function ceilingScore(
  t: Tables,
  b: number,
  l: number,
  r: number,
  h: number,
  leftColumn: number,
  rightColumn: number,
): number {
  const [n, m] = [backs.length, heights.length];
  const at = (table: Float32Array | undefined, i: number): number => table?.[i] ?? 0;
  const row = (b * m + h) * columns;
  const back = at(t.ceilingBack, row + rightColumn) - at(t.ceilingBack, row + leftColumn);
  const side = at(t.ceilingSide[0], (l * m + h) * n + b) + at(t.ceilingSide[1], (r * m + h) * n + b);
  const corners = at(t.corner[0], (l * n + b) * m + h) + at(t.corner[1], (r * n + b) * m + h);
  return 0.8 * (back + side) + corners;
}

function tablesOf(evidence: Evidence): Tables {
  const projector = projectorOf(evidence.camera);
  const along = (a: Vec3, b: Vec3): number => {
    const line = projector.line(a, b);
    return line ? alongLine(evidence.edges, ...line) : 0;
  };
  /** Running sums along a chain of points. */
  const chain = (points: readonly Vec3[]): number[] => {
    let sum = 0;
    return points.map((point, i) => {
      if (i > 0) sum += along(points[i - 1] as Vec3, point);
      return sum;
    });
  };
  const across = Array.from({ length: columns }, (_, i) => xOf(i));
  const table = (rows: readonly (readonly number[])[]): Float32Array => Float32Array.from(rows.flat());
  const receding = (x: number, y: number): number[] =>
    chain([[x, y, 3], ...backs.map((b): Vec3 => [x, y, -b])]).slice(1);
  const signs = [-1, 1];
  return {
    floorBack: table(backs.map((b) => chain(across.map((x): Vec3 => [x, 0, -b])))),
    ceilingBack: table(backs.flatMap((b) => heights.map((h) => chain(across.map((x): Vec3 => [x, h, -b]))))),
    floorSide: signs.map((sign) => table(sides.map((s) => receding(sign * s, 0)))),
    ceilingSide: signs.map((sign) => table(sides.flatMap((s) => heights.map((h) => receding(sign * s, h))))),
    corner: signs.map((sign) =>
      table(
        sides.flatMap((s) =>
          backs.map((b) =>
            chain([[sign * s, 0, -b], ...heights.map((h): Vec3 => [sign * s, h, -b])]).slice(1),
          ),
        ),
      ),
    ),
    floor: floorTable(evidence, projector),
  };
}

/** Sums of floor likeness over the floor nearer than each back plane and left of each column. */
function floorTable({ edges, likeness }: Evidence, projector: Projector): Float32Array {
  const { width, height } = edges;
  const sums = new Float32Array(backs.length * columns);
  const weight = floorWeight * (300 / width) ** 2;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const point = projector.onLevel(x + 0.5, y + 0.5, 0);
      if (!point) continue;
      const b =
        point[1] >= -(backs[0] as number)
          ? 0
          : Math.ceil(Math.log(-point[1] / (backs[0] as number)) / Math.log(1.055));
      const column = columnOf(point[0]);
      if (b >= backs.length || column >= columns) continue;
      sums[b * columns + column] =
        (sums[b * columns + column] as number) + weight * (likeness[y * width + x] as number);
    }
  }
  for (let b = 0; b < backs.length; b++) {
    for (let c = 1; c < columns; c++)
      sums[b * columns + c] = (sums[b * columns + c] as number) + (sums[b * columns + c - 1] as number);
  }
  for (let i = columns; i < sums.length; i++) sums[i] = (sums[i] as number) + (sums[i - columns] as number);
  return sums;
}

/** The first column at or right of x. */
function columnOf(x: number): number {
  const step = Math.log(Math.abs(x) / (sides[0] as number)) / Math.log(1.085);
  if (x >= 0) return sides.length + Math.max(0, Math.ceil(step));
  return step < 0 ? sides.length : Math.max(0, sides.length - 1 - Math.floor(step));
}
