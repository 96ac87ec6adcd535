import type { PlanAnalysis } from "./analyse.ts";
import type { Strip } from "./strips.ts";

/** A tread: where it begins and ends along its flight (`from`, `to`) and across it (`first`, `last`). */
interface Tread extends Strip {
  room: number;
}

/** How deep and how wide treads are, in metres, and how much of their box they fill; an arrow halves some. */
const [shallow, deep, narrow, wide, filled] = [0.16, 0.42, 0.35, 2.4, 0.75];
/** Depths are equal within this part and so many pixels, and ends are in line within so many metres. */
const [uneven, unevenPixels, aside] = [0.15, 1.5, 0.1];
/** So many equal treads are a flight. */
const fewest = 3;
/** Metres that stay free before both ends of a flight: a landing, or the first steps on the floor. */
const landing = 0.9;

/** Keeps flights of stairs free, and what is before their ends in the same room. `free` is 1 if furniture can stand on a pixel. */
export function keepStairsFree(free: Uint8Array, plan: PlanAnalysis): void {
  const { rooms, width } = plan.map;
  const long = landing * plan.scale;
  for (const along of ["x", "y"] as const)
    for (const treads of flightsAlong(along, plan)) {
      const [first, last] = [treads[0], treads.at(-1)];
      if (!first || !last || treads.length < fewest) continue;
      const sides = treads.flatMap((tread) => [tread.first, tread.last]);
      for (let line = Math.min(...sides); line < Math.max(...sides); line++) {
        const at = (step: number) => (along === "x" ? line * width + step : step * width + line);
        const isInRoom = (step: number) => rooms[at(step)] === first.room;
        let [from, to] = [first.from, last.to];
        while (first.from - from < long && isInRoom(from - 1)) from--;
        while (to - last.to < long && isInRoom(to)) to++;
        for (let step = from; step < to; step++) free[at(step)] = 0;
      }
    }
}

/** Parts of rooms that can be treads, those in a row together: equally deep, a line between two, and one as wide as the other or part of it. */
function flightsAlong(along: "x" | "y", { map, ink, scale }: PlanAnalysis): Tread[][] {
  const near = aside * scale + unevenPixels;
  const flights: Tread[][] = [];
  for (const { room, pixels, ...box } of map.parts.toSorted((a, b) => a.left + a.top - b.left - b.top)) {
    const { left, right, top, bottom } = box;
    const [from, to, first, last] = along === "x" ? [left, right, top, bottom] : [top, bottom, left, right];
    const [depth, width] = [to - from, last - first];
    const isTread = depth > shallow * scale && depth < deep * scale && width < wide * scale;
    if (!isTread || width < Math.max(narrow * scale, depth) || pixels < filled * depth * width) continue;
    const flight = flights.find((others) => {
      const before = others.at(-1);
      if (before?.room !== room || Math.abs(from - before.to - ink.line - 1) > ink.line + 1) return false;
      const insets = [first - before.first, before.last - last];
      const isInLine = insets.every((inset) => inset >= -near) || insets.every((inset) => inset <= near);
      return isInLine && Math.abs(before.to - before.from - depth) <= uneven * depth + unevenPixels;
    });
    if (flight) flight.push({ room, from, to, first, last });
    else flights.push([{ room, from, to, first, last }]);
  }
  return flights;
}
