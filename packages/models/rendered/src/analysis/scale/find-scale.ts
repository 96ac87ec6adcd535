import type { EdgeField } from "@image-staging/picture/edge-field";
import type { Labels } from "../../labels/index.ts";
import { planesOf } from "../box/box.ts";
import { cameraOf, type FoundRoom } from "../box/find-room.ts";
import { labelledOpenings } from "../openings/labelled-openings.ts";
import { withHeads } from "./heads.ts";
import { heightsOf, type Scale, scaleOf } from "./scale.ts";

/** What ends higher, as a share of the ceiling's height, is glass or a cupboard up to the ceiling: no measure of the room. */
const highest = 0.96;

/** The scale of a room by its doors and windows, whose heads are looked for where their labels end. */
export function findScale(
  labels: Labels,
  edges: EdgeField,
  { view, found: { box, ceiling } }: FoundRoom,
): Scale {
  const { elevation } = scaleOf(box, ceiling, { doors: [], lintels: [] });
  const [camera, planes] = [cameraOf(labels.copy, view, elevation), planesOf(box, elevation)];
  const found = withHeads(labelledOpenings(labels, camera, planes), edges, camera, planes);
  const below = found.filter(({ top }) => top < highest * planes.height);
  return scaleOf(box, ceiling, heightsOf(below, elevation));
}
