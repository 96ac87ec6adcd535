import { gapsOf } from "./bands.ts";
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
  const loose = Math.max(2, walls.thickness * 0.2);
  const strips: Strip[] = [];
  let open: Strip[] = [];
  for (const { line, from, to } of gapsOf(walls.solid, walls, along)) {
    if (to - from < least || to - from > most) continue;
    open = open.filter(({ last }) => last >= line - 1);
    const strip = open.find(
      (one) => one.last < line && Math.abs(one.from - from) <= loose && Math.abs(one.to - to) <= loose,
    );
    if (strip) {
      strip.last = line;
      strip.from = Math.max(strip.from, from);
      strip.to = Math.min(strip.to, to);
    } else {
      const begun = { from, to, first: line, last: line };
      strips.push(begun);
      open.push(begun);
    }
  }
  return strips;
}

/** The free pixels of a line through a place of it; none on a wall, all outside the picture. */
export function wayThrough({ width, height, solid }: Walls, along: "x" | "y", line: number, place: number) {
  const [steps, lines] = along === "x" ? [width, height] : [height, width];
  if (line < 0 || line >= lines) return { from: 0, to: steps, leaves: true };
  const at = (step: number) => solid[along === "x" ? line * width + step : step * width + line];
  let [from, to] = [place, place];
  if (at(place)) return { from, to, leaves: false };
  while (from > 0 && !at(from - 1)) from--;
  while (to < steps && !at(to)) to++;
  return { from, to, leaves: from === 0 || to === steps };
}
