import { copyOf, type WorkingCopy } from "@image-staging/picture/working-copy";
import { Lens } from "@image-staging/tracer/camera";
import type { Camera, WallName } from "@image-staging/tracer/scene";
import { findSegments, type Segment } from "../analysis/camera/segments.ts";
import type { Planes } from "../analysis/faces.ts";

/** What a camera without distortion would have seen of a panorama, and the straight lines in it. */
export interface PanoramaView {
  wall: WallName;
  copy: WorkingCopy;
  camera: Camera;
  segments: readonly Segment[];
}

const walls = ["back", "right", "front", "left"] as const;

const margin = 6;
/** Pixels that a wall is seen with at most. */
const mostAcross = 1000;

/** Looks squarely at each wall, from corner to corner and from floor to ceiling. */
export function wallViews(copy: WorkingCopy, panorama: Camera, planes: Planes): PanoramaView[] {
  const { left, right, back, front, height } = planes;
  const { elevation } = panorama;
  const ends = { back: [left, right], right: [back, front], front: [-right, -left], left: [-front, -back] };
  return walls.map((wall, quarter) => {
    const [from = 0, to = 0] = ends[wall];
    const scale = Math.min(panorama.focal / Math.abs(planes[wall]), mostAcross / (to - from));
    const camera: Camera = {
      width: Math.ceil((to - from) * scale) + 2 * margin,
      height: Math.ceil(height * scale) + 2 * margin,
      focal: scale * Math.abs(planes[wall]),
      centreX: -from * scale + margin,
      centreY: (height - elevation) * scale + margin,
      ...{ yaw: (-quarter * Math.PI) / 2, pitch: 0, roll: 0, elevation },
    };
    return viewOf(copy, panorama, camera, wall);
  });
}

/** Looks ahead, to the sides and back, a quarter turn wide and high. */
export function quarterViews(copy: WorkingCopy, panorama: Camera): PanoramaView[] {
  const side = Math.round(2 * panorama.focal);
  return walls.map((wall, quarter) => {
    const camera: Camera = {
      ...{ width: side, height: side, focal: side / 2, centreX: side / 2, centreY: side / 2 },
      ...{ yaw: (-quarter * Math.PI) / 2, pitch: 0, roll: 0, elevation: panorama.elevation },
    };
    return viewOf(copy, panorama, camera, wall);
  });
}

function viewOf(source: WorkingCopy, panorama: Camera, camera: Camera, wall: WallName): PanoramaView {
  const copy = seenBy(camera, source, panorama);
  const { width, height, lab } = copy;
  return {
    ...{ wall, copy, camera },
    segments: findSegments(lab[0], 0.022 * Math.hypot(width, height)),
  };
}

/** What a camera at the same place sees of a panorama. */
export function seenBy(camera: Camera, source: WorkingCopy, panorama: Camera): WorkingCopy {
  const { width, height, elevation } = camera;
  const data = new Uint8Array(width * height * 3);
  const [lens, around] = [new Lens(camera), new Lens(panorama)];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      lens.aim(x + 0.5, y + 0.5);
      around.find(lens.dx, lens.dy + elevation, lens.dz);
      read(source, around.x - 0.5, around.y - 0.5, data, (y * width + x) * 3);
    }
  }
  return copyOf({ width, height, data }, 1);
}

/** The colour between four pixels of a panorama. */
function read({ width, height, rgb }: WorkingCopy, x: number, y: number, out: Uint8Array, to: number): void {
  const [x0, y0] = [Math.floor(x), Math.min(height - 2, Math.max(0, Math.floor(y)))];
  const [s, t] = [x - x0, Math.min(1, Math.max(0, y - y0))];
  const [left, right] = [(x0 + width) % width, (x0 + 1) % width];
  for (let c = 0; c < 3; c++) {
    const at = (column: number, row: number): number => rgb[(row * width + column) * 3 + c] as number;
    const upper = at(left, y0) * (1 - s) + at(right, y0) * s;
    const lower = at(left, y0 + 1) * (1 - s) + at(right, y0 + 1) * s;
    out[to + c] = Math.round(upper + (lower - upper) * t);
  }
}
