import { lit, mix } from "./colour.ts";
import type { Tone } from "./furniture/blocks.ts";
import { distance, dot, facesOf, middle, minus, type Placed, type Point, stand } from "./solid.ts";
import type { Style } from "./styles.ts";

type Pixel = readonly [x: number, y: number];

/** How metres become pixels. With a `period` the picture wraps around after that many pixels in x. */
export type View = { eye: Point; project: (point: Point) => Pixel; period?: number };

const stepsPerEdge = 6;

const fixedTones: Omit<Record<Tone, string>, "main" | "second" | "accent" | "wood"> = {
  metal: "#aeb4b8",
  white: "#f6f6f4",
  plant: "#6d8f5c",
  water: "#a9d0dc",
  dark: "#33363a",
  glow: "#fbe9bd",
};

const colourOf = (tone: Tone, style: Style) =>
  tone === "main" || tone === "second" || tone === "accent" || tone === "wood"
    ? style[tone]
    : fixedTones[tone];

/** Light falls from above, from the left and a little from the viewer. */
const lightOn = (normal: Point) => 0.86 + 0.22 * normal[1] - 0.1 * normal[0] - 0.06 * normal[2];

/** The closed path through `corners`, in short steps: a panorama bends straight lines. */
function path(corners: Point[], view: View, near: number): string {
  const pixels = corners.flatMap((from, nth) => {
    const to = corners[(nth + 1) % corners.length] ?? from;
    const steps = view.period === undefined ? 1 : stepsPerEdge;
    return Array.from({ length: steps }, (_, step) => {
      const part = step / steps;
      return view.project([
        from[0] + (to[0] - from[0]) * part,
        from[1] + (to[1] - from[1]) * part,
        from[2] + (to[2] - from[2]) * part,
      ]);
    });
  });
  return `M${pixels.map(([x, y]) => `${unwrap(x, near, view).toFixed(1)} ${y.toFixed(1)}`).join("L")}Z`;
}

/** `x`, moved by whole turns of a panorama to the place nearest `near`. */
const unwrap = (x: number, near: number, { period }: View) =>
  period === undefined ? x : x + Math.round((near - x) / period) * period;

function drawPiece(placed: Placed, style: Style, view: View): string {
  const [near] = view.project([placed.x, 0, placed.z]);
  const faces = placed.piece.blocks
    .flatMap((block) =>
      facesOf(block, placed).map((face) => ({ ...face, block, centre: middle(face.corners) })),
    )
    .filter(({ normal, centre }) => dot(normal, minus(view.eye, centre)) > 0)
    .sort((a, b) => distance(b.centre, view.eye) - distance(a.centre, view.eye));
  return faces
    .map(({ corners, normal, block }) => {
      const fill = lit(colourOf(block.tone, style), lightOn(normal));
      const edge = block.shape === "round" && normal[1] === 0 ? fill : mix(fill, "#1c1e21", 0.3);
      return `<path d="${path(corners, view, near)}" fill="${fill}" stroke="${edge}"/>`;
    })
    .join("");
}

const isFlat = ({ piece }: Placed) => piece.blocks.every((block) => block.y + block.height < 0.1);

/** A soft shadow on the floor under a piece, so that it does not seem to float. */
function shadow(placed: Placed, view: View): string {
  const put = stand(placed);
  const standing = placed.piece.blocks.filter((block) => block.y < 0.3);
  if (standing.length === 0) return "";
  const edge = (axis: "x" | "z", side: 1 | -1) =>
    side *
    Math.max(...standing.map((block) => side * block[axis] + (axis === "x" ? block.width : block.depth) / 2));
  const spread = (grow: number) => {
    const [left, right] = [edge("x", -1) - grow, edge("x", 1) + grow];
    const [front, back] = [edge("z", -1) - grow, edge("z", 1) + grow];
    const corners: Point[] = [
      [left, 0, front],
      [right, 0, front],
      [right, 0, back],
      [left, 0, back],
    ];
    const [near] = view.project([placed.x, 0, placed.z]);
    return `<path d="${path(corners.map(put), view, near)}" fill="#000" fill-opacity=".07"/>`;
  };
  return `<g stroke="none">${[0.02, 0.06, 0.1].map(spread).join("")}</g>`;
}

/** A label sits on a piece's front, half-way up; a rug's on its front edge, because nothing stands there. */
function labelPoint(placed: Placed): Point {
  const blocks = placed.piece.blocks;
  const front = Math.min(...blocks.map((block) => block.z - block.depth / 2));
  const top = Math.max(...blocks.map((block) => block.y + block.height));
  return stand(placed)(isFlat(placed) ? [0, 0, front * 0.82] : [0, top * 0.55, 0]);
}

/** The pieces as SVG, far ones first, with the pixel at which the label of each belongs. */
export function drawScene(scene: Placed[], style: Style, view: View) {
  const far = (placed: Placed) => distance([placed.x, 0, placed.z], view.eye);
  const ordered = [...scene].sort((a, b) => Number(isFlat(b)) - Number(isFlat(a)) || far(b) - far(a));
  const svg = ordered
    .map((placed) => (isFlat(placed) ? "" : shadow(placed, view)) + drawPiece(placed, style, view))
    .join("");
  const labels = ordered.map((placed) => {
    const [x, y] = view.project(labelPoint(placed));
    return { text: placed.piece.label, x, y };
  });
  return { svg, labels };
}
