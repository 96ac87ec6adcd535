import type { Picture } from "@image-staging/picture/picture";
import { luminanceOf, smallCopyOf } from "./copy.ts";
import parameters from "./pro_capture.json" with { type: "json" };

/** Why a photo cannot be enhanced: most of it is as good as black, or burnt out, and has no room in it to bring out. */
export function lostBy(picture: Picture): string | undefined {
  const { dark, bright, most } = parameters.lost;
  const light = luminanceOf(smallCopyOf(picture)).values;
  const [black, burnt] = [light.filter((value) => value < dark), light.filter((value) => value > bright)];
  if (black.length + burnt.length < most * light.length) return undefined;
  return black.length > burnt.length
    ? "This picture is almost black: there is no room in it to bring out. Take it again with the lights on or the curtains open."
    : "This picture is burnt out: there is no room in it to bring out. Take it again with a shorter exposure.";
}
