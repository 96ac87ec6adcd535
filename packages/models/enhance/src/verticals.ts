import { float64At, uint8At } from "@image-staging/picture/at";
import type { Picture } from "@image-staging/picture/picture";
import { shrunk } from "@image-staging/picture/working-copy";
import parameters from "./pro_capture.json" with { type: "json" };

/**
 * How a photo's verticals lean, in degrees: `roll`, clockwise, in its middle, and `keystone`, how much further to the right a
 * vertical at its right edge leans, if the longer side is the width; else as far from the middle as the upper edge is.
 */
export interface Lean {
  roll: number;
  keystone: number;
}

/** Steep edges of a small copy: places from its middle in halves of its longer side, and how strong they are, with sign. */
interface Edges {
  x: Float64Array;
  y: Float64Array;
  weight: Float64Array;
  /** Columns of pixels in half of the longer side, and rows from the top to where floors begin. */
  half: number;
  rows: number;
}

const numbers = parameters.upright;
const degree = Math.PI / 180;

/**
 * Measures the lean of a photo's verticals: the tilt under which its steep edges gather in the fewest columns. Nothing if
 * they agree on none, do not stand on both sides, lean hardly or more than a photographer corrects.
 */
export function leanOf(picture: Picture): Lean | undefined {
  const edges = edgesOf(picture);
  const tilts = 2 * Math.round(numbers.range / numbers.step) + 1;
  const scores = new Float64Array(tilts * tilts);
  const tilt = (k: number): number => k * numbers.step - numbers.range;
  let best = 0;
  for (let i = 0; i < scores.length; i++) {
    const lean = { roll: tilt(i % tilts), keystone: tilt(Math.floor(i / tilts)) };
    scores[i] = gathered(edges, lean, 2);
    if (float64At(scores, i) > float64At(scores, best)) best = i;
  }
  const middle = float64At(scores.slice().sort(), scores.length >> 1);
  if (!(float64At(scores, best) > numbers.clear * middle)) return undefined;
  let lean = { roll: tilt(best % tilts), keystone: tilt(Math.floor(best / tilts)) };
  // One wall's edges alone leave a ridge of tilts that are nearly as good, along which there is some way to go.
  for (let [step, moves] = [numbers.step / 2, 0]; step > 0.02; ) {
    const next = nearby(edges, lean, step);
    const isBest = next.roll === lean.roll && next.keystone === lean.keystone;
    if (isBest || ++moves === numbers.moves) [step, moves] = [step / 2, 0];
    lean = next;
  }
  lean = { roll: stepped(lean.roll), keystone: stepped(lean.keystone) };
  const asItIs = gathered(edges, { roll: 0, keystone: 0 }, 1);
  if (!(gathered(edges, lean, 1) > numbers.gain * asItIs)) return undefined;
  const most = Math.max(Math.abs(lean.roll), Math.abs(lean.keystone));
  if (most < numbers.least || most > numbers.most) return undefined;
  return standsOnBothSides(edges, lean) ? lean : undefined;
}

/** In fiftieths of a degree, so that the last digits of sums decide nothing. */
const stepped = (angle: number): number => Math.round(angle * 50) / 50;

function nearby(edges: Edges, { roll, keystone }: Lean, step: number): Lean {
  let [best, most] = [{ roll, keystone }, -1];
  for (const down of [0, -1, 1]) {
    for (const across of [0, -1, 1]) {
      const lean = { roll: roll + across * step, keystone: keystone + down * step };
      const score = gathered(edges, lean, 1);
      if (score > most) [best, most] = [lean, score];
    }
  }
  return best;
}

function edgesOf(picture: Picture): Edges {
  const long = Math.max(picture.width, picture.height);
  const scale = Math.min(1, numbers.copySide / long);
  const [width, height] = [Math.round(picture.width * scale), Math.round(picture.height * scale)];
  const bytes = scale === 1 ? picture.data : shrunk(picture, width, height);
  const light = new Float64Array(width * height);
  for (let i = 0; i < light.length; i++)
    light[i] = (uint8At(bytes, i * 3) + 2 * uint8At(bytes, i * 3 + 1) + uint8At(bytes, i * 3 + 2)) / 4;
  // Edges of dark photos are faint.
  const dim = Math.max(
    numbers.dimmest,
    Math.min(1, light.reduce((sum, value) => sum + value, 0) / light.length / 128),
  );
  const half = Math.max(width, height) / 2;
  const rows = Math.floor(height * numbers.part);
  const [x, y, weight]: [number[], number[], number[]] = [[], [], []];
  const at = (i: number): number => float64At(light, i);
  for (let row = 1; row < rows - 1; row++) {
    for (let column = 1; column < width - 1; column++) {
      const i = row * width + column;
      const rising = at(i + width + 1) - at(i - width - 1);
      const falling = at(i - width + 1) - at(i + width - 1);
      const across = (rising + falling + 2 * (at(i + 1) - at(i - 1))) / 8;
      const down = (rising - falling + 2 * (at(i + width) - at(i - width))) / 8;
      if (Math.abs(across) < numbers.slope * dim || Math.abs(down) > numbers.steepest * Math.abs(across))
        continue;
      x.push((column + 0.5 - width / 2) / half);
      y.push((row + 0.5 - height / 2) / half);
      weight.push(Math.max(-1, Math.min(1, across / (numbers.cap * dim))));
    }
  }
  return { x: Float64Array.from(x), y: Float64Array.from(y), weight: Float64Array.from(weight), half, rows };
}

/** What edges come to in each column once a lean is taken out: those from dark to light, then the others. */
function columnsOf({ x, y, weight, half }: Edges, { roll, keystone }: Lean, wide: number): Float64Array {
  const columns = Math.ceil((4 * half) / wide);
  const sums = new Float64Array(2 * columns);
  const [cos, sin, close] = [Math.cos(roll * degree), Math.sin(roll * degree), Math.tan(keystone * degree)];
  for (let i = 0; i < x.length; i++) {
    const [px, py] = [float64At(x, i), float64At(y, i)];
    const foot = (cos * px + sin * py) / (1 + close * (cos * py - sin * px));
    const at = ((foot + 2) * half) / wide;
    const column = Math.floor(at);
    if (column < 0 || column >= columns - 1) continue;
    const strength = float64At(weight, i);
    const first = strength > 0 ? column : columns + column;
    sums[first] = float64At(sums, first) + strength * (1 - at + column);
    sums[first + 1] = float64At(sums, first + 1) + strength * (at - column);
  }
  return sums;
}

/** How much edges gather; neighbours count together, so that places between columns cost nothing. */
function gathered(edges: Edges, lean: Lean, wide: number): number {
  const sums = columnsOf(edges, lean, wide);
  let score = 0;
  for (let i = 1; i < sums.length - 1; i++) {
    const sum = float64At(sums, i - 1) + 2 * float64At(sums, i) + float64At(sums, i + 1);
    score += sum * sum;
  }
  return score;
}

/** Whether long edges stand left and right of the middle: those in the middle alone tell of no keystone. */
function standsOnBothSides(edges: Edges, lean: Lean): boolean {
  const sums = columnsOf(edges, lean, 1);
  const columns = sums.length / 2;
  let [left, right] = [0, 0];
  for (let i = 0; i < sums.length; i++) {
    const long = Math.abs(float64At(sums, i) + (sums[i + 1] ?? 0)) >= numbers.run * edges.rows;
    const place = (i % columns) / edges.half - 2;
    if (long && place < -0.1) left++;
    if (long && place > 0.1) right++;
  }
  return left > 0 && right > 0 && left + right >= numbers.runs;
}
