import { leastBesideFittings } from "@image-staging/furniture/programs";
import { edgeFieldOf } from "@image-staging/picture/edge-field";
import type { Picture } from "@image-staging/picture/picture";
import type { WorkingCopy } from "@image-staging/picture/working-copy";
import { resized } from "@image-staging/tracer/camera";
import type { Declined } from "../declined.ts";
import { type Labels, labelsOf } from "../labels/index.ts";
import { maskOf } from "../labels/mask.ts";
import type { Analysis } from "./analysis.ts";
import { planesOf } from "./box/box.ts";
import { cameraOf, type FoundRoom, findRoom } from "./box/find-room.ts";
import { openGroundOf } from "./box/open-ground.ts";
import { findSegments, type Segment } from "./camera/segments.ts";
import { freeFloorOf } from "./floor.ts";
import {
  declinedAsShapeless,
  declinedAsSmall,
  declinedAsStoodOn,
  declinedBy,
  type Place,
} from "./gate/gate.ts";
import { withoutWater } from "./gate/outdoors.ts";
import { isStoodOn } from "./gate/standing.ts";
import { lightOf } from "./light/light.ts";
import { skyLightOf } from "./light/sky.ts";
import { sunOf } from "./light/sun.ts";
import { labelledOpenings } from "./openings/labelled-openings.ts";
import { findScale } from "./scale/find-scale.ts";
import { type Scale, scaleOf } from "./scale/scale.ts";

export type { Picture } from "@image-staging/picture/picture";
export type { Analysis } from "./analysis.ts";

/** Square metres of free floor that a room needs. */
const leastFloor = 2;

/**
 * Camera, room and light of a photo of an empty room, from its pixels alone. Declines a furnished room (`no_free_floor`)
 * unless it is `fitted` (things in it are part of it), a lawn unless it is `outdoors`, and one that it cannot make out (`room_not_understood`). Same picture,
 * same result.
 */
export async function analyse(picture: Picture, place: Place = {}): Promise<Analysis | Declined> {
  return analyseLabelled(picture, await labelsOf(picture), place);
}

/** What `analyse` finds, by labels that are known. */
export function analyseLabelled(picture: Picture, labels: Labels, place: Place): Analysis | Declined {
  const declined = declinedBy(labels, place);
  if (declined) return declined;
  const { copy } = labels;
  const segments = segmentsOf(copy);
  const edges = edgeFieldOf(copy);
  const seen = findRoom(labels, segments, edges);
  if (seen)
    return analysisOf(picture, labels, { ...seen, scale: findScale(labels, edges, seen), segments, place });
  const open = place.outdoors ? openGroundOf(labels, segments) : undefined;
  if (!open) return declinedAsShapeless(place);
  const scale = scaleOf(open.found.box, 0, { doors: [], lintels: [] });
  return analysisOf(picture, labels, { ...open, scale, segments, place, isOpen: true });
}

export const segmentsOf = (copy: WorkingCopy): Segment[] =>
  findSegments(copy.lab[0], 0.022 * Math.hypot(copy.width, copy.height));

/** A camera and a room whose size is known. */
export interface Measured extends Pick<FoundRoom, "view" | "found" | "confidence"> {
  scale: Scale;
  segments: readonly Segment[];
  /** What is expected of such a room. */
  place: Place;
  /** Whether its walls only bound the ground in use: there is nothing in them. */
  isOpen?: true;
}

/** Openings, free floor and light of a photo whose room is known, by labels of its pixels. */
export function analysisOf(picture: Picture, labels: Labels, room: Measured): Analysis | Declined {
  const { view, found, confidence, scale, segments, place, isOpen } = room;
  const { copy } = labels;
  const small = cameraOf(copy, view, scale.elevation);
  const planes = planesOf(found.box, scale.elevation);
  const openings = isOpen ? [] : labelledOpenings(labels, small, planes);
  const floor = place.outdoors ? withoutWater(labels) : maskOf(labels, "floor");
  if (place.outdoors && isStoodOn(segments, floor, small)) return declinedAsStoodOn;
  const sky = place.outdoors ? skyLightOf(copy, small, planes, floor) : undefined;
  const { light, exposure } = sky ?? lightOf(copy, small, planes, openings);
  const full = resized(small, picture);
  const floorMask = enlargedMask(floor, copy, picture);
  const freeFloor = freeFloorOf(full, planes, floorMask, openings);
  const free = freeFloor.free.filter(Boolean).length * freeFloor.cell ** 2;
  if (free < (place.fitted ? leastBesideFittings : leastFloor)) return declinedAsSmall;
  const sun = sky ? sky.sun : sunOf(copy, small, { planes, openings }, floor, exposure.whitePoint);
  return {
    labels,
    camera: full,
    room: { ...planes, openings, floorMask, freeFloor },
    light: sun
      ? { ...light, sun: { ...sun.light, patches: enlargedMask(sun.patches, copy, picture) } }
      : light,
    exposure,
    confidence: { ...confidence, scale: scale.confidence },
    segments: segments.map((segment) => enlargedSegment(segment, copy.scale)),
  };
}

/** A mask of the working copy at the picture's size, smoothed between pixels. */
export function enlargedMask(mask: Uint8Array, { width, height }: WorkingCopy, picture: Picture): Uint8Array {
  if (width === picture.width) return mask;
  const large = new Uint8Array(picture.width * picture.height);
  const [sx, sy] = [width / picture.width, height / picture.height];
  for (let y = 0; y < picture.height; y++) {
    const v = Math.max(0, Math.min(height - 1.001, (y + 0.5) * sy - 0.5));
    const row = Math.floor(v) * width;
    for (let x = 0; x < picture.width; x++) {
      const u = Math.max(0, Math.min(width - 1.001, (x + 0.5) * sx - 0.5));
      const i = row + Math.floor(u);
      const a = mask[i] as number;
      const b = mask[i + 1] as number;
      const c = mask[i + width] as number;
      const d = mask[i + width + 1] as number;
      if (a + b + c + d === 0) continue;
      const s = u % 1;
      const t = v % 1;
      large[y * picture.width + x] = Math.round((a + s * (b - a)) * (1 - t) + (c + s * (d - c)) * t);
    }
  }
  return large;
}

function enlargedSegment(segment: Segment, scale: number): Segment {
  const { x1, y1, x2, y2, length } = segment;
  return {
    ...segment,
    x1: x1 / scale,
    y1: y1 / scale,
    x2: x2 / scale,
    y2: y2 / scale,
    length: length / scale,
  };
}
