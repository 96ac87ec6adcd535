import { type PanoramaBox, supports } from "./box.ts";
import { refined } from "./refine.ts";
import { type Evidence, onlyEdges } from "./wall-line.ts";

/** How much nearer the walls are if their foot is a skirting's lower edge, and the part of the upper edge's support that it has. */
const [skirtings, asClear] = [[0.88, 0.895, 0.91, 0.925, 0.94], 0.87] as const;
/** The part of that edge's support that a line as far above the foot has, if the floor mirrors a skirting. */
const mirrored = 0.8;

/** The box at the lower edge of the skirting, if that is nearly as clear around the room: the ceiling's line stays. */
export function atFoot(evidence: Evidence, corners: Float32Array, box: PanoramaBox): PanoramaBox {
  const { background } = evidence.edges;
  const footOf = (one: PanoramaBox): number =>
    supports(evidence, corners, one, { floor: onlyEdges, ceiling: onlyEdges }).floor / 360 + background;
  const nearer = (part: number): PanoramaBox => ({
    ...box,
    distances: box.distances.map((distance) => distance * part) as unknown as PanoramaBox["distances"],
    height: 1 + (box.height - 1) * part,
  });
  const supportOf = (part: number): number => footOf(nearer(part));
  const best = skirtings.reduce((most, other) => (supportOf(other) > supportOf(most) ? other : most));
  if (supportOf(best) <= asClear * footOf(box)) return box;
  const isMirrored = supportOf(1 / (2 - 1 / best)) > mirrored * supportOf(best);
  return isMirrored ? box : refined(evidence, corners, nearer(best));
}
