import type { Area, Flat, FlatRoom, Gap } from "./flat.ts";

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
}

/** The plan's lines as SVG elements, without lettering. */
export function drawFlat(flat: Flat, style: DrawingStyle): string {
  const { wall, ink, line } = style;
  const box = (area: Area, fill: string, stroke = ink) =>
    `<rect ${rectOf(area, style)} fill="${fill}" stroke="${stroke}" stroke-width="${line}"/>`;
  return [
    box({ x: 0, y: 0, width: flat.width, height: flat.height }, wall),
    ...flat.rooms.map((room) => box(room, "#fff")),
    ...flat.gaps.map((gap) => drawGap(gap, style)),
    ...flat.rooms.map((room) => drawFittings(room, style)),
  ].join("");
}

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
  return clear + jambs + drawSwing(gap, style);
}

/** The leaf, open at a right angle, and the arc that its edge goes. */
function drawSwing(gap: Gap, { ink, line, scale, left, top, thickLeaf }: DrawingStyle): string {
  const { opens = 1, hinge = "start", along } = gap;
  const radius = (along === "x" ? gap.width : gap.height) * scale;
  const face = opens === 1 ? (along === "x" ? gap.height : gap.width) : 0;
  const [from, to] = hinge === "start" ? [0, radius] : [radius, 0];
  const place = (a: number, b: number) =>
    along === "x"
      ? `${left + gap.x * scale + a} ${top + (gap.y + face) * scale + b}`
      : `${left + (gap.x + face) * scale + b} ${top + gap.y * scale + a}`;
  const tip = place(from, opens * radius);
  const sweep = (hinge === "start") === (opens === 1) ? (along === "x" ? 0 : 1) : along === "x" ? 1 : 0;
  return [
    `<path d="M${place(from, 0)}L${tip}" stroke="${ink}" stroke-width="${thickLeaf ? line * 2 : line}"/>`,
    `<path d="M${tip}A${radius} ${radius} 0 0 ${sweep} ${place(to, 0)}" fill="none" stroke="${ink}" stroke-width="${Math.max(1, line * 0.8)}"/>`,
  ].join("");
}

/** Bath, basin and toilet; worktop, sink and hob: at the wall without doors and next to it. */
function drawFittings(room: FlatRoom, { ink, line, scale, left, top }: DrawingStyle): string {
  const thin = `fill="#fff" stroke="${ink}" stroke-width="${Math.max(1, line * 0.8)}"`;
  const { along, place } = fromBack(room);
  /** From `u` along the back wall and `v` away from it. */
  const box = (u: number, v: number, width: number, depth: number, round = 0) => {
    const { x, y, width: w, height: h } = place(u, v, width, depth);
    return `<rect x="${left + x * scale}" y="${top + y * scale}" width="${w * scale}" height="${h * scale}" rx="${round * scale}" ${thin}/>`;
  };
  if (room.use === "bath") {
    const bath = Math.min(1.7, along - 0.04);
    return [
      box(0.02, 0.02, bath, 0.72),
      box(0.1, 0.1, bath - 0.16, 0.56, 0.22),
      box(along - 0.2, 0.95, 0.18, 0.42),
      box(along - 0.66, 0.98, 0.46, 0.36, 0.18),
      box(0.02, 1.0, 0.36, 0.46, 0.1),
    ].join("");
  }
  if (room.use !== "kitchen") return "";
  const hob = [0.12, 0.36].flatMap((u) =>
    [0.14, 0.38].map((v) => box(along - 0.75 + u, v, 0.17, 0.17, 0.085)),
  );
  return [box(0, 0, along, 0.6), box(along / 2 - 0.3, 0.1, 0.6, 0.4, 0.06), ...hob].join("");
}

/** Coordinates along a room's back wall and away from it. */
function fromBack({ x, y, width, height, back }: FlatRoom) {
  const isUpright = back === "left" || back === "right";
  return {
    along: isUpright ? height : width,
    place: (u: number, v: number, wide: number, deep: number): Area => {
      if (back === "top") return { x: x + u, y: y + v, width: wide, height: deep };
      if (back === "bottom") return { x: x + u, y: y + height - v - deep, width: wide, height: deep };
      if (back === "left") return { x: x + v, y: y + u, width: deep, height: wide };
      return { x: x + width - v - deep, y: y + u, width: deep, height: wide };
    },
  };
}
