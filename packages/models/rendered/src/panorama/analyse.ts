import type { Analysis, Picture } from "../analysis/analysis.ts";
import type { Planes } from "../analysis/faces.ts";
import { freeFloorOf } from "../analysis/floor.ts";
import { clutterOf, declinedAsFurnished } from "../analysis/gate.ts";
import { enlargedMask } from "../analysis/index.ts";
import { lightOf } from "../analysis/light.ts";
import { openingsOf } from "../analysis/openings.ts";
import { heightsOf, scaleOf } from "../analysis/scale.ts";
import { sunOf } from "../analysis/sun.ts";
import { type WorkingCopy, workingCopyOf } from "../analysis/working-copy.ts";
import { panoramaCamera } from "../camera.ts";
import type { Declined, FloorGrid } from "../scene.ts";
import { footRows } from "./box.ts";
import { type FoundPanoramaBox, findPanoramaBox } from "./find-box.ts";
import { quarterViews, wallViews } from "./views.ts";

const longestSide = 1600;
/** The shares of the walls' feet that the picture has, and of the floor that looks like floor, at least. */
const [leastFoot, leastLikeness] = [0.6, 0.6];
/** Sun patches are clutter that hides no wall's foot; furniture hides a part of one. */
const [mostClutter, fewestHidden] = [0.3, 0.06];
/** Metres around the viewer, or the camera's stand, that stay free. */
const aroundViewer = 1;
/** Square metres. */
const leastFloor = 2;

const declinedAsUnclear: Declined = {
  declined: {
    reason: "room_not_understood",
    message:
      "The room's walls and floor cannot be made out in this panorama. Send one taken upright, in a room with four plain walls.",
  },
};

/**
 * Camera, room and light of a panorama of an empty room, from its pixels alone. Declines a furnished room
 * (`no_free_floor`) and one that it cannot make out (`room_not_understood`). Same picture, same result.
 */
export function analysePanorama(picture: Picture): Analysis | Declined {
  const copy = workingCopyOf(picture, longestSide);
  const found = findPanoramaBox(copy);
  if (found.foot < leastFoot || found.floor < leastLikeness || !meets(copy)) return declinedAsUnclear;
  const confidence = confidenceOf(found);
  const usual = scaleOf(found, found.ceiling, { doors: [], lintels: [] }, "panorama").elevation;
  const cameraOf = (elevation: number) => panoramaCamera(copy, found.heading, elevation);
  const views = wallViews(copy, cameraOf(usual), planesOf(found, usual));
  const openingsAt = (elevation: number) =>
    views.flatMap(({ wall, copy: seen, camera, segments }) =>
      openingsOf(seen, segments, { ...camera, elevation }, planesOf(found, elevation), [wall]),
    );
  const scale = scaleOf(found, found.ceiling, heightsOf(openingsAt(usual), usual), "panorama");
  const [small, planes] = [cameraOf(scale.elevation), planesOf(found, scale.elevation)];
  const openings = openingsAt(scale.elevation);
  const clutter = Math.max(
    ...quarterViews(copy, small).map((view, wall) =>
      clutterOf(view.copy, view.segments, view.camera, planes, openings, found.feet[wall] ?? 0, fewestHidden),
    ),
  );
  if (clutter > mostClutter) return declinedAsFurnished;
  const { light, exposure } = lightOf(copy, small, planes, openings);
  const floorMask = floorMaskOf(found, picture);
  const camera = panoramaCamera(picture, found.heading, scale.elevation);
  const freeFloor = awayFromViewer(freeFloorOf(camera, planes, floorMask, openings));
  if (freeFloor.free.filter(Boolean).length * freeFloor.cell ** 2 < leastFloor) return declinedAsFurnished;
  const sun = sunOf(copy, small, planes, openings, floorMaskOf(found, copy), exposure.whitePoint);
  return {
    camera,
    room: { ...planes, openings, floorMask, freeFloor },
    light: sun
      ? { ...light, sun: { ...sun.light, patches: enlargedMask(sun.patches, copy, picture) } }
      : light,
    exposure,
    confidence: { camera: confidence, room: confidence, scale: scale.confidence },
    segments: [],
  };
}

/** Empty rooms show nine tenths of their walls' feet. */
const confidenceOf = ({ foot, floor }: FoundPanoramaBox): number =>
  floor * Math.max(0, Math.min(1, (foot - 0.45) / 0.4));

/**
 * Whether the left and right edge show the same floor and ceiling. In a photo twice as wide as high they do not. Between
 * floor and ceiling the edges can differ, by a corner or a door.
 */
function meets({ width, height, lab }: WorkingCopy): boolean {
  const rows = Array.from({ length: height }, (_, y) => y).filter((y) => Math.abs(y / height - 0.5) > 0.2);
  const stepAt = (from: number, to: number): number =>
    rows.reduce((sum, y) => {
      return sum + Math.abs((lab[0][y * width + from] as number) - (lab[0][y * width + to] as number));
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

/** The floor's pixels, anti-aliased at the walls' feet. */
function floorMaskOf(
  box: FoundPanoramaBox,
  { width, height }: Pick<Picture, "width" | "height">,
): Uint8Array {
  const mask = new Uint8Array(width * height);
  const rows = footRows(box, width, height, 1);
  for (let y = Math.floor(height / 2); y < height; y++) {
    for (let x = 0; x < width; x++)
      mask[y * width + x] = Math.round(255 * Math.max(0, Math.min(1, y + 1 - (rows[x] as number))));
  }
  return mask;
}

function awayFromViewer(floor: FloorGrid): FloorGrid {
  const free = floor.free.map((value, k) => {
    const x = floor.x + ((k % floor.columns) + 0.5) * floor.cell;
    const z = floor.z + (Math.floor(k / floor.columns) + 0.5) * floor.cell;
    return Math.hypot(x, z) < aroundViewer ? 0 : value;
  });
  return { ...floor, free };
}
