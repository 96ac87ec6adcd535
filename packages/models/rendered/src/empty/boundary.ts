import type { Camera } from "@image-staging/tracer/scene";
import { faceNames, type Hits } from "../analysis/faces.ts";
import { labelGroups } from "../labels/classes.ts";
import type { Labels } from "../labels/index.ts";
import { betweenKnown } from "./between-known.ts";
import { consensusLine, type Line } from "./consensus.ts";

/** How far from the box's floor boundary the photo's is looked for, and over how far the difference fades, in shares of the height. */
const [band, reach] = [0.035, 0.12] as const;
/** Rows of the copy that are compared above and below an edge, and its least difference in Lab. */
const [rows, least] = [3, 6] as const;
/** A lower edge that is so strong beside the strongest is the boundary: above it lies a skirting. */
const lower = 0.45;

const walls = labelGroups.indexOf("walls");

/** For each column of the copy by how many of its rows the photo's floor boundary lies lower than the box's, and where that is. */
export interface Boundary {
  row: Float32Array;
  lower: Float32Array;
}

/**
 * Where walls end in the photo beside what is masked: the lowest strong edge near the box's own boundary, and for each wall the line
 * that most columns agree on. A lens bends lines and a camera is not found to the pixel: a skirting that goes on beside it shows both.
 */
export function boundaryOf(labels: Labels, masked: Uint8Array, { face }: Hits): Boundary {
  const { width, height } = labels.copy;
  const floor = faceNames.indexOf("floor");
  const row = new Float32Array(width).fill(-1);
  const wallAt = new Uint8Array(width);
  for (let x = 0; x < width; x++)
    for (let y = 1; y < height; y++)
      if (face[y * width + x] === floor) {
        row[x] = y;
        wallAt[x] = face[(y - 1) * width + x] as number;
        break;
      }
  const off = new Float32Array(width).fill(Number.NaN);
  for (const name of ["left", "back", "right"] as const) {
    const columns = Array.from(off.keys()).filter(
      (x) => (row[x] as number) >= 0 && wallAt[x] === faceNames.indexOf(name),
    );
    const seen = columns.flatMap((x) => {
      const y = edgeAt(labels, masked, x, row[x] as number);
      return y === undefined ? [] : [[x, y - (row[x] as number)] as const];
    });
    const line = consensusLine(seen, columns.length);
    if (line) for (const x of columns) off[x] = clamped(line, x, band * height);
  }
  // A wall whose foot is hidden meets those beside it.
  return { row, lower: Float32Array.from(betweenKnown([...off])) };
}

const clamped = ({ slope, offset }: Line, x: number, most: number): number =>
  Math.max(-most, Math.min(most, offset + slope * x));

/** The row at which the floor begins in a column below a wall, if nothing masked is near: a door's lower edge tells nothing. */
function edgeAt({ copy, greatest }: Labels, masked: Uint8Array, x: number, from: number): number | undefined {
  const { width, height, lab } = copy;
  const most = Math.round(band * height);
  const [first, last] = [Math.floor(from) - most, Math.floor(from) + most];
  if (first < rows || last + rows >= height) return undefined;
  if (greatest[(first - rows) * width + x] !== walls) return undefined;
  for (let y = first - rows; y < last + rows; y++) if (masked[y * width + x]) return undefined;
  const steps = Array.from({ length: last - first }, (_, k) => {
    let sum = 0;
    for (const plane of lab) {
      let step = 0;
      for (let n = 0; n < rows; n++)
        step += plane.at((first + k + n) * width + x) - plane.at((first + k - 1 - n) * width + x);
      sum += (step / rows) ** 2;
    }
    return Math.sqrt(sum);
  });
  const strongest = Math.max(...steps);
  if (strongest < least) return undefined;
  for (let k = steps.length - 2; k > 0; k--) {
    const own = steps[k] as number;
    if (own >= lower * strongest && own >= (steps[k - 1] as number) && own >= (steps[k + 1] as number))
      return first + k;
  }
  return undefined;
}

/** The row of the box's picture that a place of the photo shows: the box is bent around its floor boundary. */
export function rowInBox({ row, lower }: Boundary, height: number, x: number, y: number): number {
  const column = Math.max(0, Math.min(row.length - 1, Math.floor(x)));
  const by = lower[column] as number;
  if (by === 0) return y;
  const away = Math.abs(y - (row[column] as number) - by) / (reach * height);
  return y - by * Math.max(0, 1 - away);
}

/** Where each pixel of the copy meets the room, by the photo's own floor boundary. */
export function bent(hits: Hits, boundary: Boundary, { width, height }: Camera): Hits {
  const [face, u, v] = [hits.face.slice(), hits.u.slice(), hits.v.slice()];
  for (let i = 0; i < face.length; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    const at = rowInBox(boundary, height, x, y + 0.5) - 0.5;
    if (at === y) continue;
    const low = Math.max(0, Math.min(height - 2, Math.floor(at)));
    const [a, b] = [low * width + x, (low + 1) * width + x];
    const share = Math.max(0, Math.min(1, at - low));
    const nearest = share < 0.5 ? a : b;
    const isOne = hits.face[a] === hits.face[b];
    face[i] = hits.face[nearest] as number;
    u[i] = isOne ? mixed(hits.u, a, b, share) : (hits.u[nearest] as number);
    v[i] = isOne ? mixed(hits.v, a, b, share) : (hits.v[nearest] as number);
  }
  return { face, u, v };
}

const mixed = (of: Float32Array, a: number, b: number, share: number): number =>
  (of[a] as number) + share * ((of[b] as number) - (of[a] as number));
