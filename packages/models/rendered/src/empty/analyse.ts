import { type EdgeField, edgeFieldOf } from "@image-staging/picture/edge-field";
import { assertPicture, type Picture } from "@image-staging/picture/picture";
import { workingCopyOf } from "@image-staging/picture/working-copy";
import { planesOf } from "../analysis/box/box.ts";
import { agreementOf, boxByLabels } from "../analysis/box/by-labels.ts";
import { witnessesOf } from "../analysis/box/conflicts.ts";
import { cameraOf, findRoom } from "../analysis/box/find-room.ts";
import { edgeScoreOf } from "../analysis/box/score.ts";
import { faceNames, hitsOf } from "../analysis/faces.ts";
import { declinedAsUnclear } from "../analysis/gate/gate.ts";
import { type Analysis, analysisOf, segmentsOf } from "../analysis/index.ts";
import { findScale } from "../analysis/scale/find-scale.ts";
import type { Declined } from "../declined.ts";
import { labelsAsEmptied } from "../labels/as-emptied.ts";
import type { Labels } from "../labels/index.ts";
import { bent, boundaryOf } from "./boundary.ts";
import { withFloorBeside } from "./floor-beside.ts";
import type { Measures } from "./gate.ts";
import { emptied } from "./index.ts";
import { isInOpening } from "./opening-shader.ts";
import { removedBy } from "./removed.ts";

/** A photo without its furniture, what is known of the empty room, and how much of it had to be invented. */
export interface EmptiedRoom {
  picture: Picture;
  analysis: Analysis;
  measures: Measures;
}

/** A mask of the picture: a byte a pixel, white (over 127) where something may be removed. */
export type Mask = Uint8Array;

/**
 * Removes what a mask covers from a photo of a furnished room. Camera and room are read once, from what the mask leaves in sight;
 * light and free floor from the emptied photo.
 */
export function analyseFurnished(picture: Picture, labels: Labels, mask: Mask): EmptiedRoom | Declined {
  assertPicture(picture);
  const { copy } = labels;
  const masked = onCopy(mask, picture, copy);
  const segments = segmentsOf(copy);
  const edges = withoutEdges(edgeFieldOf(copy), masked);
  const seen = findRoom(labels, segments, edges, "furnished");
  if (!seen) return declinedAsUnclear;
  const camera = cameraOf(copy, seen.view, 1);
  const isFree = ({ x1, y1, x2, y2 }: (typeof segments)[number]): boolean =>
    !masked[Math.floor((y1 + y2) / 2) * copy.width + Math.floor((x1 + x2) / 2)];
  const witnesses = witnessesOf(segments.filter(isFree), camera);
  const evidence = { camera, edges, likeness: new Float32Array(0), witnesses };
  const box = boxByLabels(labels, masked, camera, seen.found.box, (one) => edgeScoreOf(evidence, one));
  const found = { ...seen.found, box };
  const scale = findScale(labels, edges, { ...seen, found });
  const [small, room] = [cameraOf(copy, seen.view, scale.elevation), planesOf(box, scale.elevation)];
  const inBox = hitsOf(small, room);
  const boundary = boundaryOf(labels, masked, inBox);
  const hits = bent(inBox, boundary, small);
  const beside = withFloorBeside(labels, masked, hits);
  const removed = removedBy(masked, beside, hits);
  const empty = emptied(picture, { labels: beside, camera: small, room, boundary, hits, removed });
  const after = labelsAsEmptied(beside, workingCopyOf(empty.picture), (i) => {
    if (!removed[i]) return undefined;
    const name = faceNames[hits.face[i] as number];
    if (name === "floor" || name === "ceiling") return name;
    return isInOpening(empty.openings, hits.face[i] as number, hits.u[i] as number, hits.v[i] as number)
      ? "fixed"
      : "walls";
  });
  const analysis = analysisOf(empty.picture, after, {
    ...seen,
    found,
    scale,
    segments,
    place: {},
  });
  if ("declined" in analysis) return analysis;
  const measures: Measures = {
    agreement: agreementOf(labels, removed, camera)(box),
    ...empty.openings.measures,
    floor: empty.floor,
    changed: removed.reduce((sum, value) => sum + value, 0) / removed.length,
  };
  return { picture: empty.picture, analysis, measures };
}

/** 1 for each pixel of the copy of which the mask covers a half. */
function onCopy(mask: Mask, { width, height }: Picture, copy: Labels["copy"]): Uint8Array {
  const small = new Uint8Array(copy.width * copy.height);
  for (let i = 0; i < small.length; i++) {
    const x = Math.floor((((i % copy.width) + 0.5) * width) / copy.width);
    const y = Math.floor(((Math.floor(i / copy.width) + 0.5) * height) / copy.height);
    small[i] = (mask[y * width + x] as number) > 127 ? 1 : 0;
  }
  return small;
}

/** A field without the edges of what is masked: they are no walls'. */
function withoutEdges(field: EdgeField, masked: Uint8Array): EdgeField {
  const gradients = field.gradients.slice();
  for (let i = 0; i < masked.length; i++) if (masked[i]) gradients.fill(0, 6 * i, 6 * i + 6);
  return { ...field, gradients };
}
