import type { Block, Placed } from "./furniture.ts";
import { lit, mix, rgb, type Style } from "./styles.ts";

/** Metres: x to the right, y up from the floor, z away from the viewer. */
export type Point = readonly [x: number, y: number, z: number];

/** How metres become pixels. With a `period` the picture wraps around after that many pixels in x. */
export type View = { eye: Point; project: (point: Point) => readonly [number, number]; period?: number };

export const radians = (degrees: number) => (degrees * Math.PI) / 180;

const byAxis = (at: (axis: 0 | 1 | 2) => number): Point => [at(0), at(1), at(2)];

const distance = (a: Point, b: Point) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

/** From a piece's own coordinates to the room's. */
export const stand = ({ x, z, turn }: Omit<Placed, "piece">) => {
  const [sin, cos] = [Math.sin(radians(turn)), Math.cos(radians(turn))];
  return ([px, py, pz]: Point): Point => [x + px * cos - pz * sin, py, z + px * sin + pz * cos];
};

/** The corners of a block's bottom (0) or top (1), in the room's coordinates. */
function ring({ round, x, y, z, width, depth, height }: Block, placed: Placed, up: 0 | 1): Point[] {
  const [sides, start, reach] = round ? [24, 0, 0.5] : [4, 0.5, Math.SQRT1_2];
  const put = stand(placed);
  return Array.from({ length: sides }, (_, nth) => {
    const angle = ((nth + start) / sides) * 2 * Math.PI;
    return put([x + Math.cos(angle) * width * reach, y + height * up, z + Math.sin(angle) * depth * reach]);
  });
}

/** The flat faces of a block, in the room's coordinates, with normals that point outwards. */
function facesOf(block: Block, placed: Placed): { corners: Point[]; normal: Point }[] {
  const [bottom, top] = [ring(block, placed, 0), ring(block, placed, 1)];
  const walls = bottom.map((corner, nth) => {
    const next = (nth + 1) % bottom.length;
    const angle = ((nth + (block.round ? 0.5 : 1)) / bottom.length) * 2 * Math.PI + radians(placed.turn);
    const normal: Point = [Math.cos(angle), 0, Math.sin(angle)];
    return { corners: [corner, bottom[next] ?? corner, top[next] ?? corner, top[nth] ?? corner], normal };
  });
  return [...walls, { corners: top, normal: [0, 1, 0] }, { corners: bottom, normal: [0, -1, 0] }];
}

/** The points of a piece that reach farthest, in the room's coordinates. */
export const corners = (placed: Placed): Point[] =>
  placed.piece.blocks.flatMap((block) => [...ring(block, placed, 0), ...ring(block, placed, 1)]);

/** The closed path through `points`. A panorama bends straight lines, and wraps: the path is where `near` is. */
function path(points: Point[], { project, period }: View, near: number): string {
  const steps = period === undefined ? 1 : 6;
  const pixels = points.flatMap((from, nth) => {
    const to = points[(nth + 1) % points.length] ?? from;
    return Array.from({ length: steps }, (_, step) => {
      const [x, y] = project(byAxis((axis) => from[axis] + (to[axis] - from[axis]) * (step / steps)));
      const turns = period === undefined ? 0 : Math.round((near - x) / period) * period;
      return `${(x + turns).toFixed(1)} ${y.toFixed(1)}`;
    });
  });
  return `M${pixels.join("L")}Z`;
}

function drawPiece(placed: Placed, { tones }: Style, view: View, near: number): string {
  const faces = placed.piece.blocks.flatMap((block) =>
    facesOf(block, placed).flatMap(({ corners, normal }) => {
      const centre = byAxis((axis) => corners.reduce((sum, one) => sum + one[axis], 0) / corners.length);
      const [x, y, z] = byAxis((axis) => normal[axis] * (view.eye[axis] - centre[axis]));
      if (x + y + z <= 0) return [];
      // Light falls from above, from the left and a little from the viewer.
      const light = 0.86 + 0.22 * normal[1] - 0.1 * normal[0] - 0.06 * normal[2];
      const fill = lit(rgb(tones[block.tone] ?? "#000000"), light);
      const edge = block.round && normal[1] === 0 ? fill : mix(fill, [28, 30, 33], 0.3);
      const svg = `<path d="${path(corners, view, near)}" fill="rgb(${fill})" stroke="rgb(${edge})"/>`;
      return { svg, away: distance(centre, view.eye) };
    }),
  );
  const ordered = faces.sort((a, b) => b.away - a.away);
  return ordered.map(({ svg }) => svg).join("");
}

/** From where to where blocks reach along an axis. */
function span(blocks: Block[], axis: "x" | "z", side: "width" | "depth") {
  const ends = blocks.flatMap((block) => [block[axis] - block[side] / 2, block[axis] + block[side] / 2]);
  return { from: Math.min(...ends), to: Math.max(...ends) };
}

const isFlat = ({ piece }: Placed) => piece.blocks.every((block) => block.y + block.height < 0.1);

/** A shadow on the floor around a piece, so that it does not seem to float. */
function shadow(placed: Placed, view: View, near: number): string {
  const low = placed.piece.blocks.filter((block) => block.y < 0.3);
  if (low.length === 0 || isFlat(placed)) return "";
  const [x, z] = [span(low, "x", "width"), span(low, "z", "depth")];
  const floor = { tone: "", round: false, x: (x.from + x.to) / 2, y: 0, z: (z.from + z.to) / 2, height: 0 };
  const rings = [0.04, 0.12, 0.2].map((grow) => {
    const wide = { ...floor, width: x.to - x.from + grow, depth: z.to - z.from + grow };
    return `<path d="${path(ring(wide, placed, 0), view, near)}" fill-opacity=".07" stroke="none"/>`;
  });
  return rings.join("");
}

/** A label sits on a piece's front, half-way up; a rug's on its front edge, because nothing stands there. */
function labelOf(placed: Placed, { project }: View) {
  const { label, blocks } = placed.piece;
  const top = Math.max(...blocks.map((block) => block.y + block.height));
  const point: Point = isFlat(placed) ? [0, 0, 0.82 * span(blocks, "z", "depth").from] : [0, top * 0.55, 0];
  const [x, y] = project(stand(placed)(point));
  return { text: label, x, y };
}

/** The pieces as SVG, far ones first, with the pixel at which the label of each belongs. */
export function drawScene(scene: Placed[], style: Style, view: View) {
  const far = ({ x, z }: Placed) => distance([x, 0, z], view.eye);
  const ordered = [...scene].sort((a, b) => Number(isFlat(b)) - Number(isFlat(a)) || far(b) - far(a));
  const drawn = ordered.map((placed) => {
    const [near] = view.project([placed.x, 0, placed.z]);
    return shadow(placed, view, near) + drawPiece(placed, style, view, near);
  });
  return { svg: drawn.join(""), labels: ordered.map((placed) => labelOf(placed, view)) };
}
