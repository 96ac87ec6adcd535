import type { Block, Furniture } from "./furniture/blocks.ts";

/** Metres: x to the right, y up from the floor, z away from the viewer. */
export type Point = readonly [x: number, y: number, z: number];

/** A piece of furniture standing at (x, z), turned by `turn` degrees about its own axis. */
export type Placed = { piece: Furniture; x: number; z: number; turn: number };

type Face = { corners: Point[]; normal: Point };

const roundSides = 24;

/** Corners of a block's ground outline, counter-clockwise seen from above. */
function outline(block: Block): [x: number, z: number][] {
  const [w, d] = [block.width / 2, block.depth / 2];
  const [sides, start, reach] = block.shape === "box" ? [4, Math.PI / 4, Math.SQRT2] : [roundSides, 0, 1];
  return Array.from({ length: sides }, (_, nth) => {
    const angle = start + (nth / sides) * 2 * Math.PI;
    return [Math.cos(angle) * w * reach, Math.sin(angle) * d * reach];
  });
}

/** From a piece's own coordinates to the room's. */
export const stand = ({ x, z, turn }: Placed) => {
  const [sin, cos] = [Math.sin((turn * Math.PI) / 180), Math.cos((turn * Math.PI) / 180)];
  return ([px, py, pz]: Point): Point => [x + px * cos - pz * sin, py, z + px * sin + pz * cos];
};

/** The flat faces of a block of a piece, in the room's coordinates, with normals that point outwards. */
export function facesOf(block: Block, placed: Placed): Face[] {
  const put = stand(placed);
  const [bottom, top] = [block.y, block.y + block.height];
  const ring = outline(block).map(([x, z]) => [x + block.x, z + block.z] as const);
  const walls = ring.map(([x, z], nth): Face => {
    const [nextX, nextZ] = ring[(nth + 1) % ring.length] ?? [x, z];
    const corners: Point[] = [
      [x, bottom, z],
      [nextX, bottom, nextZ],
      [nextX, top, nextZ],
      [x, top, z],
    ];
    const [ax, , az] = put([0, 0, 0]);
    const [bx, , bz] = put([nextZ - z, 0, x - nextX]);
    const length = Math.hypot(bx - ax, bz - az) || 1;
    return { corners: corners.map(put), normal: [(bx - ax) / length, 0, (bz - az) / length] };
  });
  const level = (y: number) => ring.map(([x, z]) => put([x, y, z]));
  return [
    ...walls,
    { corners: level(top), normal: [0, 1, 0] },
    { corners: level(bottom), normal: [0, -1, 0] },
  ];
}

/** The points of a piece that reach farthest, in the room's coordinates. */
export const corners = (placed: Placed): Point[] =>
  placed.piece.blocks.flatMap((block) => facesOf(block, placed).flatMap((face) => face.corners));

export const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const dot = (a: Point, b: Point) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const middle = (points: Point[]): Point => {
  const sum = points.reduce(
    (total, p): Point => [total[0] + p[0], total[1] + p[1], total[2] + p[2]],
    [0, 0, 0],
  );
  return [sum[0] / points.length, sum[1] / points.length, sum[2] / points.length];
};
export const distance = (a: Point, b: Point) => Math.hypot(...minus(a, b));
