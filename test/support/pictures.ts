import sharp, { type Sharp } from "sharp";

type Colour = [red: number, green: number, blue: number];
type Paint = (x: number, y: number) => Colour;

/**
 * A room as a photograph might show it, in code: a wall lit from the left, a window with a cross, a door, skirting
 * and floor boards, and grain. `x` and `y` run from 0 to 1. `seed` changes the grain and the place of things.
 */
export function drawRoom({
  width,
  height,
  seed = 1,
}: {
  width: number;
  height: number;
  seed?: number;
}): Sharp {
  const shift = ((seed * 37) % 20) / 100;
  const window = { left: 0.1 + shift, right: 0.4 + shift, top: 0.15, bottom: 0.5 };
  const grain = noise(seed);
  return paint(width, height, (x, y) => {
    const light = 215 - 60 * x + grain();
    if (y > 0.7) {
      const board = Math.floor((x - 0.5) / (y - 0.45) / 0.12);
      return [150 + 9 * (board & 3) + grain(), 105 + 7 * (board & 3) + grain(), 70 + grain()];
    }
    if (y > 0.67) return [90, 85, 80];
    if (x > window.left && x < window.right && y > window.top && y < window.bottom) {
      const bar = Math.abs(x - (window.left + window.right) / 2) < 0.006 || Math.abs(y - 0.32) < 0.008;
      return bar ? [70, 70, 75] : [235, 245, 250];
    }
    if (x > 0.72 && x < 0.88 && y > 0.25) return [120 + grain(), 90 + grain(), 65];
    return [light, light - 6, light - 18];
  });
}

/** An equirectangular room, twice as wide as high: floor, ceiling, four corners, a window on every other wall. */
export function drawPanorama({ width, seed = 1 }: { width: number; seed?: number }): Sharp {
  const grain = noise(seed);
  return paint(width, width / 2, (x, y) => {
    const wall = Math.floor(x * 4);
    const within = x * 4 - wall;
    const corner = 0.08 * Math.abs(within - 0.5);
    if (y > 0.62 - corner) return [140 + grain(), 100 + grain(), 70 + (Math.floor(x * 40) % 2) * 12];
    if (y < 0.36 + corner) return [240, 238, 232];
    if (wall % 2 === 0 && within > 0.3 && within < 0.7 && y > 0.42 && y < 0.54) return [225, 240, 250];
    const light = 200 - 25 * wall + grain();
    return [light, light - 5, light - 12];
  });
}

/** A floor plan: black walls with door gaps on white. */
export function drawFloorplan({ width, height }: { width: number; height: number }): Sharp {
  const near = (value: number, line: number) => Math.abs(value - line) < 0.008;
  return paint(width, height, (x, y) => {
    const outside = x < 0.08 || x > 0.92 || y < 0.08 || y > 0.92;
    const outer = !outside && (x < 0.1 || x > 0.9 || y < 0.1 || y > 0.9);
    const inner =
      (near(x, 0.45) && (y < 0.3 || y > 0.42)) ||
      (near(y, 0.55) && x < 0.45 && (x < 0.2 || x > 0.3)) ||
      (near(y, 0.38) && x > 0.45 && (x < 0.6 || x > 0.7));
    return outer || (inner && !outside) ? [20, 20, 20] : [255, 255, 255];
  });
}

/** One colour all over. */
export function drawBlank(size: { width: number; height: number }, background = "#808080"): Sharp {
  return sharp({ create: { ...size, channels: 3, background }, limitInputPixels: false });
}

function paint(width: number, height: number, colourAt: Paint): Sharp {
  const pixels = Buffer.alloc(width * height * 3);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const colour = colourAt((column + 0.5) / width, (row + 0.5) / height);
      pixels.set(colour.map(toByte), (row * width + column) * 3);
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

const toByte = (value: number) => Math.max(0, Math.min(255, Math.round(value)));

/** The same grain for the same seed: −4 to 4. */
export function noise(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state / 2 ** 32) * 8 - 4;
  };
}

/** The JPEG of a camera that moved nearer to what a picture shows: `by` 1.03, 3 % larger, and cut to its size. */
export async function movedNearer(picture: Buffer, by: number): Promise<Buffer> {
  const { width, height } = await sharp(picture).metadata();
  const near = await sharp(picture)
    .resize({ width: Math.round(width * by) })
    .toBuffer({ resolveWithObject: true });
  const [left, top] = [(near.info.width - width) >> 1, (near.info.height - height) >> 1];
  return sharp(near.data).extract({ left, top, width, height }).jpeg().toBuffer();
}
