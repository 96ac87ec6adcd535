import { medianOf } from "@image-staging/picture/quantile";
import { partsOf, type Run } from "./straight.ts";

/** Metres between which the upper edge of a skirting, or the lower edge of a moulding, is looked for. */
const [lowest, highest, step] = [0.03, 0.24, 0.005];
/** Stretches of columns that vote for a line, and how far (Lab) its edge stands out from plain wall. */
const [stretches, prominence] = [20, 0.5];
/** A wall of which less is seen, as a share of the picture, or fewer stretches, is none to judge by. */
const [narrowRun, fewest] = [0.12, 5];
/** The part of the clearest edge's prominence that a board's edge has at least. */
const clearest = 0.35;
/** The share of stretches that show an edge at one height at most if there is no board. */
const bare = 0.4;
/** The share of heights at which the edges of boards show in a stretch at most. */
const mostEdges = 0.3;

/** The mean step across a line in some columns: noise cancels, an edge does not; undefined if most of it is out of sight. */
export type StepAlong = (line: Float32Array, from: number, to: number) => number | undefined;

/**
 * Of each stretch of columns, how far the step across a line stands out from those on both sides; not a number out of
 * sight. Towards another edge a side ends halfway.
 */
function standsOut(
  line: Float32Array,
  stepAlong: StepAlong,
  run: Run = { from: 0, to: line.length },
  other?: Float32Array,
): number[] {
  const beside = [-9, -6, 6, 9].map((distance) =>
    line.map((y, x) => {
      const halfway = other ? ((other[x] as number) - y) / 2 : 0;
      const isNearer = halfway * distance > 0 && Math.abs(halfway) < Math.abs(distance);
      return y + (isNearer ? halfway : distance);
    }),
  );
  return partsOf(run, stretches).map(({ from, to }) => {
    const own = stepAlong(line, from, to);
    if (own === undefined) return Number.NaN;
    return own - Math.max(...beside.map((side) => stepAlong(side, from, to) ?? 0)) / 2;
  });
}

const inSight = (values: readonly number[]): number[] => values.filter((value) => !Number.isNaN(value));

/** The share of a wall's line at which an edge stands out; undefined if too little of it is in sight. `other` is an edge beside it, as a skirting's upper one is. */
export function evidenceOf(
  line: Float32Array,
  run: Run,
  stepAlong: StepAlong,
  other?: Float32Array,
): number | undefined {
  const values = inSight(standsOut(line, stepAlong, run, other));
  const seen = (values.length / stretches) * (run.to - run.from);
  if (seen <= narrowRun * line.length || values.length <= fewest) return undefined;
  return values.filter((value) => value > prominence).length / values.length;
}

/**
 * The height of a board along the walls, or along one of them: the greatest at which an edge stands out in most of their stretches; 0 if hardly
 * any shows one, undefined if some do. Stretches with edges at many heights are brick, and tell nothing. `isFoot` passes over edges that are much
 * fainter than the clearest, as shadows on the floor before a skirting are. `most` is the greatest height that is looked at.
 */
export function boardHeight(
  lineAt: (metres: number) => Float32Array,
  stepAlong: StepAlong,
  isFoot = false,
  run?: Run,
  most = highest,
): number | undefined {
  const heights = Array.from({ length: Math.round((most - lowest) / step) + 1 }, (_, k) => lowest + k * step);
  const rows = heights.map((height) => standsOut(lineAt(height), stepAlong, run, lineAt(0)));
  const isBusy = Array.from({ length: stretches }, (_, k) => {
    const own = inSight(rows.map((row) => row[k] as number));
    return own.filter((value) => value > prominence).length > mostEdges * own.length;
  });
  let [found, strongest] = [0, 0];
  const before: number[] = [];
  for (const [nth, height] of heights.entries()) {
    const values = inSight((rows[nth] as number[]).filter((_, k) => !isBusy[k]));
    const share = values.filter((value) => value > prominence).length / Math.max(6, values.length);
    before.push(share);
    // The same edge shows in lines up to a centimetre off.
    if (Math.max(...before.slice(-3)) + 0.15 <= 0.7 || share <= 0.4) continue;
    const usual = medianOf(Float32Array.from(values));
    if (isFoot && usual < clearest * strongest) continue;
    strongest = Math.max(strongest, usual);
    found = height;
  }
  const isBare = Math.max(...before) < bare && isBusy.filter(Boolean).length < stretches / 2;
  return found > 0 || isBare ? found : undefined;
}
