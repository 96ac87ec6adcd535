import type { DrawingStyle } from "./drawing.ts";
import type { Flat, FlatRoom } from "./flat.ts";
import type { PlanKind } from "./kind.ts";

/** A length to print: its middle, and how wide it can be, in pixels. */
export interface Measure {
  text: string;
  x: number;
  y: number;
  most: number;
}

/** Dimension lines as SVG elements: a chain of measures along the upper side, or a line with arrow heads in each room. */
export function drawDimensions(
  flat: Flat,
  style: DrawingStyle,
  where: PlanKind["dimensions"],
): { lines: string; measures: readonly Measure[] } {
  if (where === "none") return { lines: "", measures: [] };
  if (where === "inside")
    return { lines: flat.rooms.map((room) => arrows(room, style)).join(""), measures: [] };
  const { scale, left, top, ink } = style;
  const upper = Math.min(...flat.rooms.map(({ y }) => y));
  const row = flat.rooms.filter(({ y }) => y < upper + 0.01);
  const y = top - 0.32 * scale;
  const chain = row.map((room) => {
    const [from, to] = [left + room.x * scale, left + (room.x + room.width) * scale];
    return {
      line: `M${from} ${y}H${to}M${from - 3} ${y + 3}l6 -6M${to - 3} ${y + 3}l6 -6M${from} ${y - 4}v8M${to} ${y - 4}v8`,
      measure: {
        text: room.width.toFixed(2),
        x: (from + to) / 2,
        y: y - 0.2 * scale,
        most: (to - from) * 0.8,
      },
    };
  });
  return {
    lines: `<path d="${chain.map(({ line }) => line).join("")}" fill="none" stroke="${ink}" stroke-width="1"/>`,
    measures: chain.map(({ measure }) => measure),
  };
}

/** A line across the room, away from its lettering, with an arrow head at each wall. */
function arrows(room: FlatRoom, { scale, left, top, ink, line }: DrawingStyle): string {
  if (room.use === "bath" || room.use === "hall") return "";
  const [from, to] = [left + room.x * scale + 1, left + (room.x + room.width) * scale - 1];
  const y = top + (room.y + room.height * 0.74) * scale;
  const head = Math.max(3, 0.09 * scale);
  const tip = (x: number, way: 1 | -1) => `M${x} ${y}l${way * head} ${-head / 2}v${head}z`;
  return `<path d="M${from} ${y}H${to}" stroke="${ink}" stroke-width="${Math.max(1, line * 0.6)}"/><path d="${tip(from, 1)}${tip(to, -1)}" fill="${ink}"/>`;
}
