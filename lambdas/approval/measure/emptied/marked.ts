import { distancesTo } from "@image-staging/picture/distances";
import type { Plane } from "@image-staging/picture/plane";
import type { Dimensions } from "../../../domain/source-asset/dimensions.ts";
import { type Pixels, scaledMask } from "../../../runtime/picture/decoder.ts";
import type { View } from "../view.ts";

/** How far a fill may reach beyond a mask, and fade over, as a part of the width: a generous mask of 3.5 % shows less of what went. */
const [grown, faded] = [0.035, 0.015];

/** What a mask marks, 1 for each such pixel of a view's size. */
export async function markedOf(mask: Pixels, size: Dimensions): Promise<Uint8Array> {
  return (await scaledMask(size, mask)).map((value) => (value >= 128 ? 1 : 0));
}

/** A source as it would be if what a mask marks had been as it is in the candidate: no difference is left there. */
export function besideMask(source: View, candidate: View, marked: Uint8Array): View {
  const away = distancesTo(marked, source);
  const keptAt = (at: number) =>
    Math.min(1, Math.max(0, (away.at(at) - grown * source.width) / (faded * source.width)));
  const mixed = (before: Plane, after: Plane) =>
    before.map((value, at) => after.at(at) + (value - after.at(at)) * keptAt(at));
  return {
    ...source,
    luma: mixed(source.luma, candidate.luma),
    redGreen: mixed(source.redGreen, candidate.redGreen),
    yellowBlue: mixed(source.yellowBlue, candidate.yellowBlue),
  };
}
