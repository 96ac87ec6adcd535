import type { Slopes } from "@image-staging/picture/gradient";
import type { Plane } from "@image-staging/picture/plane";
import { medianOf } from "@image-staging/picture/quantile";
import type { Residual } from "../surfaces/residual.ts";
import { brightest, type View } from "../view.ts";

/** How the floor's own surface changed where its grain is still there: medians in luma, and in colour beyond a grade's, of 255. */
export interface FloorChanges {
  floorShade: number;
  floorColour: number;
}

/** Floors are looked at below this part of the height, in squares of so many pixels to each side, so far apart. */
const floorBegins = 0.6;
const [reach, apart] = [4, 6];
/** A square has grain if its mean squared slope is this; the grain is kept if both pictures' slopes correlate so well. */
const [leastGrain, leastAlike] = [0.35, 0.6];
/** How much of a floor's own colour a grade can add or take: walls have too little to learn that from. */
const saturation = 0.2;
/** Fewer squares tell nothing: a rug covers the rest. */
const leastSquares = 25;

/**
 * Compares the floor after a grade has been taken out, but only where the source's grain shows that no rug lies there. Its
 * shade falls in furniture's shadows; its colour hardly changes.
 */
export function floorChanges(
  [source, candidate]: readonly [View, View],
  [before, after]: readonly [Slopes, Slopes],
  { luma, colour }: Residual,
  walls: Uint8Array,
): FloorChanges {
  const { width, height } = source;
  const places: number[] = [];
  for (let y = Math.floor(floorBegins * height); y < height - apart; y += apart)
    for (let x = apart; x < width - apart; x += apart) {
      const i = y * width + x;
      const isClipped = Math.max(source.luma.at(i), candidate.luma.at(i)) > brightest;
      if (walls[i] === 0 && !isClipped && hasGrain(i, before, after)) places.push(i);
    }
  if (places.length < leastSquares) return { floorShade: 0, floorColour: 0 };
  const median = (plane: Plane) => medianOf(Float32Array.from(places, (i) => plane.at(i)));
  const { redGreen, yellowBlue } = source;
  const beyond = colour.map((value, i) => value - saturation * Math.hypot(redGreen.at(i), yellowBlue.at(i)));
  return { floorShade: median(luma), floorColour: Math.max(0, median(beyond)) };
}

/** Whether the square around a pixel has grain that is the same in both pictures. */
function hasGrain(middle: number, before: Slopes, after: Slopes): boolean {
  let [product, squareBefore, squareAfter] = [0, 0, 0];
  for (let dy = -reach; dy <= reach; dy++)
    for (let i = middle + dy * before.width - reach; i <= middle + dy * before.width + reach; i++) {
      product += before.x.at(i) * after.x.at(i) + before.y.at(i) * after.y.at(i);
      squareBefore += before.size.at(i) ** 2;
      squareAfter += after.size.at(i) ** 2;
    }
  const isGrain = squareBefore >= leastGrain * (2 * reach + 1) ** 2;
  return isGrain && product >= leastAlike * Math.sqrt(squareBefore * squareAfter);
}
