import { edgeFieldOf } from "@image-staging/picture/edge-field";
import type { WorkingCopy } from "@image-staging/picture/working-copy";
import { panoramaCamera } from "@image-staging/tracer/camera";
import { type FoundPanoramaBox, findPanoramaBox } from "./find-box.ts";
import { isLevel, type Tilt, tiltOf } from "./tilt.ts";
import { seenBy } from "./views.ts";

/** A panorama as a level camera sees it, and the room's box in it. */
interface Levelled {
  tilt: Tilt;
  copy: WorkingCopy;
  found: FoundPanoramaBox;
}

/** Levels a panorama by its vertical edges and, if the box's own lines show that it still leans, by those. */
export function levelled(seen: WorkingCopy): Levelled {
  const first = levelledBy(seen, tiltOf(edgeFieldOf(seen)));
  const { lean } = first.found;
  if (!lean) return first;
  return levelledBy(seen, { pitch: first.tilt.pitch - lean[1], roll: first.tilt.roll - lean[0] });
}

function levelledBy(seen: WorkingCopy, tilt: Tilt): Levelled {
  const level = panoramaCamera(seen, 0, 0);
  const copy = isLevel(tilt) ? seen : seenBy(level, seen, { ...level, ...tilt });
  return { tilt, copy, found: findPanoramaBox(copy) };
}
