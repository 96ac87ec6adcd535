import type { WorkingCopy } from "@image-staging/picture/working-copy";
import type { Opening } from "@image-staging/tracer/scene";
import type { Hits, Planes } from "../analysis/faces.ts";
import { isWithin, pixelsOf } from "./fittings.ts";
import { type Edge, edgesAlong, sides } from "./side-edges.ts";

/** How far (Lab) an edge stands out at least. */
const prominence = 0.5;
/** Metres inside and outside of a side between which the outermost edge is looked for. */
const [inside, outside] = [0.06, 0.15];
/** How far an edge stands out that is a casing's own if it lies so many metres outside: what shows further away is its shade. */
const [clear, inner] = [4, 0.05];
/** How wide a casing is that shows both its edges, and by how much two sides of it differ at most, in metres. */
const [widths, alike] = [[0.045, 0.13] as const, 0.025];

/** Metres outside of an opening's side at which its casing begins and ends. */
type Span = readonly [start: number, end: number];

/** Two edges that can be a casing's, and how far the fainter stands out. */
interface Pair {
  span: Span;
  step: number;
}

/**
 * `casings` is 1 between an opening and the outermost edge along most of a side of it: its casing, also if its colour is so near
 * the wall's that no part of that edge shows by itself. Two sides tell the third, unless openings can hold parts of their
 * casings (`tellsThird`). `enclosed` is 1 in a leaf or doorway, also of a door found too large or too low: it lies within a
 * casing that shows both its edges on two sides.
 */
export function casingsOf(
  copy: WorkingCopy,
  hits: Hits,
  planes: Planes,
  openings: readonly Opening[],
  tellsThird = true,
): { casings: Uint8Array; enclosed: Uint8Array } {
  const [casings, enclosed] = [new Uint8Array(hits.face.length), new Uint8Array(hits.face.length)];
  for (const opening of openings) {
    const others = openings
      .filter((other) => other !== opening)
      .map((other) => isWithin(other, hits, planes));
    const isFree = (i: number): boolean => !others.some((isInOther) => isInOther(i));
    const edges = sides.map((side) => edgesAlong(copy, hits, planes, isFree, opening, side));
    const mark = (mask: Uint8Array, value: number, [left = 0, right = 0, above = 0]: readonly number[]) => {
      const { from, to, top } = opening;
      const moved = { ...opening, from: from - left, to: to + right, top: top + above };
      for (const i of pixelsOf(moved, hits, planes)) mask[i] = value;
    };
    const ends = edges.map(outermost);
    // A casing is as wide on all sides: two that show tell the third, and one alone is a shadow.
    const least = [...ends].sort((a, b) => a - b)[1] as number;
    if (least > 0) {
      const outsets = ends.map((end) => (tellsThird ? Math.max(end, least) : end));
      mark(casings, 1, outsets);
      mark(casings, 0, []);
    }
    const frame = frameOf(edges.map(clearest));
    if (!frame) continue;
    const leaf = frame.map(([start]) => start);
    const whole = frame.map(([, end]) => end);
    mark(casings, 1, whole);
    mark(casings, 0, leaf);
    mark(enclosed, 1, leaf);
  }
  return { casings, enclosed };
}

/** How wide a casing is at a side, in metres, by its outermost edge; 0 if none shows. */
function outermost(edges: readonly Edge[]): number {
  const near = edges.filter(({ at }) => at > -inside && at < outside);
  const least = near.some(({ at, step }) => step > clear && at > inner) ? clear : prominence;
  return Math.max(0, near.findLast(({ step }) => step > least)?.at ?? 0);
}

/** The edges that stand out, and more than what is right beside them. */
function clearest(edges: readonly Edge[]): Edge[] {
  const at = (k: number): number => edges[k]?.step ?? 0;
  return edges.filter(
    ({ step, isStanding }, k) => isStanding && step > prominence && step >= at(k - 1) && step >= at(k + 1),
  );
}

/** Where the clearest casing lies on each side. Two sides show both its edges, equally far apart; undefined if none do. */
function frameOf(edges: readonly (readonly Edge[])[]): readonly Span[] | undefined {
  const pairs = edges.map(pairsOf);
  let best: { spans: readonly Span[]; step: number } | undefined;
  for (const third of sides.keys()) {
    const [a, b] = pairs.filter((_, side) => side !== third) as [Pair[], Pair[]];
    for (const first of a) {
      for (const second of b) {
        const step = first.step + second.step;
        if (Math.abs(wide(first.span) - wide(second.span)) > alike || step <= (best?.step ?? 0)) continue;
        const spans = [first.span, second.span];
        spans.splice(third, 0, thirdOf(edges[third] ?? [], pairs[third] ?? [], first.span, second.span));
        best = { spans, step };
      }
    }
  }
  return best?.spans;
}

const wide = ([start, end]: Span): number => end - start;

function pairsOf(edges: readonly Edge[]): Pair[] {
  return edges.flatMap((start) =>
    edges
      .map((end): Pair => ({ span: [start.at, end.at], step: Math.min(start.step, end.step) }))
      .filter(({ span }) => wide(span) > widths[0] && wide(span) < widths[1]),
  );
}

/** Where a casing lies on its third side: at a pair of edges, or at the clearest one, its inner or outer as that lies like the others'. */
function thirdOf(edges: readonly Edge[], pairs: readonly Pair[], a: Span, b: Span): Span {
  const width = (wide(a) + wide(b)) / 2;
  const own = most(pairs.filter(({ span }) => Math.abs(wide(span) - width) <= alike));
  if (own) return own.span;
  const at = most(edges.filter((edge) => edge.at < outside))?.at ?? 0;
  const isOuter = at > (a[0] + b[0] + width) / 2;
  return isOuter ? [at - width, at] : [at, at + width];
}

const most = <T extends { step: number }>(all: readonly T[]): T | undefined =>
  all.reduce<T | undefined>((best, one) => (best && best.step >= one.step ? best : one), undefined);
