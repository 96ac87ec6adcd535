import type { WorkingCopy } from "@image-staging/picture/working-copy";
import type { Hits, Planes } from "../faces.ts";
import { boardEdges } from "./board-edges.ts";
import { boardHeight, ceilingLine, evidenceOf } from "./boards.ts";
import { clear, footOf, unclear } from "./foot.ts";
import { linesOf } from "./lines.ts";
import { boardStep } from "./patterned-board.ts";
import { type Evidence, type Shown, shownAround } from "./shown.ts";
import { type Run, straightened } from "./straight.ts";

/** Where the walls end in each column of the working copy, in pixel positions from the top. */
export interface Seams {
  /** The floor begins here, at the skirting's foot. */
  foot: Float32Array;
  /** The wall's paint lies between these: above the skirting, below a moulding and the ceiling. */
  paintTop: Float32Array;
  paintFoot: Float32Array;
  /** The ceiling begins here, or a moulding below it. */
  ceiling: Float32Array;
  /** Pixels of a metre of the wall. */
  metre: Float32Array;
  /** How much of each wall's lines shows, from left to right. */
  walls: readonly WallEvidence[];
}

/**
 * The shares of a wall's foot and of its ceiling's line, beside openings that end there, at which an edge shows; undefined if
 * hardly any of a line is in sight.
 */
interface WallEvidence {
  run: Run;
  foot: number | undefined;
  ceiling: number | undefined;
  /** Whether an opening ends at the ceiling's line. */
  hasHead: boolean;
}

/** The share of a wall's ceiling line that shows an edge at least, if it lies at the picture's upper border. */
const unseenCeiling = 0.2;
/** How many times as far a ceiling's line is looked for if none shows near the box's. */
const wider = 3;
/** The part of the step right at a line by which what lies above it differs from what lies below. */
const leastBorder = 0.5;

/** Metres from the ceiling's line at which an opening ends there, and below it at which one's head could pass for a moulding. */
const [atHead, nearHead] = [0.2, 0.4];

/** Finds the walls' lower and upper ends near the projected box, on which `openings` has 1 for pixels of doors and windows. */
export function seamsOf(copy: WorkingCopy, hits: Hits, planes: Planes, openings: Uint8Array): Seams {
  const lines = linesOf(hits, planes, copy.width, copy.height);
  const shown = shownAround(copy, lines);
  const { reach, edgeAt, stepAlong, evidence } = shown;
  const { foot, skirting } = footOf(shown);
  const metres = (x: number, board: number): number => board * (lines.metre[x] as number);
  const upper = boardEdges(foot, skirting, -1, shown);
  const raised = ceilingLine(lines, stepAlong, (line) => isBorder(line, shown));
  const near = straightened(raised, lines.runs, reach, (x, offset) =>
    edgeAt(x, (raised[x] as number) + offset),
  );
  const ceiling = withoutUnseen(widelySought(near, shown), lines.runs, reach, evidence);
  const besideHeads = (below: number): Float32Array =>
    ceiling.map((y, x) => {
      const [from, to] = [y - metres(x, atHead), y + metres(x, below)];
      for (let row = Math.max(0, Math.ceil(from)); row < Math.min(to, copy.height); row++)
        if (openings[row * copy.width + x]) return Number.NaN;
      return y;
    });
  const ownEdges = besideHeads(atHead);
  const mouldings = besideHeads(nearHead);
  const moulding = boardHeight((board) => mouldings.map((y, x) => y + metres(x, board)), stepAlong) ?? 0;
  // Where no moulding shows, windows' heads along two walls are none.
  const lower = moulding > 0 ? boardEdges(ceiling, moulding, 1, shown) : ceiling;
  return {
    foot,
    metre: lines.metre,
    ceiling,
    walls: lines.runs.map((run) => ({
      run,
      foot: evidenceOf(foot, run, stepAlong, upper === foot ? undefined : upper),
      ceiling: evidenceOf(ownEdges, run, stepAlong),
      hasHead: ownEdges.subarray(run.from, run.to).some(Number.isNaN),
    })),
    paintFoot: upper === foot ? foot : upper.map((y) => y + 1),
    paintTop: lower === ceiling ? ceiling : lower.map((y) => y - 1),
  };
}

/** Whether strips above and below a line differ about as much as what lies right at it does: across a joint they are alike. */
function isBorder(line: Float32Array, { copy, lines, reach, stepAlong }: Shown): boolean {
  const above = line.map((y) => y - 2 * reach);
  const [strips, edges] = lines.runs.reduce(
    ([wide, near], run) => {
      const weight = run.to - run.from;
      const edge = stepAlong(line, run.from, run.to) ?? 0;
      return [wide + weight * boardStep(copy, above, line, run), near + weight * edge] as const;
    },
    [0, 0] as readonly [number, number],
  );
  return strips > leastBorder * edges;
}

/** A ceiling's line. Where no edge shows it on a wall, a line further away is taken if an edge shows along nearly all of that. */
function widelySought(ceiling: Float32Array, { lines, reach, edgeAt, evidence }: Shown): Float32Array {
  const line = ceiling.slice();
  for (const run of lines.runs) {
    const shown = evidence(ceiling, run);
    if (shown > unclear) continue;
    const score = (x: number, offset: number): number => edgeAt(x, (ceiling[x] as number) + offset);
    const other = straightened(ceiling, [run], wider * reach, score, 1 / wider);
    if (evidence(other, run) > clear) line.set(other.subarray(run.from, run.to), run.from);
  }
  return line;
}

/** A ceiling's line without those of walls at the picture's upper border at which no edge shows: they end above it. */
function withoutUnseen(
  ceiling: Float32Array,
  runs: readonly Run[],
  reach: number,
  evidence: Evidence,
): Float32Array {
  const line = ceiling.slice();
  for (const run of runs) {
    const isAtBorder = line.subarray(run.from, run.to).every((y) => y < 2 * reach);
    if (isAtBorder && evidence(ceiling, run) < unseenCeiling) line.fill(-line.length, run.from, run.to);
  }
  return line;
}
