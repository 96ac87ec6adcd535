import { distancesTo } from "@image-staging/picture/distances";
import { blurred, type Slopes, slopesOf } from "@image-staging/picture/gradient";
import type { Plane } from "@image-staging/picture/plane";
import type { Emptied } from "../../emptied.ts";
import type { View } from "../view.ts";

/** Half the sides of the windows in which colour and grain are compared across the border, in pixels of a view. */
const [near, half] = [3, 8];
/** Levels by which the means of both sides differ at a seam: less is light that falls off. */
const step = 12;
/** Levels of grain of which a fill must keep a part, and levels above which it is an edge, no grain. */
const [grain, keptGrain, mostGrain] = [0.8, 0.35, 4];
/** Levels a pixel of an edge of what is built, and the part of it that goes on behind the border. */
const [edge, goesOn] = [10, 0.4];

/** Compares both sides of the border of what changed in a picture, `changed` being 1 for each pixel that did. */
export function borderOf(
  candidate: View,
  changed: Uint8Array,
): Pick<Emptied, "seam" | "smear" | "cut" | "cuts"> {
  const soft = blurred(candidate.luma);
  const fine = candidate.luma.map((value, at) => Math.min(mostGrain, Math.abs(value - soft.at(at))));
  const slopes = slopesOf(soft);
  const beside = besideBorder(candidate, changed);
  let [border, seams, grained, smears, crossing, cuts] = [0, 0, 0, 0, 0, 0];
  for (const at of borderPixels(candidate, changed)) {
    border++;
    const [luma, red, yellow] = [candidate.luma, candidate.redGreen, candidate.yellowBlue].map((plane) =>
      sidesOf(plane, changed, at, near),
    );
    if (luma && red && yellow && Math.hypot(gap(luma), gap(red) / 2, gap(yellow) / 2) >= step) seams++;
    const [inside, outside] = sidesOf(fine, changed, at, half, beside);
    if (outside >= grain) {
      grained++;
      if (inside < keptGrain * outside) smears++;
    }
    const behind = goingOn(slopes, changed, at);
    if (behind === null) continue;
    crossing++;
    if (behind < goesOn) cuts++;
  }
  const part = (count: number, of: number) => (of === 0 ? 0 : count / of);
  return {
    seam: part(seams, border),
    smear: grained < border / 4 ? 0 : part(smears, grained),
    cut: part(cuts, crossing),
    cuts,
  };
}

const gap = ([inside, outside]: readonly [number, number]) => inside - outside;

/** Pixels that are as before and have a changed neighbour, away from the picture's sides. */
function* borderPixels({ width, height }: View, changed: Uint8Array): Generator<number> {
  for (let y = half; y < height - half; y++)
    for (let x = half; x < width - half; x++) {
      const at = y * width + x;
      if (changed[at]) continue;
      if (changed[at - 1] || changed[at + 1] || changed[at - width] || changed[at + width]) yield at;
    }
}

/** 1 for pixels so near to the border that its own step would count as their grain. */
function besideBorder(size: View, changed: Uint8Array): Uint8Array {
  const kept = changed.map((one) => 1 - one);
  const [toChanged, toKept] = [distancesTo(changed, size), distancesTo(kept, size)];
  return kept.map((one, at) => ((one ? toChanged : toKept).at(at) <= near ? 1 : 0));
}

/** The means of a plane's changed and other pixels in the window around a pixel, but for those that are `left` out. */
function sidesOf(
  plane: Plane,
  changed: Uint8Array,
  at: number,
  half: number,
  left?: Uint8Array,
): [inside: number, outside: number] {
  const sums: [number, number] = [0, 0];
  const counts: [number, number] = [0, 0];
  for (let dy = -half; dy <= half; dy++)
    for (let dx = -half; dx <= half; dx++) {
      const i = at + dy * plane.width + dx;
      if (left?.[i]) continue;
      const side = changed[i] ? 0 : 1;
      sums[side] += plane.at(i);
      counts[side]++;
    }
  return [sums[0] / Math.max(1, counts[0]), sums[1] / Math.max(1, counts[1])];
}

/** How much of an edge at a border pixel goes on inside, from 0; null if there is no edge, or it runs along the border. */
function goingOn({ x, y, size }: Slopes, changed: Uint8Array, at: number): number | null {
  const steep = size.at(at);
  if (steep < edge) return null;
  const [alongX, alongY] = [-y.at(at) / steep, x.at(at) / steep];
  const placeAt = (far: number) => at + Math.round(alongY * far) * size.width + Math.round(alongX * far);
  const direction = [1, -1].find((way) => changed[placeAt(4 * way)] && !changed[placeAt(-4 * way)]);
  if (direction === undefined) return null;
  let most = 0;
  for (let far = 4; far <= half - 1; far++) {
    const place = placeAt(far * direction);
    for (const aside of [-1, 0, 1]) {
      const i = place + Math.round(-alongX * aside) * size.width + Math.round(alongY * aside);
      const same = (x.at(i) * x.at(at) + y.at(i) * y.at(at)) / steep;
      most = Math.max(most, same / steep);
    }
  }
  return most;
}
