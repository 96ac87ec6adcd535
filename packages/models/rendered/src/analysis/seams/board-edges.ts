import { medianOf } from "@image-staging/picture/quantile";
import { clear, unclear } from "./foot.ts";
import { raisedBy } from "./lines.ts";
import type { Shown } from "./shown.ts";
import { partsOf, type Run } from "./straight.ts";

/** Metres between which a board's edge is looked for along a wall on which it hardly shows. */
const [lowest, highest] = [0.04, 0.24];
/** How far (Lab) the step along a whole wall stands out from those beside it at least: noise cancels there. */
const faint = 0.25;
/** Pixels to both sides of an edge within which it shows itself, and within which others would. */
const [near, beside] = [4, 7];
/** A board ends, above its groove or rounded edge, as soon as less than this part of its clearest step shows. */
const chamfer = 0.35;
/** The parts of a wall that show an edge each. */
const parts = 12;
/** Pixels within which an edge is the common one. */
const fine = 2;
/** Metres by which the heights of walls differ at most if they are one board's: the box is a little askew. */
const oneBoard = 0.045;

/**
 * The line at which paint ends at a board along the walls, `board` metres (0 if none is known) above (`way` -1) or below
 * (1) their own. On a wall where hardly an edge shows there, it is the faint one that shows along all of it. Two such
 * edges at one height are a board that nothing else showed.
 */
export function boardEdges(line: Float32Array, board: number, way: 1 | -1, shown: Shown): Float32Array {
  const { lines, evidence } = shown;
  const at = (height: number): Float32Array => raisedBy(line, -way * height, lines);
  const common = at(board);
  const edges = lines.runs.map((run) =>
    board > 0 && evidence(common, run, line) > unclear ? undefined : ownEdge(at, run, shown),
  );
  const found = edges.flatMap((edge) => edge?.top ?? []);
  const isOne = found.length > 1 && Math.max(...found) - Math.min(...found) < oneBoard;
  if (board === 0 && !isOne) return line;
  const usual = board || found.reduce((sum, height) => sum + height, 0) / found.length;
  const paint = at(usual);
  for (const [nth, run] of lines.runs.entries()) {
    const own = edges[nth];
    if (!own || Math.abs(own.top - usual) * metreOf(run, shown) <= fine) continue;
    if (Math.abs(own.top - usual) > oneBoard && evidence(at(own.clearest), run, line) < clear) continue;
    paint.set(at(own.top).subarray(run.from, run.to), run.from);
  }
  return paint;
}

/** Pixels of a metre in the middle of a wall. */
const metreOf = ({ from, to }: Run, { lines }: Shown): number => lines.metre[(from + to) >> 1] as number;

/** The heights, in metres, at which a board's edge is clearest along a wall, and at which the board ends. */
interface OwnEdge {
  clearest: number;
  top: number;
}

/** The edge that stands out most along a wall; undefined if none does. */
function ownEdge(at: (height: number) => Float32Array, run: Run, shown: Shown): OwnEdge | undefined {
  const pixel = 1 / metreOf(run, shown);
  const count = Math.ceil(highest / pixel) + beside + 1;
  const steps = Array.from({ length: count }, (_, nth) => usualStep(at(nth * pixel), run, shown));
  let best = { nth: 0, clearness: faint, ground: 0 };
  for (let nth = Math.max(near + 1, Math.round(lowest / pixel)); nth * pixel <= highest; nth++) {
    const others = steps.filter(
      (_, k) => k >= near && Math.abs(k - nth) >= near && Math.abs(k - nth) <= beside,
    );
    const ground = Math.max(...others);
    const clearness = (steps[nth] as number) - ground;
    if (clearness > best.clearness) best = { nth, clearness, ground };
  }
  if (best.nth === 0) return undefined;
  const least = best.ground + chamfer * best.clearness;
  let top = best.nth;
  while (top - best.nth < near && (steps[top + 1] as number) > least) top++;
  return { clearest: best.nth * pixel, top: top * pixel };
}

/** The step across a line in half of the parts of a wall in sight: sills and thresholds along others are none of it. */
function usualStep(line: Float32Array, run: Run, { stepAlong }: Shown): number {
  const steps = partsOf(run, parts).map(({ from, to }) => stepAlong(line, from, to));
  return medianOf(Float32Array.from(steps.filter((step) => step !== undefined)));
}
