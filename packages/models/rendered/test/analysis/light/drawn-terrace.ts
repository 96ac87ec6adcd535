import { copyOf, type WorkingCopy } from "@image-staging/picture/working-copy";
import { rayThrough } from "@image-staging/tracer/camera";
import type { Camera, Rgb, Vec3 } from "@image-staging/tracer/scene";

const size = { width: 480, height: 320 };
export const camera: Camera = {
  ...{ ...size, focal: 330, centreX: 240, centreY: 110 },
  ...{ yaw: 0, pitch: 0, roll: 0, elevation: 1.5 },
};

/** A hut, and a wall to the left: from one corner to the other. */
const blocks: readonly (readonly [Vec3, Vec3])[] = [
  [
    [0.8, 0, -7],
    [2.4, 2.2, -5.6],
  ],
  [
    [-4.4, 0, -9],
    [-4, 1.8, -3],
  ],
];

/** Where a ray meets a block; infinity if it does not. */
function metAt(from: Vec3, ray: Vec3, [low, high]: readonly [Vec3, Vec3]): number {
  const ends = ([0, 1, 2] as const).map((c) =>
    [(low[c] - from[c]) / ray[c], (high[c] - from[c]) / ray[c]].sort((a, b) => a - b),
  );
  const [first, last] = [Math.max(...ends.map(([t = 0]) => t)), Math.min(...ends.map(([, t = 0]) => t))];
  return first < last && first > 1e-6 ? first : Number.POSITIVE_INFINITY;
}

const albedo = (x: number, z: number): Rgb =>
  z < -4.5
    ? [0.12, 0.16, 0.05]
    : (Math.floor(x / 0.6) + Math.floor(z / 0.6)) % 2 === 0
      ? [0.4, 0.38, 0.35]
      : [0.34, 0.33, 0.3];

/**
 * Paving before a lawn with a hut and a wall, the mask of the ground, and its shade over its sunny colour, under a bluish sky and, if it
 * shines, the sun.
 */
export function drawnTerrace(towards?: Vec3): { copy: WorkingCopy; floor: Uint8Array } {
  const sky: Rgb = [0.3, 0.34, 0.4];
  const data = new Uint8Array(3 * size.width * size.height);
  const floor = new Uint8Array(size.width * size.height);
  for (let i = 0; i < floor.length; i++) {
    const ray = rayThrough(camera, (i % size.width) + 0.5, Math.floor(i / size.width) + 0.5);
    const eye: Vec3 = [0, camera.elevation, 0];
    const ground = ray[1] < 0 ? -camera.elevation / ray[1] : Number.POSITIVE_INFINITY;
    const block = Math.min(...blocks.map((one) => metAt(eye, ray, one)));
    let colour: Rgb = [0.5, 0.6, 0.8];
    if (block < ground) colour = [0.2, 0.2, 0.2];
    else if (ground < 12) {
      floor[i] = 255;
      const foot: Vec3 = [ground * ray[0], 0, ground * ray[2]];
      const isShaded = !towards || blocks.some((one) => metAt(foot, towards, one) < Number.POSITIVE_INFINITY);
      const own = albedo(foot[0], foot[2]);
      const light: Rgb = towards && !isShaded ? [1, 1, 1] : sky;
      // An overcast sky is exposed as brightly.
      const gain = towards ? 1 : 2.5;
      colour = [own[0] * light[0] * gain, own[1] * light[1] * gain, own[2] * light[2] * gain];
    }
    data.set(
      colour.map((value) => Math.round(255 * Math.min(1, value) ** (1 / 2.2))),
      3 * i,
    );
  }
  return { copy: copyOf({ ...size, data }, 1), floor };
}
