import { exposeRoom, type RoomExposure } from "@image-staging/generated/rooms";
import { float32At } from "@image-staging/picture/at";
import { relativeLuminance } from "@image-staging/picture/luminance";
import type { Picture } from "@image-staging/picture/picture";
import { percentile } from "@image-staging/picture/quantile";
import { randomOf } from "@image-staging/picture/random";
import { levelOf, shoulder } from "@image-staging/picture/srgb";
import { meanColor } from "@image-staging/tracer/materials";
import type { Camera } from "@image-staging/tracer/scene";
import { type Homography, uprightOf, warped } from "../src/upright.ts";
import type { Lean } from "../src/verticals.ts";

/** A room as a photographer takes it: linear light, and the camera. */
export interface Take {
  width: number;
  height: number;
  /** Linear red, green and blue; 1 is the white that a camera clips at, if it does not bend. */
  light: Float32Array;
  camera: Camera;
}

/** What light falls on a white wall comes to in a professional's photo: level 211. */
const whiteWall = { albedo: 0.8, light: 0.66 };

/** A photographer's light meter: the light on the painted surfaces in sight is known, and not what they make of it. */
export function professionalTake(seed: number, size: { width: number; height: number }): Take {
  const exposed = exposeRoom(seed, size);
  const falling = fallingLight(exposed);
  const luminance = relativeLuminance(...falling);
  const scale = whiteWall.light / whiteWall.albedo / luminance;
  const light = new Float32Array(size.width * size.height * 3);
  for (let i = 0; i < light.length; i++) {
    const c = (i % 3) as 0 | 1 | 2;
    const value = float32At(exposed.light, Math.floor(i / 3) * 4 + c);
    light[i] = (value * scale * luminance) / falling[c];
  }
  return { ...size, light, camera: exposed.plan.camera };
}

/** The median light that falls on paint, of each colour. */
function fallingLight({ light, parts, materials }: RoomExposure): [number, number, number] {
  const colors = materials.map((material) => (material.kind === "paint" ? meanColor(material) : undefined));
  const median = (c: number): number => {
    const values: number[] = [];
    for (let at = 0; at < parts.length; at += 7) {
      const color = colors[parts[at] ?? -1];
      if (color && color[1] > 0.3) values.push(float32At(light, at * 4 + c) / (color[c] ?? 1));
    }
    return Math.max(1e-4, percentile(values, 0.5) ?? 1);
  };
  return [median(0), median(1), median(2)];
}

/** What went wrong with a photo. */
export interface Fault {
  /** Stops of exposure. */
  stops?: number;
  /** The light's colour, by which linear light is multiplied. */
  cast?: readonly [number, number, number];
  /** The light's colour at the right edge, if it is another one there. */
  castRight?: readonly [number, number, number];
  /** Scattered light that is added, in parts of white. */
  haze?: number;
  /** Deviation of noise in levels. */
  noise?: number;
  /** How the camera was held, if not level. */
  lean?: Lean;
}

/** The photo as a camera that is held askew takes it: seen by the homography of the opposite lean. */
export function askew(photo: Picture, { lean }: Fault): { photo: Picture; homography?: Homography } {
  const opposite = lean && uprightOf({ roll: -lean.roll, keystone: -lean.keystone }, photo);
  if (!opposite) return { photo };
  return { photo: warped(photo, opposite.homography), homography: opposite.homography };
}

/** Takes the photo: exposes, bends what is too bright, adds noise, rounds to bytes. */
export function photograph({ width, height, light }: Take, fault: Fault = {}, seed = 1): Picture {
  const { stops = 0, cast = [1, 1, 1], castRight = cast, haze = 0, noise = 0.5 } = fault;
  const random = randomOf(seed);
  const data = new Uint8Array(light.length);
  const gain = 2 ** stops;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const t = (x + 0.5) / width;
      const right = t * t * (3 - 2 * t);
      for (let c = 0; c < 3; c++) {
        const i = (y * width + x) * 3 + c;
        const tint = (cast[c] ?? 1) * (1 - right) + (castRight[c] ?? 1) * right;
        const value = float32At(light, i) * gain * tint;
        const veiled = value * (1 - haze) + haze;
        const level = levelOf(shoulder(veiled)) + noise * normal(random);
        data[i] = Math.min(255, Math.max(0, Math.round(level)));
      }
    }
  }
  return { width, height, data };
}

/** Nearly normal, of deviation 1. */
function normal(random: () => number): number {
  return (random() + random() + random() + random() - 2) * Math.sqrt(3);
}
