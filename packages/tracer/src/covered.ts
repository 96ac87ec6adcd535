import { float32At, float64At } from "@image-staging/picture/at";
import { axesOf } from "./camera.ts";
import { columnIn, type Grid } from "./grid.ts";
import type { Camera } from "./scene.ts";

/** A rectangle of the picture in pixels. A panorama's can leave it at the sides. */
interface Bounds {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Marks the cells that the projected box around each triangle touches. */
export function markCovered(grid: Grid, camera: Camera, corners: Float32Array): void {
  const boundsOf = camera.projection ? boundsAround : boundsBefore;
  const [[rx, ry, rz], [ux, uy, uz], [bx, by, bz]] = axesOf(camera);
  const seen = new Float64Array(9);
  for (let at = 0; at < corners.length; at += 9) {
    for (let corner = 0; corner < 9; corner += 3) {
      const x = float32At(corners, at) + (corner > 0 ? float32At(corners, at + corner) : 0);
      const y =
        float32At(corners, at + 1) +
        (corner > 0 ? float32At(corners, at + corner + 1) : 0) -
        camera.elevation;
      const z = float32At(corners, at + 2) + (corner > 0 ? float32At(corners, at + corner + 2) : 0);
      seen[corner] = rx * x + ry * y + rz * z;
      seen[corner + 1] = ux * x + uy * y + uz * z;
      seen[corner + 2] = bx * x + by * y + bz * z;
    }
    const bounds = boundsOf(camera, seen);
    if (bounds) mark(grid, bounds);
  }
}

function mark(grid: Grid, { left, right, top, bottom }: Bounds): void {
  const { columns, rows, size, covered } = grid;
  const [c0, c1] = [Math.floor((left - 1) / size), Math.floor((right + 1) / size)];
  const [r0, r1] = [
    Math.max(0, Math.floor((top - 1) / size)),
    Math.min(rows - 1, Math.floor((bottom + 1) / size)),
  ];
  for (let c = grid.wraps ? c0 : Math.max(0, c0); c <= c1; c++) {
    const column = columnIn(grid, c);
    if (column < 0) return;
    for (let row = r0; row <= r1; row++) covered[row * columns + column] = 1;
  }
}

/** What a pinhole sees of a triangle, from its corners along right, up and back; all if a part lies behind it. */
function boundsBefore({ width, height, focal, centreX, centreY }: Camera, seen: Float64Array) {
  const bounds: Bounds = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity };
  let behind = 0;
  for (let corner = 0; corner < 9; corner += 3) {
    const depth = -float64At(seen, corner + 2);
    if (depth < 0.02) {
      behind++;
      continue;
    }
    const x = centreX + (focal * float64At(seen, corner)) / depth;
    const y = centreY - (focal * float64At(seen, corner + 1)) / depth;
    bounds.left = Math.min(bounds.left, x);
    bounds.right = Math.max(bounds.right, x);
    bounds.top = Math.min(bounds.top, y);
    bounds.bottom = Math.max(bounds.bottom, y);
  }
  if (behind === 3) return undefined;
  return behind > 0 ? { left: 0, right: width, top: 0, bottom: height } : bounds;
}

/**
 * Where a panorama shows a triangle. Between corners its edges come nearer to the viewer than the corners are, by the
 * cosine of half the angle between them, and so rise or sink further.
 */
function boundsAround({ width, height, centreX, centreY }: Camera, seen: Float64Array): Bounds {
  let [from, to, near, far, low, high] = [0, 0, Infinity, 0, Infinity, -Infinity];
  const first = Math.atan2(float64At(seen, 0), -float64At(seen, 2));
  for (let corner = 0; corner < 9; corner += 3) {
    const [a, b, c] = [float64At(seen, corner), float64At(seen, corner + 1), -float64At(seen, corner + 2)];
    const turned = Math.atan2(a, c) - first;
    const turn = turned - 2 * Math.PI * Math.round(turned / (2 * Math.PI));
    const level = Math.sqrt(a * a + c * c);
    from = Math.min(from, turn);
    to = Math.max(to, turn);
    near = Math.min(near, level);
    far = Math.max(far, level);
    low = Math.min(low, b);
    high = Math.max(high, b);
  }
  if (to - from > 0.9 * Math.PI) return { left: 0, right: width - 2, top: 0, bottom: height };
  near *= Math.cos((to - from) / 2);
  const rowOf = (rise: number, level: number): number =>
    centreY - (Math.atan2(rise, level) / Math.PI) * height;
  const columnOf = (turn: number): number => centreX + ((first + turn) / (2 * Math.PI)) * width;
  return {
    left: columnOf(from),
    right: columnOf(to),
    top: rowOf(high, high > 0 ? near : far),
    bottom: rowOf(low, low > 0 ? far : near),
  };
}
