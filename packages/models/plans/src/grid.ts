/** A mask or a map of numbers over pixels, row by row. */
export interface Size {
  width: number;
  height: number;
}

export interface Component {
  /** Its number in the map, from 1. */
  id: number;
  pixels: number;
  left: number;
  top: number;
  /** Exclusive. */
  right: number;
  bottom: number;
}

/** Numbers the connected parts of a mask from 1; 0 is outside. With `diagonal`, corners connect as well. */
export function componentsOf(
  mask: Uint8Array,
  { width, height }: Size,
  diagonal = false,
): { map: Int32Array; components: Component[] } {
  const map = new Int32Array(mask.length);
  const components: Component[] = [];
  const stack = new Int32Array(mask.length);
  for (let start = 0; start < mask.length; start++) {
    if (!mask[start] || map[start]) continue;
    const id = components.length + 1;
    const found: Component = { id, pixels: 0, left: width, top: height, right: 0, bottom: 0 };
    let size = 0;
    stack[size++] = start;
    map[start] = id;
    while (size > 0) {
      const at = stack[--size] ?? 0;
      const [x, y] = [at % width, Math.floor(at / width)];
      found.pixels++;
      if (x < found.left) found.left = x;
      if (x >= found.right) found.right = x + 1;
      if (y < found.top) found.top = y;
      if (y >= found.bottom) found.bottom = y + 1;
      for (let dy = y > 0 ? -1 : 0; dy <= (y < height - 1 ? 1 : 0); dy++)
        for (let dx = x > 0 ? -1 : 0; dx <= (x < width - 1 ? 1 : 0); dx++) {
          if (!diagonal && dx !== 0 && dy !== 0) continue;
          const next = at + dy * width + dx;
          if (!mask[next] || map[next]) continue;
          map[next] = id;
          stack[size++] = next;
        }
    }
    components.push(found);
  }
  return { map, components };
}

/** The distance in pixels from each pixel to the nearest one of the mask (chamfer 5-7, within 2 %). */
export function distancesTo(mask: Uint8Array, { width, height }: Size): Float32Array {
  const far = 1e6;
  const map = Float32Array.from(mask, (inside) => (inside ? 0 : far));
  const side = 1;
  const corner = Math.SQRT2;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      let least = map[at] ?? far;
      if (x > 0) least = Math.min(least, (map[at - 1] ?? far) + side);
      if (y > 0) {
        least = Math.min(least, (map[at - width] ?? far) + side);
        if (x > 0) least = Math.min(least, (map[at - width - 1] ?? far) + corner);
        if (x < width - 1) least = Math.min(least, (map[at - width + 1] ?? far) + corner);
      }
      map[at] = least;
    }
  for (let y = height - 1; y >= 0; y--)
    for (let x = width - 1; x >= 0; x--) {
      const at = y * width + x;
      let least = map[at] ?? far;
      if (x < width - 1) least = Math.min(least, (map[at + 1] ?? far) + side);
      if (y < height - 1) {
        least = Math.min(least, (map[at + width] ?? far) + side);
        if (x < width - 1) least = Math.min(least, (map[at + width + 1] ?? far) + corner);
        if (x > 0) least = Math.min(least, (map[at + width - 1] ?? far) + corner);
      }
      map[at] = least;
    }
  return map;
}

/** The length of the run of equal pixels of a mask that each pixel lies in, along rows or columns; 0 outside the mask. */
export function runLengths(mask: Uint8Array, { width, height }: Size, along: "x" | "y"): Uint16Array {
  const lengths = new Uint16Array(mask.length);
  const [lines, steps, next, jump] = along === "x" ? [height, width, 1, width] : [width, height, width, 1];
  for (let line = 0; line < lines; line++) {
    let from = 0;
    for (let step = 0; step <= steps; step++) {
      if (step < steps && mask[line * jump + step * next]) continue;
      for (let i = from; i < step; i++) lengths[line * jump + i * next] = Math.min(65_535, step - from);
      from = step + 1;
    }
  }
  return lengths;
}
