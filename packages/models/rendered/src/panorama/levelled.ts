import { edgeFieldOf } from "@image-staging/picture/edge-field";
import type { WorkingCopy } from "@image-staging/picture/working-copy";
import { panoramaCamera } from "@image-staging/tracer/camera";
import type { Labels } from "../labels/index.ts";
import { type FoundPanoramaBox, findPanoramaBox } from "./find-box.ts";
import { labelsAround } from "./labels.ts";
import { isLevel, type Tilt, tiltOf } from "./tilt.ts";
import { seenBy } from "./views.ts";

/** A panorama as a level camera sees it, what it shows, and the room's box in it. */
interface Levelled {
  tilt: Tilt;
  labels: Labels;
  found: FoundPanoramaBox;
}

/** Levels a panorama by its vertical edges and, if the box's own lines show that it still leans, by those. */
export async function levelled(seen: WorkingCopy): Promise<Levelled> {
  const first = await levelledBy(seen, tiltOf(edgeFieldOf(seen)));
  const { lean } = first.found;
  if (!lean) return first;
  return levelledBy(seen, { pitch: first.tilt.pitch - lean[1], roll: first.tilt.roll - lean[0] });
}

async function levelledBy(seen: WorkingCopy, tilt: Tilt): Promise<Levelled> {
  const level = panoramaCamera(seen, 0, 0);
  const copy = isLevel(tilt) ? seen : seenBy(level, seen, { ...level, ...tilt });
  const labels = await labelsAround(copy);
  return { tilt, labels, found: findPanoramaBox(labels) };
}
