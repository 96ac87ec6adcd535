import type { Walls } from "./walls.ts";

/** A gap in a row (or column) of pixels, and in those that follow it. */
export interface Strip {
  from: number;
  to: number;
  first: number;
  last: number;
}

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
