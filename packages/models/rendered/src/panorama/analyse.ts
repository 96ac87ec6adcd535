import { edgeFieldOf } from "@image-staging/picture/edge-field";
import { assertPicture, type Picture } from "@image-staging/picture/picture";
import { type WorkingCopy, workingCopyOf } from "@image-staging/picture/working-copy";
import { Lens, panoramaCamera } from "@image-staging/tracer/camera";
import type { Camera, FloorGrid } from "@image-staging/tracer/scene";
import type { Analysis } from "../analysis/analysis.ts";
import type { Planes } from "../analysis/faces.ts";
import { freeFloorOf } from "../analysis/floor.ts";
import { declinedAsSmall } from "../analysis/gate/gate.ts";
import { enlargedMask } from "../analysis/index.ts";
import { lightOf } from "../analysis/light/light.ts";
import { sunOf } from "../analysis/light/sun.ts";
import { labelledOpenings } from "../analysis/openings/labelled-openings.ts";
import { heightsOf, scaleOf } from "../analysis/scale/scale.ts";
import type { Declined } from "../declined.ts";
import { maskOf } from "../labels/mask.ts";
import { hiddenWalls, partsShowing } from "./bare-floor.ts";
import { behindBlock, isWithin } from "./behind-block.ts";
import { boundaryRows } from "./box.ts";
import type { FoundPanoramaBox } from "./find-box.ts";
import { declinedAsFurnished, declinedAsUnclear, declinedBy } from "./gate.ts";
import { levelled } from "./levelled.ts";
import { isLevel } from "./tilt.ts";

const longestSide = 1600;
/**
 * The least shares of the walls' floor boundaries that the picture has, of these and the ceiling's lines together, and of the
 * floor that looks like floor. Walls turned by 8 degrees miss lines; corners and colours say little: they pass with walls turned by 45.
 */
const [leastBoundary, leastLines, leastLikeness] = [0.6, 1.25, 0.6];
/** How strongly lines answer anywhere in a picture of a room at most: rooms' answered 0.25 to 0.40, those of noise from 0.79. */
const mostBackground = 0.6;
/** The share of the floor on which things are seen at most: furnished rooms whose walls are in sight have more. */
const mostThings = 0.15;
/** Metres around the viewer, or the camera's stand, that stay free, and the share of a small room's shorter side: a bed has place there. */
const [aroundViewer, ofSide] = [1, 0.17] as const;
/** Square metres. */
const leastFloor = 2;

/**
 * Camera, room and light of a panorama of an empty room, from its pixels alone. Declines a furnished room
 * (`no_free_floor`), one with fittings (`no_furniture_for_room`) and one that it cannot make out (`room_not_understood`). Same picture,
 * same result.
 */
export async function analysePanorama(picture: Picture): Promise<Analysis | Declined> {
  assertPicture(picture);
  const seen = workingCopyOf(picture, longestSide);
  if (!meets(seen) || edgeFieldOf(seen).background > mostBackground) return declinedAsUnclear;
  const { tilt, labels, found } = await levelled(seen);
  const declined = declinedBy(labels, isClear(found));
  if (declined) return declined;
  const { copy } = labels;
  const openingsAt = (elevation: number) => {
    const hidden = behindBlock(found, elevation);
    const planes = planesOf(found, elevation);
    const shown = labelledOpenings(labels, panoramaCamera(copy, found.heading, elevation), planes);
    return [...shown.filter((opening) => !hidden.some((part) => isWithin(opening, part))), ...hidden];
  };
  const usual = scaleOf(found, found.ceiling, { doors: [], lintels: [] }, "panorama").elevation;
  const scale = scaleOf(found, found.ceiling, heightsOf(openingsAt(usual), usual), "panorama");
  const planes = planesOf(found, scale.elevation);
  const small = panoramaCamera(copy, found.heading, scale.elevation);
  const openings = openingsAt(scale.elevation);
  const { light, exposure } = lightOf(copy, small, planes, openings);
  const sun = sunOf(copy, small, { planes, openings }, floorMaskOf(found, small), exposure.whitePoint);
  const camera = { ...panoramaCamera(picture, found.heading, scale.elevation), ...tilt };
  const floorMask = floorMaskOf(found, camera);
  const shorter = Math.min(planes.right - planes.left, planes.front - planes.back);
  const allFloor = awayFromViewer(
    freeFloorOf(camera, planes, floorMask, openings),
    Math.min(aroundViewer, ofSide * shorter),
  );
  const notFloor = maskOf(labels, "floor").map((value) => 255 - value);
  const unlike = partsShowing(allFloor, small, notFloor);
  const things = partsShowing(allFloor, small, maskOf(labels, "things")).flat().length;
  if (things > mostThings * allFloor.free.filter(Boolean).length) return declinedAsFurnished;
  const freeFloor = without(allFloor, unlike);
  if (freeFloor.free.filter(Boolean).length * freeFloor.cell ** 2 < leastFloor) return declinedAsSmall;
  const confidence = confidenceOf(found);
  return {
    camera,
    room: {
      ...planes,
      openings: [...openings, ...hiddenWalls(allFloor, unlike, planes.height)],
      floorMask,
      freeFloor,
    },
    light: sun
      ? {
          ...light,
          sun: { ...sun.light, patches: leaning(enlargedMask(sun.patches, copy, picture), camera) },
        }
      : light,
    exposure,
    confidence: { camera: confidence, room: confidence, scale: scale.confidence },
    segments: [],
  };
}

/** Whether the picture shows the box: a wrong lean or heading misses its lines. */
const isClear = ({ boundary, ceiling, floor }: FoundPanoramaBox): boolean =>
  boundary >= leastBoundary && boundary + ceiling >= leastLines && floor >= leastLikeness;

/** Empty rooms show nine tenths of their floor boundaries. */
const confidenceOf = ({ boundary, floor }: FoundPanoramaBox): number =>
  floor * Math.max(0, Math.min(1, (boundary - 0.45) / 0.4));

/**
 * Whether the left and right edge show the same floor and ceiling. In a photo twice as wide as high they do not. Between
 * floor and ceiling the edges can differ, by a corner or a door.
 */
function meets({ width, height, lab }: WorkingCopy): boolean {
  const rows = Array.from({ length: height }, (_, y) => y).filter((y) => Math.abs(y / height - 0.5) > 0.2);
  const stepAt = (from: number, to: number): number =>
    rows.reduce((sum, y) => {
      return sum + Math.abs(lab[0].at(y * width + from) - lab[0].at(y * width + to));
    }, 0) / rows.length;
  const around = (stepAt(width - 2, width - 1) + stepAt(0, 1)) / 2;
  return stepAt(width - 1, 0) < 3 * around + 3;
}

function planesOf({ distances, height }: FoundPanoramaBox, elevation: number): Planes {
  const [back, right, front, left] = distances;
  return {
    left: -left * elevation,
    right: right * elevation,
    back: -back * elevation,
    front: front * elevation,
    height: height * elevation,
  };
}

/** The floor's pixels, anti-aliased at the floor boundary. */
function floorMaskOf(box: FoundPanoramaBox, camera: Camera): Uint8Array {
  const { width, height } = camera;
  const mask = new Uint8Array(width * height);
  const rows = boundaryRows(box, width, height, 1);
  for (let y = Math.floor(height / 2); y < height; y++) {
    for (let x = 0; x < width; x++)
      mask[y * width + x] = Math.round(255 * Math.max(0, Math.min(1, y + 1 - (rows[x] as number))));
  }
  return leaning(mask, camera);
}

/** A level panorama's mask as a leaning camera sees it. */
function leaning(mask: Uint8Array, camera: Camera): Uint8Array {
  if (isLevel(camera)) return mask;
  const { width, height, yaw } = camera;
  const [lens, level] = [new Lens(camera), new Lens(panoramaCamera(camera, yaw, 0))];
  return mask.map((_, i) => {
    lens.aim((i % width) + 0.5, Math.floor(i / width) + 0.5);
    level.find(lens.dx, lens.dy, lens.dz);
    const [x, y] = [level.x - 0.5, Math.min(height - 1.001, Math.max(0, level.y - 0.5))];
    const [left, top] = [Math.floor(x), Math.floor(y)];
    const at = (column: number, row: number) => mask[row * width + ((column + width) % width)] as number;
    const upper = at(left, top) + (x - left) * (at(left + 1, top) - at(left, top));
    const lower = at(left, top + 1) + (x - left) * (at(left + 1, top + 1) - at(left, top + 1));
    return Math.round(upper + (y - top) * (lower - upper));
  });
}

function awayFromViewer(floor: FloorGrid, least: number): FloorGrid {
  const free = floor.free.map((value, k) => {
    const x = floor.x + ((k % floor.columns) + 0.5) * floor.cell;
    const z = floor.z + (Math.floor(k / floor.columns) + 0.5) * floor.cell;
    return Math.hypot(x, z) < least ? 0 : value;
  });
  return { ...floor, free };
}

/** The floor without some parts and 20 cm around them. */
function without(floor: FloorGrid, parts: readonly (readonly number[])[]): FloorGrid {
  const { columns, rows } = floor;
  const free = floor.free.slice();
  for (const k of parts.flat()) {
    const [x, z] = [k % columns, Math.floor(k / columns)];
    for (let row = Math.max(0, z - 2); row <= Math.min(rows - 1, z + 2); row++)
      free.fill(0, row * columns + Math.max(0, x - 2), row * columns + Math.min(columns, x + 3));
  }
  return { ...floor, free };
}
