import { metric } from "@image-staging/furniture/kit/uv";
import type { Box } from "@image-staging/tracer/environment";
import type { Material, Mesh, Part, Vec3, WallName } from "@image-staging/tracer/scene";
import { BoxGeometry, type BufferGeometry, PlaneGeometry } from "three";

/** A span of a wall: along it, then heights, in metres. */
export interface Span {
  from: number;
  to: number;
  bottom: number;
  top: number;
}

/** How long a wall is, as the coordinates of its ends. */
export function endsOf(box: Box, wall: WallName): readonly [number, number] {
  return wall === "left" || wall === "right" ? [box.back, box.front] : [box.left, box.right];
}

/** A world position from a place on a wall and a depth behind it (negative: into the room). */
export function onWall(
  box: Box,
  wall: WallName,
  along: number,
  height: number,
  depth: number,
): [number, number, number] {
  switch (wall) {
    case "back":
      return [along, height, box.back - depth];
    case "front":
      return [along, height, box.front + depth];
    case "left":
      return [box.left - depth, height, along];
    case "right":
      return [box.right + depth, height, along];
  }
}

/** A board over a span of a wall, from one depth behind it to another. */
export function board(
  box: Box,
  wall: WallName,
  { from, to, bottom, top }: Span,
  [near, far]: readonly [number, number],
  material: Material,
): Part {
  const a = onWall(box, wall, from, bottom, near);
  const b = onWall(box, wall, to, top, far);
  return block(a, b, material);
}

/** A block along the axes between two opposite corners. */
export function block([ax, ay, az]: Vec3, [bx, by, bz]: Vec3, material: Material): Part {
  const geometry = new BoxGeometry(Math.abs(ax - bx), Math.abs(ay - by), Math.abs(az - bz));
  geometry.translate((ax + bx) / 2, (ay + by) / 2, (az + bz) / 2);
  return { mesh: material.kind === "outdoors" ? metricMesh(geometry) : meshOf(metric(geometry)), material };
}

/** A shape's own corners, texture coordinates and order. */
export function meshOf(geometry: BufferGeometry): Mesh {
  const values = (name: string) => Float32Array.from(geometry.getAttribute(name).array);
  return {
    positions: values("position"),
    normals: values("normal"),
    uvs: values("uv"),
    indices: Uint32Array.from(geometry.getIndex()?.array ?? []),
  };
}

/** A mesh with texture coordinates in metres: along the wall and up, or x and z on what lies flat. */
function metricMesh(geometry: BufferGeometry): Mesh {
  const positions = geometry.getAttribute("position");
  const normals = geometry.getAttribute("normal");
  const uvs = new Float32Array(positions.count * 2);
  for (let i = 0; i < positions.count; i++) {
    const flat = Math.abs(normals.getY(i)) > 0.5;
    const sideways = Math.abs(normals.getX(i)) > 0.5;
    uvs[i * 2] = sideways ? positions.getZ(i) : positions.getX(i);
    uvs[i * 2 + 1] = flat ? positions.getZ(i) : positions.getY(i);
  }
  return { ...meshOf(geometry), uvs };
}

/** A level plane over the whole room. */
export function plane(box: Box, height: number, material: Material): Part {
  const geometry = new PlaneGeometry(box.right - box.left, box.front - box.back);
  geometry.rotateX(height > 0 ? Math.PI / 2 : -Math.PI / 2);
  geometry.translate((box.left + box.right) / 2, height, (box.back + box.front) / 2);
  return { mesh: metricMesh(geometry), material };
}

/** A wall with holes, in rectangles around them. */
export function wallWithHoles(box: Box, wall: WallName, holes: readonly Span[], material: Material): Part {
  const [start, end] = endsOf(box, wall);
  const columns = sorted([start, end, ...holes.flatMap(({ from, to }) => [from, to])]);
  const rows = sorted([0, box.height, ...holes.flatMap(({ bottom, top }) => [bottom, top])]);
  const [positions, normals, uvs, indices]: [number[], number[], number[], number[]] = [[], [], [], []];
  const normal = onWall({ left: 0, right: 0, back: 0, front: 0, height: 0 }, wall, 0, 0, -1);
  for (let i = 0; i + 1 < columns.length; i++) {
    for (let j = 0; j + 1 < rows.length; j++) {
      const [from = 0, to = 0, bottom = 0, top = 0] = [columns[i], columns[i + 1], rows[j], rows[j + 1]];
      const [x, y] = [(from + to) / 2, (bottom + top) / 2];
      if (holes.some((hole) => x > hole.from && x < hole.to && y > hole.bottom && y < hole.top)) continue;
      const first = positions.length / 3;
      for (const [along, height] of [
        [from, bottom],
        [to, bottom],
        [to, top],
        [from, top],
      ] as const) {
        positions.push(...onWall(box, wall, along, height, 0));
        normals.push(...normal);
        uvs.push(along, height);
      }
      indices.push(first, first + 1, first + 2, first, first + 2, first + 3);
    }
  }
  return {
    mesh: {
      positions: Float32Array.from(positions),
      normals: Float32Array.from(normals),
      uvs: Float32Array.from(uvs),
      indices: Uint32Array.from(indices),
    },
    material,
  };
}

function sorted(values: readonly number[]): number[] {
  return [...new Set(values)].sort((a, b) => a - b);
}
