import { columnOf, type Face, facesOf, type PanoramaBox } from "./box.ts";
import { refined } from "./refine.ts";
import { searchRing, withinBox } from "./ring-search.ts";
import { type Evidence, edgeWeightsOf, onlyEdges, support } from "./wall-line.ts";

/** Sections of a wall, how many of them must show its floor boundary and its ceiling's line, and from which clarity they do. */
const [sections, fewest, shown] = [12, 9, 0.4] as const;
/** The parts of the further wall's floor boundary, and of both its lines together, that a nearer one's have at least. */
const [asClearBoundary, asClear] = [0.87, 0.95] as const;
/** What is not this much nearer is the same wall, and what is not this much nearer its skirting: both hide behind the same things. */
const [same, skirting] = [0.975, 0.86] as const;

/**
 * The box with walls nearer if their floor boundary and their ceiling's line show all along them: nothing is seen behind a wall. So
 * one wall alone comes down from its skirting, and a window's sill and lintel are no wall. What a built-up corner shows is shorter.
 */
export function nearestWalls(evidence: Evidence, corners: Float32Array, box: PanoramaBox): PanoramaBox {
  const search = { grid: withinBox(box), weights: edgeWeightsOf, blocks: box.block !== undefined };
  const found = searchRing(evidence, corners, box.heading, search).box;
  const other = { ...refined(evidence, corners, found, edgeWeightsOf), block: box.block };
  const distances = box.distances.map((distance, wall) => {
    const near = other.distances[wall] as number;
    // A wall lies behind its part of a built-up corner.
    const face = box.block?.faces[(wall - box.block.wall + 4) % 4] ?? 0;
    if (near > same * distance || near < face) return distance;
    const [was, is] = [
      linesOf(evidence, box, wall),
      linesOf(evidence, { ...other, distances: withWall(box, wall, near) }, wall),
    ];
    const isWhole = (["floor", "ceiling"] as const).every(
      (part) => is[part].shown >= Math.min(fewest, near > skirting * distance ? was[part].shown : fewest),
    );
    const isClear =
      is.floor.clarity > asClearBoundary * was.floor.clarity &&
      is.floor.clarity + is.ceiling.clarity > asClear * (was.floor.clarity + was.ceiling.clarity);
    return isWhole && isClear ? near : distance;
  }) as unknown as PanoramaBox["distances"];
  if (distances.every((distance, wall) => distance === box.distances[wall])) return box;
  return refined(evidence, corners, { ...other, distances }, edgeWeightsOf);
}

const withWall = ({ distances }: PanoramaBox, wall: number, near: number) =>
  distances.map((distance, i) => (i === wall ? near : distance)) as unknown as PanoramaBox["distances"];

/** How clear a wall's two lines are, and whether they show all along it. */
function linesOf(evidence: Evidence, box: PanoramaBox, wall: number) {
  const { width, background } = evidence.edges;
  const distance = box.distances[wall] as number;
  const seen = facesOf(box).find((face) => face.wall === wall && face.distance === distance) as Face;
  const middle = columnOf(width, box.heading, (wall * Math.PI) / 2);
  const long = (seen.to - seen.from) / sections;
  const lineOf = (part: "floor" | "ceiling", away: number) => {
    const clarities = Array.from({ length: sections }, (_, i) => {
      const start = seen.from + i * long;
      const sum = support(
        evidence,
        part,
        { middle, distance: away, from: start, to: start + long },
        onlyEdges,
      );
      return (sum * Math.PI) / 180 / long + background;
    });
    return {
      clarity: clarities.reduce((sum, clarity) => sum + clarity, 0) / sections,
      shown: clarities.filter((clarity) => clarity > shown).length,
    };
  };
  return { floor: lineOf("floor", distance), ceiling: lineOf("ceiling", distance / (box.height - 1)) };
}
