import { copyOf, type WorkingCopy } from "@image-staging/picture/working-copy";
import { Lens } from "@image-staging/tracer/camera";
import type { Camera } from "@image-staging/tracer/scene";

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
