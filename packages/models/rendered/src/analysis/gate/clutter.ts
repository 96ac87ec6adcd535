import { alongLine, clip, type EdgeField } from "@image-staging/picture/edge-field";
import type { WorkingCopy } from "@image-staging/picture/working-copy";
import type { Camera, Opening } from "@image-staging/tracer/scene";
import { edgesOf } from "../box/box.ts";
import { residual, vanishingPoints, viewOf } from "../camera/find-view.ts";
import { type Line, linesOf } from "../camera/manhattan.ts";
import type { Segment } from "../camera/segments.ts";
import { type Face, faceNames, framesOf, type Hits, type Planes } from "../faces.ts";
import { projectorOf } from "../projector.ts";
import { floorJoints } from "./floor-joints.ts";

/** What is known of a room when it is asked whether it is empty. */
export interface Understood {
  copy: WorkingCopy;
  segments: readonly Segment[];
  camera: Camera;
  planes: Planes;
  openings: readonly Opening[];
  hits: Hits;
  edges: EdgeField;
  /** The share of the floor's lines that the picture has. */
  foot: number;
}

/** A step of colour a pixel that counts as an edge of a thing. */
const strong = 4;
/** Lightness of a side from which an edge on the floor is a sun patch's. */
const sunlit = 88;
/** Furniture stands before a wall below the first height; the wall's own pattern goes on up to the second. */
const [low, high] = [1.25, 2.4];

/**
 * How much stands on a photo's floor and before its lower walls: the share, in percent of the pixels, of edges that no line
 * of the room explains, times the share of the walls' foot that is hidden (at least an eighth), more if it is
 * interrupted. Brick and panes have edges higher up too: the share is the geometric mean of that with and without what
 * they explain. Empty rooms stay below 0.75.
 */
export function clutterInPhoto(room: Understood): number {
  const { floor, lower, upper } = thingsOf(room);
  const pixels = floor.pixels + lower.pixels;
  const all = floor.things + lower.things;
  const excess =
    floor.things + Math.max(0, lower.things - (upper.things * lower.pixels) / Math.max(1, upper.pixels));
  const hidden = Math.max(0.13, 1 - room.foot) * (1 + 6 * Math.min(0.2, interruptedFoot(room)));
  return ((100 * Math.sqrt(all * excess)) / Math.max(1, pixels)) * hidden;
}

interface Counted {
  pixels: number;
  things: number;
}

/** Pixels, and pixels of things, on the floor and on the lower and upper parts of the walls, without windows and doors. */
function thingsOf(room: Understood): Record<"floor" | "lower" | "upper", Counted> {
  const { camera, hits, planes } = room;
  const { width, height } = camera;
  const explained = explainedPixels(room.segments, camera, hits);
  const frames = framesOf(planes);
  const counted = (): Counted => ({ pixels: 0, things: 0 });
  const parts = { floor: counted(), lower: counted(), upper: counted() };
  for (let y = 4; y < height - 4; y++) {
    for (let i = y * width + 4; i < (y + 1) * width - 4; i++) {
      const face = faceNames[hits.face[i] as number] as Face;
      if (face === "ceiling" || face === "front") continue;
      let part = parts.floor;
      if (face !== "floor") {
        const { start, across } = frames[face];
        const up = (hits.v[i] as number) * frames[face].up;
        if (up > high) continue;
        if (isOpening(room.openings, face, start + (hits.u[i] as number) * across, up)) continue;
        part = up < low ? parts.lower : parts.upper;
      }
      part.pixels++;
      if (!explained[i] && isThing(room, i, face === "floor")) part.things++;
    }
  }
  return parts;
}

function isOpening(openings: readonly Opening[], face: Face, along: number, up: number): boolean {
  for (const opening of openings) {
    const { kind, wall, from, to, top } = opening;
    if (wall !== face || (kind !== "window" && kind !== "door")) continue;
    const bottom = kind === "window" ? sashBelow(opening, openings) : opening.bottom;
    if (along > from - 0.08 && along < to + 0.08 && up > bottom - 0.08 && up < top + 0.08) return true;
  }
  return false;
}

/** How far two panes of one window can lie apart at their sides, in metres. */
const atOneSide = 0.12;

/** The bottom of a window's lower sash, or of the radiator below it: both are found apart from it, as wide as it is. */
function sashBelow({ wall, from, to, bottom }: Opening, openings: readonly Opening[]): number {
  const below = openings.filter(
    (other) =>
      other.wall === wall &&
      other.top < bottom + atOneSide &&
      Math.abs(other.from - from) < atOneSide &&
      Math.abs(other.to - to) < atOneSide,
  );
  return Math.min(bottom, ...below.map((other) => other.bottom));
}

function isThing({ copy, edges }: Understood, i: number, isFloor: boolean): boolean {
  const { gradients } = edges;
  let squared = 0;
  for (let c = i * 6; c < i * 6 + 6; c++) squared += (gradients[c] as number) ** 2;
  if (squared < strong * strong) return false;
  if (!isFloor) return true;
  const [gx, gy] = [gradients[i * 6] as number, gradients[i * 6 + 1] as number];
  const step = Math.hypot(gx, gy) || 1;
  const ahead = i + Math.round((3 * gy) / step) * copy.width + Math.round((3 * gx) / step);
  return (copy.lab[0][ahead] as number) < sunlit;
}

/** Pixels within three of a segment that runs along one of the room's axes, or is a joint of the floor. */
export function explainedPixels(segments: readonly Segment[], camera: Camera, hits: Hits): Uint8Array {
  const { width, height } = camera;
  const explained = new Uint8Array(width * height);
  const points = vanishingPoints(viewOf(camera));
  const lines = linesOf(segments, width, height);
  const { along = [], askew = [] } = Object.groupBy(segments.slice(0, lines.length), (_, k) =>
    residual(lines[k] as Line, points) <= 0.04 ? "along" : "askew",
  );
  for (const { x1, y1, x2, y2, length } of [...along, ...floorJoints(askew, camera, hits)]) {
    const steps = Math.ceil(length / 2);
    for (let k = 0; k <= steps; k++) {
      const x = Math.round(x1 + ((x2 - x1) * k) / steps);
      const y = Math.round(y1 + ((y2 - y1) * k) / steps);
      for (let row = Math.max(0, y - 3); row <= Math.min(height - 1, y + 3); row++) {
        explained.fill(1, row * width + Math.max(0, x - 3), row * width + Math.min(width, x + 4));
      }
    }
  }
  return explained;
}

/** The share of the walls' foot without an edge although the rest shows a clear one: something stands before it. */
function interruptedFoot({ camera, planes, openings, edges }: Understood): number {
  const e = camera.elevation;
  const projector = projectorOf(camera);
  const box = {
    left: -planes.left / e,
    right: planes.right / e,
    back: -planes.back / e,
    height: planes.height / e,
  };
  const lines = edgesOf(projectorOf({ ...camera, elevation: 1 }), box);
  const feet = openings.filter(({ kind }) => kind === "door" || kind === "passage" || kind === "fireplace");
  const runs: number[] = [];
  for (const wall of ["back", "left", "right"] as const) {
    const line = lines[wall === "back" ? "floorBack" : wall === "left" ? "floorLeft" : "floorRight"];
    const part = line && clip(line, 2, camera);
    if (!part) continue;
    const [x1, y1, x2, y2] = line;
    const length = Math.hypot(x2 - x1, y2 - y1) * (part[1] - part[0]);
    const count = Math.max(1, Math.round(length / 14));
    for (let k = 0; k < count; k++) {
      const at = (share: number): [number, number] => {
        const t = part[0] + ((part[1] - part[0]) * share) / count;
        return [x1 + t * (x2 - x1), y1 + t * (y2 - y1)];
      };
      const point = projector.onLevel(...at(k + 0.5), 0);
      const along = point?.[wall === "back" ? 0 : 1] ?? 0;
      if (feet.some(({ wall: w, from, to }) => w === wall && along > from - 0.08 && along < to + 0.08))
        continue;
      runs.push(clearest(edges, at(k), at(k + 1)));
    }
  }
  const clear = [...runs].sort((a, b) => a - b)[Math.floor(0.8 * runs.length)] ?? 0;
  return runs.filter((run) => run < 0.45 * clear).length / Math.max(1, runs.length);
}

/** The clearest edge within three pixels of a line, a pixel of its length. */
function clearest(edges: EdgeField, [x1, y1]: [number, number], [x2, y2]: [number, number]): number {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [nx, ny] = [(y1 - y2) / length, (x2 - x1) / length];
  let best = 0;
  for (let d = -3; d <= 3; d++) {
    const sum = alongLine(edges, x1 + d * nx, y1 + d * ny, x2 + d * nx, y2 + d * ny);
    best = Math.max(best, sum / length + edges.background);
  }
  return best;
}
