import type { EdgeField } from "@image-staging/picture/edge-field";
import type { WorkingCopy } from "@image-staging/picture/working-copy";
import { planesOf } from "../box/box.ts";
import { cameraOf, type FoundRoom } from "../box/find-room.ts";
import type { Segment } from "../camera/segments.ts";
import { framesOf } from "../faces.ts";
import { anySizes, faintDoorsOf } from "../openings/faint-doors.ts";
import { openingsOf } from "../openings/openings.ts";
import { withHeads } from "./heads.ts";
import { type Heights, heightsOf, type Scale, scaleOf } from "./scale.ts";

/** The scale of a room by its doors and windows, which are looked for at the size that camera and ceiling make likely. */
export function findScale(
  copy: WorkingCopy,
  segments: readonly Segment[],
  edges: EdgeField,
  { view, found: { box, ceiling } }: FoundRoom,
): Scale {
  const { elevation } = scaleOf(box, ceiling, { doors: [], lintels: [] });
  const [camera, planes] = [cameraOf(copy, view, elevation), planesOf(box, elevation)];
  const { openings } = openingsOf(copy, segments, camera, planes);
  const heights = heightsOf(withHeads(openings, edges, camera, planes), elevation);
  return scaleOf(box, ceiling, hasAny(heights) ? heights : { doors: doorsOfAnySize(), lintels: [] });

  /** The tops of doors that are too small or large to be found at the usual size. */
  function doorsOfAnySize(): number[] {
    const { back, left, right } = framesOf(planes);
    return [back, left, right].flatMap((frame) =>
      faintDoorsOf(edges, camera, frame, anySizes).map(({ top }) => top / elevation),
    );
  }
}

const hasAny = ({ doors, lintels }: Heights): boolean => doors.length + lintels.length > 0;
