import type { Slopes } from "@image-staging/picture/gradient";
import { type Chain, chainsOf, thinEdges } from "./chains.ts";
import { isKept } from "./gradient.ts";
import { slatsOf } from "./slats.ts";

const leastEdge = 5;
/** The shortest straight edge, as a part of the diagonal. */
const leastChain = 0.03;
/** Furniture stands below this part of the height. */
const furnitureBegins = 0.45;
/** Bricks or paper hidden below, as a share of those that are kept above. */
const hiddenWall = 0.3;

/** A part of a mask from which a pixel counts as covered. */
export const masked = 128;

/**
 * The length of the edges that are not straight and that a candidate shows no more, in diagonals: below, where furniture
 * stands, less what a patterned wall loses there. What is built has straight edges. Patterned floors and sun on them have
 * others, but new furniture hides only some of these; old furniture goes altogether. What lies between slats that are lost is a
 * radiator's.
 */
export function clutterOf(before: Slopes, after: Slopes, lost: readonly Chain[]): number {
  const slats = slatsOf(lost, before);
  return clutterIn(
    before,
    (i) => isKept(i, [before, after]),
    (i) => slats[i] === 0,
  );
}

/** The same under a mask, which has the picture's size. */
export const clutterUnder = (mask: Uint8Array, source: Slopes): number =>
  clutterIn(
    source,
    (i) => (mask[i] ?? 0) < masked,
    () => true,
  );

function clutterIn(source: Slopes, isKept: (i: number) => boolean, counts: (i: number) => boolean): number {
  const middle = Math.floor(furnitureBegins * source.height) * source.width;
  const edges = thinEdges(source, leastEdge);
  const [keptAbove, goneBelow] = [new Uint8Array(edges.length), new Uint8Array(edges.length)];
  for (let i = 0; i < edges.length; i++) {
    if (edges[i] === 0) continue;
    const kept = isKept(i);
    if (kept && i < middle) keptAbove[i] = 1;
    if (!kept && i >= middle && counts(i)) goneBelow[i] = 1;
  }
  return bentIn(goneBelow, source) - hiddenWall * bentIn(keptAbove, source);
}

function bentIn(edges: Uint8Array, gradient: Slopes): number {
  const diagonal = Math.hypot(gradient.width, gradient.height);
  const straight = chainsOf(edges, gradient, leastChain * diagonal);
  const all = edges.reduce((sum, mark) => sum + mark, 0);
  return (all - straight.reduce((sum, { length }) => sum + length, 0)) / diagonal;
}
