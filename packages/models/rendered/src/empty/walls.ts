import { boxMean } from "@image-staging/picture/box-mean";
import { distancesTo } from "@image-staging/picture/distances";
import { slopesOf } from "@image-staging/picture/gradient";
import { Plane } from "@image-staging/picture/plane";
import { faceNames } from "../analysis/faces.ts";
import { labelGroups } from "../labels/classes.ts";
import type { Hidden } from "./hidden.ts";
import { largePieces } from "./large-pieces.ts";
import { spanMembrane } from "./membrane.ts";
import { leastPaint } from "./removed.ts";
import { addSkirting } from "./skirting.ts";

/** Shares of the width beside what is fixed that labels call wall, and are its frame. */
const beside = 0.01;
/** Paint is even: its steps of lightness a pixel at most. */
const even = 2.5;
const fixed = labelGroups.indexOf("fixed");
/** Pixels of a face that tell its paint at least; a face with fewer borrows the others'. */
const fewest = 150;
/** Pixels below their foot to which walls go on: the picture's finer pixels can lie there. */
const foot = 12;
/** Pixels over which known paint is smoothed, so that its grain does not run on as stripes. */
const smooth = 3;

/**
 * The light on walls and ceiling as it is without what hides them, sRGB levels in three planes of the copy: a membrane from the
 * paint in sight, face by face, so that no light goes around corners.
 */
export function wallsBehind(hidden: Hidden): { paint: Float32Array[]; walls: Float32Array[] } {
  const { labels, hits, removed } = hidden;
  const { copy } = labels;
  const [walls, ceiling] = [labels.group("walls"), labels.group("ceiling")];
  const steps = slopesOf(copy.lab[0]).size;
  const toFixed = distancesTo(
    labels.greatest.map((own) => (own === fixed ? 1 : 0)),
    copy,
  );
  const isPaint = largePieces(
    Uint8Array.from(removed, (gone, i) => {
      const name = faceNames[hits.face[i] as number];
      const share = name === "ceiling" ? (ceiling[i] as number) : name === "floor" ? 0 : (walls[i] as number);
      return !gone && share > 0.5 && steps.at(i) < even && toFixed.at(i) > beside * copy.width ? 1 : 0;
    }),
    copy,
    leastPaint,
  );
  const planes = smoothed(copy.rgb, isPaint, copy);
  const borrowed = meanOf(planes, isPaint);
  for (const [index, name] of faceNames.entries()) {
    if (name === "floor") continue;
    const known = isPaint.map((paint, i) => (paint && hits.face[i] === index ? 1 : 0));
    const domain = hits.face.map((own) => (own === index ? 1 : 0));
    if (known.reduce((sum, value) => sum + value, 0) < fewest) {
      for (const [c, plane] of planes.entries())
        for (let i = 0; i < plane.length; i++) if (domain[i] && !known[i]) plane[i] = borrowed[c] as number;
      continue;
    }
    spanMembrane(planes, { width: copy.width, height: copy.height, known, domain });
  }
  const paint = planes.map((plane) => plane.slice());
  addSkirting(planes, hidden, isPaint);
  goOnBelow(planes, hidden);
  return { paint, walls: planes };
}

/** Lets walls go on by some pixels below their foot, so that no pixel of the picture mixes them with what goes. */
function goOnBelow(planes: readonly Float32Array[], { labels, hits, removed }: Hidden): void {
  const { width } = labels.copy;
  const floor = faceNames.indexOf("floor");
  const isWall = (i: number): boolean => i >= 0 && hits.face[i] !== floor;
  for (let k = 1; k <= foot; k++)
    for (let i = k * width; i < removed.length; i++) {
      const isNext =
        removed[i] && !isWall(i) && isWall(i - k * width) && (k === 1 || !isWall(i - (k - 1) * width));
      if (isNext) for (const plane of planes) plane[i] = plane[i - width] as number;
    }
}

/** The colours of pixels, each the mean of those around that are marked. */
function smoothed(
  rgb: Uint8Array,
  marked: Uint8Array,
  size: { width: number; height: number },
): Float32Array[] {
  const weight = boxMean(new Plane(size, Float32Array.from(marked)), smooth);
  return [0, 1, 2].map((c) => {
    const own = Float32Array.from(marked, (is, i) => (is ? (rgb[3 * i + c] as number) : 0));
    const mean = boxMean(new Plane(size, own), smooth);
    return mean.values.map((value, i) => (marked[i] ? value / weight.at(i) : (rgb[3 * i + c] as number)));
  });
}

function meanOf(planes: readonly Float32Array[], marked: Uint8Array): number[] {
  const count = Math.max(
    1,
    marked.reduce((sum, value) => sum + value, 0),
  );
  return planes.map((plane) => plane.reduce((sum, value, i) => (marked[i] ? sum + value : sum), 0) / count);
}
