import type { WorkingCopy } from "@image-staging/picture/working-copy";
import { rayThrough } from "@image-staging/tracer/camera";
import type { Camera, Vec3 } from "@image-staging/tracer/scene";
import { residual, vanishingPoints, viewOf } from "../camera/find-view.ts";
import { linesOf } from "../camera/manhattan.ts";
import type { Segment } from "../camera/segments.ts";
import { type FaceFrame, pointOn } from "../faces.ts";
import { projectorOf } from "../projector.ts";

/** A face of the box seen squarely, in cells of `cell` metres from its origin; columns along u, rows along v. */
export interface WallView {
  cell: number;
  columns: number;
  rows: number;
  /** 1 if the picture shows the cell. */
  seen: Uint8Array;
  /** Mean Lab and the share of pixels that clip. */
  lab: readonly [Float32Array, Float32Array, Float32Array];
  clipped: Float32Array;
  /** 1 if an upright edge crosses the cell; `level`: 1 if one along the wall does. */
  upright: Float32Array;
  level: Float32Array;
}

const samples = 3;

/** Rectifies a face of the box in the working copy. */
export function wallViewOf(
  copy: WorkingCopy,
  segments: readonly Segment[],
  camera: Camera,
  frame: FaceFrame,
  cell: number,
): WallView {
  const columns = Math.max(1, Math.round(frame.across / cell));
  const rows = Math.max(1, Math.round(frame.up / cell));
  const plane = () => new Float32Array(columns * rows);
  const seen = new Uint8Array(columns * rows);
  const lab = [plane(), plane(), plane()] as const;
  const view = { cell, columns, rows, seen, lab, clipped: plane(), upright: plane(), level: plane() };
  const projector = projectorOf(camera);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const pixels: number[] = [];
      for (let s = 0; s < samples ** 2; s++) {
        const du = ((s % samples) + 0.5) / samples;
        const dv = (Math.floor(s / samples) + 0.5) / samples;
        const at = projector.point(pointOn(frame, (column + du) / columns, (row + dv) / rows));
        if (!at) continue;
        const x = Math.floor(at[0]);
        const y = Math.floor(at[1]);
        if (x >= 1 && y >= 1 && x < copy.width - 1 && y < copy.height - 1) pixels.push(y * copy.width + x);
      }
      if (pixels.length <= samples ** 2 / 2) continue;
      fillColour(view, copy, row * columns + column, pixels);
    }
  }
  drawSegments(view, camera, frame, segments);
  return view;
}

function fillColour(view: WallView, copy: WorkingCopy, k: number, pixels: readonly number[]): void {
  view.seen[k] = 1;
  for (const i of pixels) {
    for (const c of [0, 1, 2] as const) {
      view.lab[c][k] = (view.lab[c][k] as number) + copy.lab[c].at(i) / pixels.length;
    }
    const [r, g, b] = [
      copy.rgb[i * 3] as number,
      copy.rgb[i * 3 + 1] as number,
      copy.rgb[i * 3 + 2] as number,
    ];
    if (Math.min(r, g, b) >= 245) view.clipped[k] = (view.clipped[k] as number) + 1 / pixels.length;
  }
}

/** Marks the cells that the picture's segments cross on the wall: upright ones, and those along the wall. */
function drawSegments(view: WallView, camera: Camera, frame: FaceFrame, segments: readonly Segment[]): void {
  const along = frame.u[0] !== 0 ? 0 : 2;
  const points = vanishingPoints(viewOf(camera));
  const lines = linesOf(segments, camera.width, camera.height);
  lines.forEach((line, i) => {
    const { x1, y1, x2, y2, length } = segments[i] as Segment;
    const within = Math.max(3 * line.sigma, 1.5 / length);
    const isUpright = residual(line, points.slice(1, 2)) < within;
    if (!isUpright && residual(line, points.slice(along, along + 1)) > within) return;
    const [a, b] = [shareOn(camera, frame, x1, y1), shareOn(camera, frame, x2, y2)];
    if (!a || !b) return;
    const target = isUpright ? view.upright : view.level;
    const steps = Math.ceil(2 * Math.hypot((b[0] - a[0]) * view.columns, (b[1] - a[1]) * view.rows)) + 1;
    for (let s = 0; s <= Math.min(steps, 4000); s++) {
      const column = Math.floor((a[0] + ((b[0] - a[0]) * s) / steps) * view.columns);
      const row = Math.floor((a[1] + ((b[1] - a[1]) * s) / steps) * view.rows);
      if (column >= 0 && row >= 0 && column < view.columns && row < view.rows)
        target[row * view.columns + column] = 1;
    }
  });
}

/** Where the ray through a pixel position meets the wall's plane, as shares of its two sides. */
function shareOn(
  camera: Camera,
  { origin, u, v, normal }: FaceFrame,
  x: number,
  y: number,
): [number, number] | undefined {
  const ray = rayThrough(camera, x, y);
  const from: Vec3 = [-origin[0], camera.elevation - origin[1], -origin[2]];
  const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const t = -dot(from, normal) / dot(ray, normal);
  if (!(t > 0)) return undefined;
  const at: Vec3 = [from[0] + t * ray[0], from[1] + t * ray[1], from[2] + t * ray[2]];
  return [dot(at, u) / dot(u, u), dot(at, v) / dot(v, v)];
}
