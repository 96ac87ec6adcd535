import type { Size } from "@image-staging/picture/size";
import { axesOf } from "@image-staging/tracer/camera";
import type { Camera } from "@image-staging/tracer/scene";
import { minimised } from "../simplex.ts";
import { croppedViews, isNarrow } from "./cropped-views.ts";
import { type Line, linesOf, priorOf, searchViews, type View } from "./manhattan.ts";
import type { Segment } from "./segments.ts";

const outlier = 0.02;

interface Refined {
  view: View;
  cost: number;
}

/**
 * The view that explains the picture's segments best by a room's three directions (the maximum a posteriori), and how
 * much of them it explains. Upright photos with a shifted centre compete with tilted ones. If the segments are a part of
 * the picture's, `all` of those make the view that is found more exact.
 */
export function findView(
  segments: readonly Segment[],
  width: number,
  height: number,
  all = segments,
): { view: View; confidence: number } {
  const lines = linesOf(segments, width, height);
  let best = { view: fallback(width, height), cost: Number.POSITIVE_INFINITY };
  if (lines.length >= 8) {
    const first = searchViews(lines.slice(0, 200), width, height, 10).map((view) =>
      refined(lines, view, { width, height }, 5, 60),
    );
    first.sort((a, b) => a.cost - b.cost);
    for (const { view } of first.slice(0, 4)) {
      const nearer = refined(lines, view, { width, height }, 2, 80);
      const final = refined(lines, nearer.view, { width, height }, 1, 80);
      if (final.cost < best.cost) best = final;
    }
    best = refocused(lines, best, width, height);
    const every = all === segments ? lines : linesOf(all, width, height);
    if (every !== lines) {
      const unweighed = { view: best.view, cost: Number.POSITIVE_INFINITY };
      best = refocused(every, unweighed, width, height);
    }
    if (isNarrow(best.view, width, height)) best = uncropped(every, best, width, height);
  }
  return { view: normalised(best.view), confidence: explained(lines, best.view) };
}

/**
 * The best of views with other focal lengths, and of the other kind, but the same horizon and the same vanishing point
 * ahead: in a room seen squarely these two are sharp and the focal length is not, so a search from one of them ends early.
 */
function refocused(lines: readonly Line[], found: Refined, width: number, height: number): Refined {
  let best = found;
  const { focal, yaw, pitch, roll, shift } = normalised(found.view);
  const horizon = shift + focal * Math.tan(pitch);
  for (let step = -4; step <= 4; step++) {
    const other = focal * 1.1 ** step;
    const turned = { focal: other, roll, yaw: Math.atan((focal * Math.tan(yaw)) / other), aside: 0 };
    for (const view of [
      { ...turned, shift: 0, pitch: Math.atan(horizon / other) },
      { ...turned, shift: horizon || 1e-3, pitch: 0 },
    ]) {
      const tried = refined(lines, view, { width, height }, 1, 80);
      if (tried.cost < best.cost) best = tried;
    }
  }
  return best;
}

/** The best of the view found and those of a photo that was cropped at a side. */
function uncropped(lines: readonly Line[], found: Refined, width: number, height: number): Refined {
  let best = found;
  for (const view of croppedViews(normalised(found.view), width, height)) {
    const near = refined(lines, view, { width, height }, 5, 60);
    const nearer = refined(lines, near.view, { width, height }, 2, 80);
    const final = refined(lines, nearer.view, { width, height }, 1, 80);
    if (final.cost < best.cost) best = final;
  }
  return best;
}

function fallback(width: number, height: number): View {
  return {
    focal: Math.max(width, height) / 2 / Math.tan((35 * Math.PI) / 180),
    shift: 0,
    aside: 0,
    yaw: 0,
    pitch: 0,
    roll: 0,
  };
}

function normalised(view: View): View {
  const quarter = Math.PI / 2;
  return { ...view, yaw: view.yaw - quarter * Math.round(view.yaw / quarter) };
}

function refined(
  lines: readonly Line[],
  view: View,
  { width, height }: Size,
  widening: number,
  rounds: number,
): Refined {
  const isShifted = view.shift !== 0;
  const isCropped = view.aside !== 0;
  // Where the vanishing points are moves less with the focal length than the angles do.
  const viewOf = ([focal, tilt, roll, turn, side = 0]: readonly number[]): View => {
    const f = Math.exp(focal as number);
    const aside = side * width;
    return {
      focal: f,
      shift: isShifted ? (tilt as number) * height : 0,
      aside,
      pitch: isShifted ? 0 : Math.atan(((tilt as number) * height) / f),
      roll: roll as number,
      yaw: Math.atan(((turn as number) * width - aside) / f),
    };
  };
  const cost = (values: readonly number[]): number => {
    const tried = viewOf(values);
    return -likelihood(lines, tried, widening) - priorOf(tried, width, height) + (isShifted ? 1 : 0);
  };
  const { focal, shift, aside, pitch, roll, yaw } = normalised(view);
  const horizon = shift + focal * Math.tan(pitch);
  const start = [Math.log(focal), horizon / height, roll, (aside + focal * Math.tan(yaw)) / width];
  const step = widening > 1 ? 1 : 0.3;
  const steps = [0.08 * step, 0.02 * step, 0.008 * step, 0.02 * step];
  const found = isCropped
    ? minimised(cost, [...start, aside / width], [...steps, 0.02 * step], rounds * 1.5)
    : minimised(cost, start, steps, rounds);
  return { view: viewOf(found.values), cost: found.cost };
}

/** Sum over the lines of the log of a Gaussian about the nearest of three directions, mixed with outliers. */
function likelihood(lines: readonly Line[], view: View, widening: number): number {
  const points = vanishingPoints(view);
  let sum = 0;
  for (const line of lines) {
    const r = residual(line, points) / (line.sigma * widening);
    sum += line.weight * Math.log((1 - outlier) / (1 + 0.5 * r * r) ** 1.5 + outlier);
  }
  return sum;
}

/** A camera's view, without where it stands. */
export const viewOf = (camera: Camera): View => ({
  ...camera,
  shift: camera.centreY - camera.height / 2,
  aside: camera.centreX - camera.width / 2,
});

/** Homogeneous image points of the room's x, y and z directions, from the picture's middle. */
export function vanishingPoints(view: View): readonly (readonly [number, number, number])[] {
  const axes = axesOf(view);
  return [0, 1, 2].map((axis) => {
    const [r, u, b] = axes.map((a) => a[axis as 0 | 1 | 2]) as [number, number, number];
    return [view.focal * r - b * view.aside, -view.focal * u - b * view.shift, -b] as const;
  });
}

/** The angle between a line and the direction from its middle to the nearest vanishing point, in radians. */
export function residual(line: Line, points: readonly (readonly [number, number, number])[]): number {
  let least = 1;
  for (const point of points) {
    const dx = point[0] - point[2] * line.x;
    const dy = point[1] - point[2] * line.y;
    const sine = Math.abs(line.ux * dy - line.uy * dx) / Math.max(1e-9, Math.sqrt(dx * dx + dy * dy));
    if (sine < least) least = sine;
  }
  return least;
}

function explained(lines: readonly Line[], view: View): number {
  const points = vanishingPoints(view);
  let [all, hit] = [0, 0];
  for (const line of lines) {
    all += line.weight;
    if (residual(line, points) < 3 * line.sigma) hit += line.weight;
  }
  return lines.length < 8 ? 0 : Math.min(1, hit / all) * Math.min(1, hit / 5);
}
