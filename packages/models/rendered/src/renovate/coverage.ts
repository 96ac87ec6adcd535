import type { Picture } from "@image-staging/picture/picture";
import { linearOf } from "@image-staging/picture/srgb";

/** Linear differences of two sides between which an edge's own colours begin to tell, and fully tell, how it is mixed. */
const [faint, clear] = [0.02, 0.1];
/** Pixels of the copy by which a mask's edge can be off, and samples to each side, twice as far apart, that show both colours there. */
const [band, around] = [2, 4];

/**
 * How much of each pixel of the picture a mask of its smaller copy covers, 0 to 255. At edges the share follows from the
 * colours on both sides: a pixel halfway between them is half covered.
 */
export function coverageOf(
  picture: Picture,
  mask: Uint8Array,
  { width, height }: { width: number; height: number },
): Uint8Array {
  const rough = enlarged(mask, width, height, picture);
  const unit = Math.max(1, Math.round(picture.width / width));
  const coverage = rough.slice();
  for (let y = 0; y < picture.height; y++) {
    for (let x = 0; x < picture.width; x++) {
      const i = y * picture.width + x;
      if (isAlike(rough, picture, x, y, unit)) continue;
      coverage[i] = shareOf(picture, rough, x, y, unit);
    }
  }
  return coverage;
}

function enlarged(mask: Uint8Array, width: number, height: number, picture: Picture): Uint8Array {
  const large = new Uint8Array(picture.width * picture.height);
  const [sx, sy] = [width / picture.width, height / picture.height];
  for (let y = 0; y < picture.height; y++) {
    const v = Math.min(height - 1, Math.max(0, (y + 0.5) * sy - 0.5));
    const [row, t] = [Math.floor(v), v % 1];
    const next = Math.min(height - 1, row + 1);
    for (let x = 0; x < picture.width; x++) {
      const u = Math.min(width - 1, Math.max(0, (x + 0.5) * sx - 0.5));
      const [column, s] = [Math.floor(u), u % 1];
      const right = Math.min(width - 1, column + 1);
      const upper =
        (mask[row * width + column] as number) * (1 - s) + (mask[row * width + right] as number) * s;
      const lower =
        (mask[next * width + column] as number) * (1 - s) + (mask[next * width + right] as number) * s;
      large[y * picture.width + x] = Math.round(255 * (upper * (1 - t) + lower * t));
    }
  }
  return large;
}

/** Whether all around a pixel, as far as the mask's edge can be off, lies on one side of it. */
function isAlike(rough: Uint8Array, { width, height }: Picture, x: number, y: number, unit: number): boolean {
  const own = rough[y * width + x] as number;
  if (own !== 0 && own !== 255) return false;
  for (let dy = -band * unit; dy <= band * unit; dy += unit) {
    for (let dx = -band * unit; dx <= band * unit; dx += unit) {
      const [nx, ny] = [x + dx, y + dy];
      if (nx < 0 || ny < 0 || nx >= width || ny >= height) continue;
      if (rough[ny * width + nx] !== own) return false;
    }
  }
  return true;
}

/** The share of the inner side's mean colour in a pixel; the rough mask's if both sides look alike. */
function shareOf(picture: Picture, rough: Uint8Array, x: number, y: number, unit: number): number {
  const { width, height, data } = picture;
  const [inside, outside] = [
    [0, 0, 0],
    [0, 0, 0],
  ];
  let [ins, outs] = [0, 0];
  for (let dy = -around; dy <= around; dy++) {
    for (let dx = -around; dx <= around; dx++) {
      const [nx, ny] = [x + 2 * dx * unit, y + 2 * dy * unit];
      if (nx < 0 || ny < 0 || nx >= width || ny >= height) continue;
      const k = ny * width + nx;
      if (!isAlike(rough, picture, nx, ny, unit)) continue;
      const isIn = rough[k] === 255;
      const side = isIn ? inside : outside;
      for (let c = 0; c < 3; c++)
        side[c] = (side[c] as number) + (linearOf[data[k * 3 + c] as number] as number);
      if (isIn) ins++;
      else outs++;
    }
  }
  const i = y * width + x;
  const own = rough[i] as number;
  if (ins === 0 || outs === 0) return own;
  let [along, length] = [0, 0];
  for (let c = 0; c < 3; c++) {
    const from = (outside[c] as number) / outs;
    const step = (inside[c] as number) / ins - from;
    along += ((linearOf[data[i * 3 + c] as number] as number) - from) * step;
    length += step * step;
  }
  const trust = Math.min(1, Math.max(0, (Math.sqrt(length) - faint) / (clear - faint)));
  const share = Math.min(1, Math.max(0, along / Math.max(1e-9, length)));
  return Math.round(own + trust * (255 * share - own));
}
