import { axesOf } from "@image-staging/tracer/camera";
import type { Segment } from "./segments.ts";

/** A camera without position: angles as in Camera, centre offsets in pixels from the picture's middle. */
export interface View {
  focal: number;
  /** How far the optical centre lies below the picture's middle: other than 0 in a shifted, upright photo. */
  shift: number;
  /** How far it lies to the right: other than 0 in a photo that was cropped at one side. */
  aside: number;
  yaw: number;
  pitch: number;
  roll: number;
}

/** A segment as the search reads it: its middle from the picture's middle, its direction, what it counts. */
export interface Line {
  x: number;
  y: number;
  ux: number;
  uy: number;
  weight: number;
  /** Expected error of its direction, in radians. */
  sigma: number;
}

const degree = Math.PI / 180;
const bins = 90;
const coarseTolerance = 2.5 * degree;

/**
 * Long lines count most. Short ones on the floor count less, together at most a third of the rest: boards, herringbone
 * and sun draw lines in other directions.
 */
export function linesOf(segments: readonly Segment[], width: number, height: number): Line[] {
  const diagonal = Math.hypot(width, height);
  const isLow = ({ y1, y2 }: Segment): boolean => Math.min(y1, y2) > 0.55 * height;
  const isShort = (s: Segment): boolean => isLow(s) && s.length < 0.12 * diagonal;
  const weightOf = (s: Segment): number => {
    const trust = isLow(s) ? (s.brighter > 93 ? 0.2 : 0.5) : 1;
    return trust * Math.min(2, s.length / (0.15 * diagonal));
  };
  const used = segments.slice(0, 300);
  const total = (of: readonly Segment[]): number => of.reduce((sum, s) => sum + weightOf(s), 0);
  const rest = total(used.filter((s) => !isShort(s)));
  const share = Math.min(1, rest / 3 / Math.max(1e-6, total(used.filter(isShort))));
  return used.map((s) => ({
    x: (s.x1 + s.x2) / 2 - width / 2,
    y: (s.y1 + s.y2) / 2 - height / 2,
    ux: (s.x2 - s.x1) / s.length,
    uy: (s.y2 - s.y1) / s.length,
    weight: weightOf(s) * (isShort(s) ? share : 1),
    sigma: degree * Math.hypot(0.05, Math.min(0.8, 220 / s.length ** 1.5)),
  }));
}

/** What is known of a view before the picture is read: about 70 degrees wide, level, horizon near the middle. */
export function priorOf(view: View, width: number, height: number): number {
  const fieldOfView = (2 * Math.atan(Math.max(width, height) / 2 / view.focal)) / degree;
  const beyond = Math.max(0, 46 - fieldOfView, fieldOfView - 100);
  return (
    -0.5 *
    (((fieldOfView - 71) / 12) ** 2 +
      beyond ** 2 +
      (view.pitch / (5 * degree)) ** 2 +
      (view.roll / (1 * degree)) ** 2 +
      (view.shift / (0.12 * height)) ** 2 +
      (view.aside / (0.035 * width)) ** 2)
  );
}

/**
 * Tries every view on a grid, tilted and shifted, and returns the best of each kind, best first. Each line votes for
 * the headings of the horizontal directions that it can be an image of; verticals vote for the tilt.
 */
export function searchViews(lines: readonly Line[], width: number, height: number, keep: number): View[] {
  const total = lines.reduce((sum, line) => sum + line.weight, 0);
  const votes = new Float32Array(bins);
  const found: { view: View; score: number }[] = [];
  const consider = (view: View): void => {
    const { yaw, sum } = bestYaw(lines, view, votes);
    const score = sum / Math.max(1, total) + 0.012 * priorOf(view, width, height);
    found.push({ view: { ...view, yaw }, score });
  };
  for (const focal of focals(Math.max(width, height))) {
    for (let roll = -3; roll <= 3; roll += 1.5) {
      const base = { focal, yaw: 0, roll: roll * degree, aside: 0 };
      for (let pitch = -16; pitch <= 16; pitch += 1.6) consider({ ...base, shift: 0, pitch: pitch * degree });
      for (let shift = -0.3; shift <= 0.301; shift += 0.03) {
        if (Math.abs(shift) > 0.01) consider({ ...base, shift: shift * height, pitch: 0 });
      }
    }
  }
  return distinct(
    found.sort((a, b) => b.score - a.score),
    keep,
    height,
  );
}

function focals(longSide: number): number[] {
  return Array.from({ length: 14 }, (_, i) => longSide / 2 / Math.tan((40 + 5 * i) * 0.5 * degree));
}

function distinct(found: readonly { view: View; score: number }[], keep: number, height: number): View[] {
  const kept: View[] = [];
  for (const { view } of found) {
    if (kept.length === keep) break;
    const horizon = horizonOf(view);
    const isNew = kept.every(
      (other) =>
        Math.abs(Math.log(other.focal / view.focal)) > 0.15 ||
        Math.abs(horizonOf(other) - horizon) > 0.04 * height ||
        Math.abs(((other.yaw - view.yaw + 5 * Math.PI) % (Math.PI / 2)) - Math.PI / 4) < Math.PI / 4 - 0.06 ||
        (other.shift === 0) !== (view.shift === 0),
    );
    if (isNew) kept.push(view);
  }
  return kept;
}

/** The horizon's height below the picture's middle, in pixels. */
function horizonOf(view: View): number {
  return view.shift + view.focal * Math.tan(view.pitch);
}

function bestYaw(lines: readonly Line[], view: View, votes: Float32Array): { yaw: number; sum: number } {
  const [right, up, back] = axesOf({ ...view, yaw: 0 });
  const { focal, shift } = view;
  votes.fill(0);
  let verticals = 0;
  for (const { x, y: py, ux, uy, weight } of lines) {
    const y = py - shift;
    const vx = focal * right[1] + x * back[1];
    const vy = -focal * up[1] + y * back[1];
    const off = Math.abs(ux * vy - uy * vx) / Math.sqrt(vx * vx + vy * vy) / coarseTolerance;
    const vertical = off < 1 ? 1 - off * off : 0;
    verticals += weight * vertical;
    if (vertical > 0.9) continue;
    const c = uy * x - ux * y;
    const nr = -uy * focal;
    const nu = -ux * focal;
    const nx = nr * right[0] + nu * up[0] - c * back[0];
    const nz = nr * right[2] + nu * up[2] - c * back[2];
    const heading = Math.atan2(nz, nx);
    const s = Math.sin(heading);
    const k = -Math.cos(heading);
    const b = back[0] * s + back[2] * k;
    const dx = focal * (right[0] * s + right[2] * k) + x * b;
    const dy = -focal * (up[0] * s + up[2] * k) + y * b;
    const turnB = -back[0] * k + back[2] * s;
    const tx = focal * (-right[0] * k + right[2] * s) + x * turnB;
    const ty = -focal * (-up[0] * k + up[2] * s) + y * turnB;
    const sensitivity = Math.abs(ux * ty - uy * tx) / Math.max(1e-6, Math.sqrt(dx * dx + dy * dy));
    vote(votes, heading, sensitivity / coarseTolerance, weight * (1 - vertical));
  }
  let best = 0;
  for (let i = 1; i < bins; i++) if ((votes[i] as number) > (votes[best] as number)) best = i;
  const yaw = (best * Math.PI) / 2 / bins;
  return { yaw: yaw > Math.PI / 4 ? yaw - Math.PI / 2 : yaw, sum: verticals + (votes[best] as number) };
}

/** Adds a line's weight to the headings that leave it within the tolerance, less towards its edge. */
function vote(votes: Float32Array, heading: number, steepness: number, weight: number): void {
  const step = Math.PI / 2 / bins;
  const at = heading / step;
  const reach = Math.min(bins / 2 - 1, Math.max(1, Math.floor(1 / (steepness * step))));
  const centre = Math.round(at);
  for (let i = centre - reach; i <= centre + reach; i++) {
    const off = (i - at) * step * steepness;
    const share = 1 - off * off;
    if (share <= 0) continue;
    const bin = ((i % bins) + bins) % bins;
    votes[bin] = (votes[bin] as number) + weight * share;
  }
}
