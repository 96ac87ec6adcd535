import { type Face, facesOf, linesOf, type PanoramaBox } from "./box.ts";
import { refined } from "./refine.ts";
import { type Evidence, onlyEdges } from "./wall-line.ts";

/** How much nearer a skirting's lower edge is than its upper one, and how far from there a wall's line is looked for. */
const [skirtings, aside] = [
  [0.87, 0.88, 0.895, 0.91, 0.925, 0.94],
  [0.985, 1, 1.015],
] as const;
/** The part of a line's clarity that the other one of its skirting has at least, and all others of all lines. */
const asClear = 0.8;
/** The part of all lines that are upper ones at least: a single wall has other lines before it. */
const most = 0.5;
/** The part of the lower line's clarity that a line above has at least if the floor mirrors a skirting. */
const mirrored = 0.85;
const weights = { floor: onlyEdges, ceiling: onlyEdges } as const;

const degreesOf = ({ from, to }: Face): number => ((to - from) * 180) / Math.PI;

interface Line {
  face: Face;
  degrees: number;
  /** The part of its distance at which the floor boundary is. */
  part: number;
  paired: number;
}

/**
 * The box with walls at the lower edge of the skirting, if all around the room there is a second line at its height: below
 * walls that were found at its upper edge, above others.
 */
export function atFloorBoundary(evidence: Evidence, corners: Float32Array, box: PanoramaBox): PanoramaBox {
  const { background } = evidence.edges;
  const clarityOf = (face: Face, part: number): number => {
    const { floor } = linesOf(evidence, box, { ...face, distance: face.distance * part }, weights);
    return floor / degreesOf(face) + background;
  };
  const clearest = (face: Face, part: number) =>
    aside
      .map((step) => ({ part: part * step, clarity: clarityOf(face, part * step) }))
      .reduce((best, other) => (other.clarity > best.clarity ? other : best));
  const walls = facesOf(box).map((face) => ({ face, own: clarityOf(face, 1), degrees: degreesOf(face) }));
  const sum = <T>(lines: readonly T[], of: (line: T) => number) =>
    lines.reduce((all, line) => all + of(line), 0);
  const tried = skirtings.map((skirting): Line[] => {
    const both = walls.map(({ face, own, degrees }) => {
      const [below, above] = [clearest(face, skirting), clearest(face, 1 / skirting)];
      return { face, degrees, own, below, above, isUpper: below.clarity > asClear * own };
    });
    const upper = both.filter(({ isUpper }) => isUpper);
    const isMirrored =
      sum(upper, ({ degrees, above }) => degrees * above.clarity) >
      mirrored * sum(upper, ({ degrees, below }) => degrees * below.clarity);
    return both.map(({ face, degrees, own, below, above, isUpper }) => ({
      ...{ face, degrees, part: isUpper && !isMirrored ? below.part : 1 },
      paired: Math.max(isUpper ? below.clarity : 0, above.clarity > asClear * own ? above.clarity : 0),
    }));
  });
  const scoreOf = (of: readonly Line[]) => sum(of, ({ degrees, paired }) => degrees * paired);
  const lines = tried.reduce((best, other) => (scoreOf(other) > scoreOf(best) ? other : best));
  if (scoreOf(lines) < asClear * sum(walls, ({ degrees, own }) => degrees * own)) return box;
  if (sum(lines, ({ degrees, part }) => (part < 1 ? degrees : 0)) < most * 360) return box;
  const mean = sum(lines, ({ degrees, part }) => degrees * part) / 360;
  const moved = (wall: number, distance: number): number =>
    distance * (lines.find(({ face }) => face.wall === wall && face.distance === distance)?.part ?? 1);
  return refined(evidence, corners, {
    ...box,
    distances: box.distances.map((distance, wall) =>
      moved(wall, distance),
    ) as unknown as PanoramaBox["distances"],
    height: 1 + (box.height - 1) * mean,
    block: box.block && {
      ...box.block,
      faces: [moved(box.block.wall, box.block.faces[0]), moved((box.block.wall + 1) % 4, box.block.faces[1])],
    },
  });
}
