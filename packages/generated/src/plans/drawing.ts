import { fittingsOf } from "./fittings.ts";
import type { Area, Flat, FlatRoom, Gap } from "./flat.ts";
import type { PlanKind } from "./kind.ts";

/** How a plan is drawn. Lengths are pixels. */
export interface DrawingStyle {
  /** Walls are filled in this colour; white leaves two lines. */
  wall: string;
  ink: string;
  line: number;
  /** Pixels of a metre, and the flat's upper left corner. */
  scale: number;
  left: number;
  top: number;
  thickLeaf: boolean;
  doors: PlanKind["doors"];
  hasWardrobes: boolean;
  isColoured: boolean;
  /** Walls have an outline. */
  isOutlined: boolean;
}

/** Walls with this colour are hatched; the pattern is part of the page. */
export const hatched = "url(#hatch)";

/** Pale fills of rooms. */
const tints: Readonly<Partial<Record<FlatRoom["use"], string>>> = {
  living: "#fdf3dc",
  dining: "#fbeadb",
  bedroom: "#e6eef9",
  office: "#e9e6f4",
  kitchen: "#e5f3e6",
  bath: "#dff1f4",
  hall: "#f4f1ea",
};

/** The plan's lines as SVG elements, without lettering. */
export function drawFlat(flat: Flat, style: DrawingStyle): string {
  const { wall, ink, line, isOutlined } = style;
  const box = (area: Area, fill: string) =>
    `<rect ${rectOf(area, style)} fill="${fill}" stroke="${isOutlined ? ink : "none"}" stroke-width="${line}"/>`;
  return [
    `<defs><pattern id="hatch" width="${4 * line}" height="${4 * line}" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="100%" height="100%" fill="#fff"/><rect width="${line}" height="100%" fill="${ink}"/></pattern></defs>`,
    box({ x: 0, y: 0, width: flat.width, height: flat.height }, wall),
    ...flat.rooms.map((room) => box(room, tintOf(room, style))),
    ...flat.gaps.map((gap) => drawGap(gap, style)),
    ...flat.rooms.map((room) => drawFittings(room, style)),
  ].join("");
}

const tintOf = ({ use }: FlatRoom, { isColoured }: DrawingStyle): string =>
  isColoured ? (tints[use] ?? "#fff") : "#fff";

function rectOf({ x, y, width, height }: Area, { scale, left, top }: DrawingStyle): string {
  const at = (value: number) => (value * scale).toFixed(1);
  return `x="${(left + x * scale).toFixed(1)}" y="${(top + y * scale).toFixed(1)}" width="${at(width)}" height="${at(height)}"`;
}

function drawGap(gap: Gap, style: DrawingStyle): string {
  const { ink, line, scale, left, top } = style;
  const [x, y] = [left + gap.x * scale, top + gap.y * scale];
  const [w, h] = [gap.width * scale, gap.height * scale];
  const thin = `fill="none" stroke="${ink}" stroke-width="${line}"`;
  // A little more than the wall, so that its outline is gone.
  const grow = line;
  const clear =
    gap.along === "x"
      ? `<rect x="${x}" y="${y - grow}" width="${w}" height="${h + 2 * grow}" fill="#fff"/>`
      : `<rect x="${x - grow}" y="${y}" width="${w + 2 * grow}" height="${h}" fill="#fff"/>`;
  const jambs =
    gap.along === "x"
      ? `<path d="M${x} ${y}v${h}M${x + w} ${y}v${h}" ${thin}/>`
      : `<path d="M${x} ${y}h${w}M${x} ${y + h}h${w}" ${thin}/>`;
  if (gap.kind === "window") {
    const middle = gap.along === "x" ? `M${x} ${y + h / 2}h${w}` : `M${x + w / 2} ${y}v${h}`;
    return `${clear}<rect x="${x}" y="${y}" width="${w}" height="${h}" ${thin}/><path d="${middle}" ${thin}/>`;
  }
  return clear + jambs + (style.doors === "gap" ? "" : drawSwing(gap, style));
}

/** The leaf, open at a right angle, and the arc that its edge goes; or the leaf alone, half open. */
function drawSwing(gap: Gap, { ink, line, scale, left, top, thickLeaf, doors }: DrawingStyle): string {
  const { opens = 1, hinge = "start", along } = gap;
  const radius = (along === "x" ? gap.width : gap.height) * scale;
  const face = opens === 1 ? (along === "x" ? gap.height : gap.width) : 0;
  const [from, to] = hinge === "start" ? [0, radius] : [radius, 0];
  const place = (a: number, b: number) =>
    along === "x"
      ? `${left + gap.x * scale + a} ${top + (gap.y + face) * scale + b}`
      : `${left + (gap.x + face) * scale + b} ${top + gap.y * scale + a}`;
  const half = radius * Math.SQRT1_2;
  const tip =
    doors === "arc"
      ? place(from, opens * radius)
      : place(from + (hinge === "start" ? half : -half), opens * half);
  const sweep = (hinge === "start") === (opens === 1) ? (along === "x" ? 0 : 1) : along === "x" ? 1 : 0;
  const leaf = `<path d="M${place(from, 0)}L${tip}" stroke="${ink}" stroke-width="${thickLeaf ? line * 2 : line}"/>`;
  if (doors !== "arc") return leaf;
  return [
    leaf,
    `<path d="M${tip}A${radius} ${radius} 0 0 ${sweep} ${place(to, 0)}" fill="none" stroke="${ink}" stroke-width="${Math.max(1, line * 0.8)}"/>`,
  ].join("");
}

function drawFittings(room: FlatRoom, style: DrawingStyle): string {
  const { ink, line, scale, hasWardrobes } = style;
  const thin = `fill="${tintOf(room, style)}" stroke="${ink}" stroke-width="${Math.max(1, line * 0.8)}"`;
  return fittingsOf(room, hasWardrobes)
    .map((fitting) => `<rect ${rectOf(fitting, style)} rx="${fitting.round * scale}" ${thin}/>`)
    .join("");
}
