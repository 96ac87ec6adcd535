import { chainsOf, thinEdges } from "./chains.ts";
import type { Gradient } from "./gradient.ts";

const leastEdge = 5;
/** The shortest straight edge, as a part of the diagonal. */
const leastChain = 0.03;
/** Furniture stands below this part of the height. */
const furnitureBegins = 0.45;

/**
 * The length of the edges that are not straight, in diagonals: below, where furniture stands, less those above, where the
 * bricks or the paper of a wall have as many. A bare room has few: what is built has straight edges.
 */
export function clutterOf(gradient: Gradient): number {
  const middle = Math.floor(furnitureBegins * gradient.height) * gradient.width;
  const edges = thinEdges(gradient, leastEdge);
  const above = Uint8Array.from(edges).fill(0, middle);
  return bentIn(edges.fill(0, 0, middle), gradient) - bentIn(above, gradient);
}

function bentIn(edges: Uint8Array, gradient: Gradient): number {
  const diagonal = Math.hypot(gradient.width, gradient.height);
  const straight = chainsOf(edges, gradient, leastChain * diagonal);
  const all = edges.reduce((sum, mark) => sum + mark, 0);
  return (all - straight.reduce((sum, { length }) => sum + length, 0)) / diagonal;
}
