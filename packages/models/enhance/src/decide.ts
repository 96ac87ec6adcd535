import { float32At } from "@image-staging/picture/at";
import type { Picture } from "@image-staging/picture/picture";
import { Plane } from "@image-staging/picture/plane";
import { balanceOf, type Cast, castOf, type LocalCast, localCastOf } from "./balance.ts";
import { luminanceOf, type SmallCopy, smallCopyOf } from "./copy.ts";
import { type Grid, gridOf } from "./grid.ts";
import { surfacesOf } from "./surfaces.ts";
import { curveOf, gainOf, veilOf, whiteOf } from "./tone.ts";

/** What is done to the light and colour of a picture. */
export interface Grade {
  cast: Cast;
  /** What the light's colour differs by from place to place, at the size of the copy. */
  local: LocalCast;
  veil: number;
  gain: number;
  grid: Grid;
}

/** What a second candidate has more: stops of light, and warmth in the light's colour. */
export interface Taste {
  stops: number;
  warmth: number;
}

/** Decides a grade on a small copy. `wraps` closes a panorama's left and right edges. */
export function gradeOf(picture: Picture, wraps: boolean, taste: Taste = { stops: 0, warmth: 0 }): Grade {
  const copy = smallCopyOf(picture);
  const { cast: found, left } = castOf(copy, surfacesOf(copy, wraps), wraps);
  const cast = { red: found.red - taste.warmth, blue: found.blue + taste.warmth };
  const everywhere = (value: number): Plane => new Plane(copy).map(() => value);
  const balanced = withoutCast(copy, { red: everywhere(cast.red), blue: everywhere(cast.blue) });
  const local = localCastOf(balanced, surfacesOf(balanced, wraps), left, wraps);
  const even = withoutCast(balanced, local);
  const veil = veilOf(luminanceOf(even).values, whiteOf(even, surfacesOf(even, wraps)));
  const clear = { ...even, rgb: even.rgb.map((value) => Math.max(0, value - veil) / (1 - veil)) };
  const gain = gainOf(whiteOf(clear, surfacesOf(clear, wraps)), clear) * 2 ** taste.stops;
  const grid = gridOf(luminanceOf(clear), curveOf(gain), wraps);
  return { cast, local, veil, gain, grid };
}

function withoutCast(copy: SmallCopy, { red, blue }: LocalCast): SmallCopy {
  const rgb = copy.rgb.slice();
  for (const [i, value] of red.values.entries())
    for (const [c, factor] of balanceOf(value, blue.at(i)).entries())
      rgb[i * 3 + c] = float32At(rgb, i * 3 + c) * factor;
  return { ...copy, rgb };
}
