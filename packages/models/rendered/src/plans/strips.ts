import type { Walls } from "./walls.ts";

/** A gap in a row (or column) of pixels, and in those that follow it. */
export interface Strip {
  from: number;
  to: number;
  first: number;
  last: number;
}

/** The part of the thickest walls' thickness that others have. */
const thinnest = 0.4;

/** The gaps of each row (or column) that go on in the next ones, of a length in pixels. */
export function stripsOf(walls: Walls, along: "x" | "y", least: number, most: number): Strip[] {
  const { width, height, solid, thickness } = walls;
  const [lines, steps, next, jump] = along === "x" ? [height, width, 1, width] : [width, height, width, 1];
  const loose = Math.max(2, thickness * 0.2);
  const strips: Strip[] = [];
  let open: Strip[] = [];
  for (let line = 0; line < lines; line++) {
    const going: Strip[] = [];
    let last = -1;
    for (let step = 0; step < steps; step++) {
      if (!solid[line * jump + step * next]) continue;
      const gap = step - last - 1;
      if (last >= 0 && gap >= least && gap <= most) {
        const from = last + 1;
        const strip = open.find(
          (one) => Math.abs(one.from - from) <= loose && Math.abs(one.to - step) <= loose,
        );
        if (strip) {
          strip.last = line;
          strip.from = Math.max(strip.from, from);
          strip.to = Math.min(strip.to, step);
          going.push(strip);
        } else {
          const begun = { from, to: step, first: line, last: line };
          strips.push(begun);
          going.push(begun);
        }
      }
      last = step;
    }
    open = going;
  }
  return strips;
}

/**
 * A gap that a wall across ends at is one on either side of it: between two doors side by side, a wall of two lines is too
 * short to be found. A door's leaf is thinner than a wall.
 */
export function partsOf(
  { solid, width, thickness }: Walls,
  along: "x" | "y",
  strip: Strip,
  least: number,
  most: number,
): Strip[] {
  const isWall = (step: number) =>
    [strip.first - 2, strip.last + 2].some(
      (line) => solid[along === "x" ? line * width + step : step * width + line],
    );
  const parts: Strip[] = [];
  let { from } = strip;
  for (let step = from; step < strip.to; step++) {
    if (!isWall(step)) continue;
    const start = step;
    while (step < strip.to && isWall(step)) step++;
    if (step - start < thinnest * thickness) continue;
    parts.push({ ...strip, from, to: start });
    from = step;
  }
  parts.push({ ...strip, from });
  return parts.every((part) => part.to - part.from >= least && part.to - part.from <= most) ? parts : [strip];
}
