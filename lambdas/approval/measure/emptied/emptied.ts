import { distancesTo } from "@image-staging/picture/distances";
import { blurred } from "@image-staging/picture/gradient";
import type { Emptied } from "../../emptied.ts";
import type { View } from "../view.ts";
import { borderOf } from "./border.ts";
import { remnantShare } from "./remnants.ts";

/** Levels of luma or colour by which a pixel changed. */
const change = 8;
/** How far around a mask contact shadows and reflections go with what cast them, as a part of the height. */
const shadows = 0.1;

/** Measures how a picture was emptied of what its caller marked, `marked` being 1 for each such pixel of the view. */
export function emptiedOf(source: View, candidate: View, marked: Uint8Array): Emptied {
  const changed = changedIn(source, candidate);
  const away = distancesTo(marked, source);
  const far = changed.filter((one, at) => one && away.at(at) > shadows * source.height);
  return {
    unmarked: far.length / changed.length,
    remnant: remnantShare(candidate, marked, changed),
    ...borderOf(candidate, changed),
  };
}

/** 1 for each pixel that changed, 0 for the others. */
function changedIn(source: View, candidate: View): Uint8Array {
  const planes = (["luma", "redGreen", "yellowBlue"] as const).map(
    (name) => [blurred(source[name]), blurred(candidate[name])] as const,
  );
  return Uint8Array.from({ length: source.luma.values.length }, (_, at) =>
    planes.some(([before, after]) => Math.abs(before.at(at) - after.at(at)) > change) ? 1 : 0,
  );
}
