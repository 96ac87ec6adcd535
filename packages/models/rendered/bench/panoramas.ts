import type { GeneratedRoom } from "@image-staging/generated/rooms";
import { uint8At } from "@image-staging/picture/at";
import type { Picture } from "@image-staging/picture/picture";
import type { Camera, Placement } from "@image-staging/tracer/scene";
import type { Analysis } from "../src/analysis/analysis.ts";
import { type Composed, compose } from "../src/composite/compose.ts";

/** Intersection over union of two floor masks, by pixels of the sphere: a panorama's rows near its poles show little. */
export function floorOverlap(found: Uint8Array, truth: Uint8Array): number {
  const width = Math.round(Math.sqrt(truth.length * 2));
  let [both, either] = [0, 0];
  for (let i = 0; i < truth.length; i++) {
    const size = Math.sin((Math.PI * (Math.floor(i / width) + 0.5) * 2) / width);
    const [a, b] = [uint8At(found, i) > 127, uint8At(truth, i) > 127];
    if (a && b) both += size;
    if (a || b) either += size;
  }
  return both / either;
}

/** How much larger, in levels, the mean step from a panorama's right edge to its left one is than the steps next to it. */
export function seamStep({ width, height, data }: Picture): number {
  const step = (from: number, to: number): number => {
    let sum = 0;
    for (let y = 0; y < height; y++) {
      for (let c = 0; c < 3; c++)
        sum += Math.abs(uint8At(data, (y * width + from) * 3 + c) - uint8At(data, (y * width + to) * 3 + c));
    }
    return sum / (height * 3);
  };
  return step(width - 1, 0) - (step(width - 2, width - 1) + step(0, 1)) / 2;
}

/**
 * A staged panorama as it is if its seam lies half a turn away. A piece's edges can lie on the seam, so its step can grow; what
 * the step is more than here comes from the seam.
 */
export async function withoutSeam(
  picture: Picture,
  { camera, room, light }: Analysis,
  placements: readonly Placement[],
): Promise<Picture> {
  const { width, height } = picture;
  const turned = (data: Uint8Array, channels: number): Uint8Array => {
    const half = (width >> 1) * channels;
    return data.map((_, i) => {
      const [start, at] = [i - (i % (width * channels)), i % (width * channels)];
      return uint8At(data, start + ((at + half) % (width * channels)));
    });
  };
  const sun = light.sun?.patches ? { ...light.sun, patches: turned(light.sun.patches, 1) } : light.sun;
  const { data } = await compose(
    { ...picture, data: turned(picture.data, 3) },
    {
      camera: { ...camera, centreX: camera.centreX + width / 2 },
      room: { ...room, floorMask: turned(room.floorMask, 1) },
      light: { ...light, ...(sun && { sun }) },
      placements,
    },
    { threads: 1 },
  );
  return { width, height, data: turned(data, 3) };
}

/** Whether every byte outside the mask is the source's, and all within 12 degrees of the poles. */
export function isKept(source: Picture, { data, mask }: Composed): boolean {
  const pole = Math.floor(source.height / 15) * source.width;
  return mask.every((part, i) => {
    if (part > 0) return i >= pole && i < mask.length - pole;
    return [0, 1, 2].every((c) => data[i * 3 + c] === source.data[i * 3 + c]);
  });
}

/** Nearer to a wall than this, in metres, a vertex does not count as through it. */
const slack = 0.03;
/** Only what is lower than this stands on the floor. */
const low = 0.3;

/** How many pieces stand on the floor; how many of them pass through the true walls or stand on floor that is not free. */
export function footprints(
  placements: readonly Placement[],
  found: Camera,
  { camera, room }: GeneratedRoom["truth"],
): { pieces: number; through: number; notFree: number } {
  const scale = camera.elevation / found.elevation;
  const standing = placements.filter(({ y }) => y < 0.05);
  const verticesOf = ({ piece, x, z, turn }: Placement): [x: number, y: number, z: number][] =>
    piece.parts.flatMap(({ mesh: { positions } }) =>
      Array.from({ length: positions.length / 3 }, (_, i): [number, number, number] => {
        const [px, py, pz] = [...positions.subarray(i * 3, i * 3 + 3)] as [number, number, number];
        const [fx, fz] = [
          px * Math.cos(turn) + pz * Math.sin(turn) + x,
          pz * Math.cos(turn) - px * Math.sin(turn) + z,
        ];
        const azimuth = Math.atan2(fx, -fz) + found.yaw - camera.yaw;
        const away = Math.hypot(fx, fz) * scale;
        return [away * Math.sin(azimuth), py * scale, -away * Math.cos(azimuth)];
      }),
    );
  const { free, x: left, z: back, cell, columns, rows } = room.freeFloor;
  const isTaken = (x: number, z: number): boolean => {
    const [column, row] = [Math.floor((x - left) / cell), Math.floor((z - back) / cell)];
    return column >= 0 && row >= 0 && column < columns && row < rows && free[row * columns + column] === 0;
  };
  const isBeyond = (x: number, z: number): boolean =>
    Math.max(room.left - x, x - room.right, room.back - z, z - room.front) > slack;
  return {
    pieces: standing.length,
    through: standing.filter((piece) => verticesOf(piece).some(([x, , z]) => isBeyond(x, z))).length,
    notFree: standing.filter(
      (piece) =>
        piece.piece.kind !== "rug" && verticesOf(piece).some(([x, y, z]) => y < low && isTaken(x, z)),
    ).length,
  };
}
