import type { Block, Placed } from "./furniture.ts";
import { lit, mix, type Style } from "./styles.ts";

/** Metres: x to the right, y up from the floor, z away from the viewer. */
export type Point = readonly [x: number, y: number, z: number];

/** How metres become pixels. With a `period` the picture wraps around after that many pixels in x. */
export type View = {
  eye: Point;
  project: (point: Point) => readonly [x: number, y: number];
  period?: number;
};

type Face = { corners: Point[]; normal: Point };

export const radians = (degrees: number) => (degrees * Math.PI) / 180;

const distance = (a: Point, b: Point) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

/** From a piece's own coordinates to the room's. */
export const stand = ({ x, z, turn }: Omit<Placed, "piece">) => {
  const [sin, cos] = [Math.sin(radians(turn)), Math.cos(radians(turn))];
  return ([px, py, pz]: Point): Point => [x + px * cos - pz * sin, py, z + px * sin + pz * cos];
};

/** The flat faces of a block, in the room's coordinates, with normals that point outwards. */
function facesOf(block: Block, placed: Placed): Face[] {
  const put = stand(placed);
  const [sides, start, reach] = block.round ? [24, 0, 0.5] : [4, 0.5, Math.SQRT1_2];
  const angle = (nth: number) => ((nth + start) / sides) * 2 * Math.PI;
  const corner = (nth: number, up: 0 | 1): Point =>
    put([
      block.x + Math.cos(angle(nth % sides)) * block.width * reach,
      block.y + block.height * up,
      block.z + Math.sin(angle(nth % sides)) * block.depth * reach,
    ]);
  const nths = Array.from({ length: sides }, (_, nth) => nth);
  const turned = stand({ x: 0, z: 0, turn: placed.turn });
  const walls = nths.map((nth) => ({
    corners: [corner(nth, 0), corner(nth + 1, 0), corner(nth + 1, 1), corner(nth, 1)],
    normal: turned([Math.cos(angle(nth + 0.5)), 0, Math.sin(angle(nth + 0.5))]),
  }));
  const level = (up: 0 | 1): Face => ({
    corners: nths.map((nth) => corner(nth, up)),
    normal: [0, up * 2 - 1, 0],
  });
  return [...walls, level(1), level(0)];
}

/** The points of a piece that reach farthest, in the room's coordinates. */
export const corners = (placed: Placed): Point[] =>
  placed.piece.blocks.flatMap((block) => facesOf(block, placed).flatMap((face) => face.corners));

/** The closed path through `points`. A panorama bends straight lines, and wraps: the path is where `near` is. */
function path(points: Point[], { project, period }: View, near: number): string {
  const steps = period === undefined ? 1 : 6;
  const pixels = points.flatMap((from, nth) => {
    const to = points[(nth + 1) % points.length] ?? from;
    return Array.from({ length: steps }, (_, step) => {
      const along = (axis: 0 | 1 | 2) => from[axis] + (to[axis] - from[axis]) * (step / steps);
      const [x, y] = project([along(0), along(1), along(2)]);
      const turns = period === undefined ? 0 : Math.round((near - x) / period) * period;
      return `${(x + turns).toFixed(1)} ${y.toFixed(1)}`;
    });
  });
  return `M${pixels.join("L")}Z`;
}

/** Light falls from above, from the left and a little from the viewer. */
const lightOn = ([x, y, z]: Point) => 0.86 + 0.22 * y - 0.1 * x - 0.06 * z;

function drawPiece(placed: Placed, style: Style, view: View, near: number): string {
  const faces = placed.piece.blocks.flatMap((block) =>
    facesOf(block, placed).map(({ corners, normal }) => {
      const middle = (axis: 0 | 1 | 2) =>
        corners.reduce((sum, corner) => sum + corner[axis], 0) / corners.length;
      const centre: Point = [middle(0), middle(1), middle(2)];
      const facing = normal.reduce(
        (sum, part, axis) => sum + part * ((view.eye[axis] ?? 0) - (centre[axis] ?? 0)),
        0,
      );
      return { corners, normal, block, facing, away: distance(centre, view.eye) };
    }),
  );
  const seen = faces.filter(({ facing }) => facing > 0).sort((a, b) => b.away - a.away);
  return seen
    .map(({ corners, normal, block }) => {
      const fill = lit(style.tones[block.tone] ?? "#000000", lightOn(normal));
      const edge = block.round && normal[1] === 0 ? fill : mix(fill, "#1c1e21", 0.3);
      return `<path d="${path(corners, view, near)}" fill="${fill}" stroke="${edge}"/>`;
    })
    .join("");
}

const isFlat = ({ piece }: Placed) => piece.blocks.every((block) => block.y + block.height < 0.1);

/** A soft shadow on the floor under a piece, so that it does not seem to float. */
function shadow(placed: Placed, view: View, near: number): string {
  const low = placed.piece.blocks.filter((block) => block.y < 0.3);
  if (low.length === 0 || isFlat(placed)) return "";
  const reach = (axis: "x" | "z", side: "width" | "depth", sign: 1 | -1) =>
    sign * Math.max(...low.map((block) => sign * block[axis] + block[side] / 2));
  const [left, right] = [reach("x", "width", -1), reach("x", "width", 1)];
  const [front, back] = [reach("z", "depth", -1), reach("z", "depth", 1)];
  const rings = [0.02, 0.06, 0.1].map((grow) => {
    const [l, r, f, b] = [left - grow, right + grow, front - grow, back + grow];
    const ring: Point[] = [
      [l, 0, f],
      [r, 0, f],
      [r, 0, b],
      [l, 0, b],
    ];
    return `<path d="${path(ring.map(stand(placed)), view, near)}" fill="#000" fill-opacity=".07"/>`;
  });
  return `<g stroke="none">${rings.join("")}</g>`;
}

/** A label sits on a piece's front, half-way up; a rug's on its front edge, because nothing stands there. */
function labelPoint(placed: Placed): Point {
  const { blocks } = placed.piece;
  const front = Math.min(...blocks.map((block) => block.z - block.depth / 2));
  const top = Math.max(...blocks.map((block) => block.y + block.height));
  return stand(placed)(isFlat(placed) ? [0, 0, front * 0.82] : [0, top * 0.55, 0]);
}

/** The pieces as SVG, far ones first, with the pixel at which the label of each belongs. */
export function drawScene(scene: Placed[], style: Style, view: View) {
  const far = ({ x, z }: Placed) => distance([x, 0, z], view.eye);
  const ordered = [...scene].sort((a, b) => Number(isFlat(b)) - Number(isFlat(a)) || far(b) - far(a));
  const drawn = ordered.map((placed) => {
    const [near] = view.project([placed.x, 0, placed.z]);
    return shadow(placed, view, near) + drawPiece(placed, style, view, near);
  });
  const labels = ordered.map((placed) => {
    const [x, y] = view.project(labelPoint(placed));
    return { text: placed.piece.label, x, y };
  });
  return { svg: drawn.join(""), labels };
}
