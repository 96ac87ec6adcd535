import type { WorkingCopy } from "@image-staging/picture/working-copy";
import { rayThrough } from "@image-staging/tracer/camera";
import type { Camera, Light, Opening, Rgb, Vec3 } from "@image-staging/tracer/scene";
import type { Planes } from "../faces.ts";
import { colourOf, sunPatchesOf } from "./sun-patches.ts";

export interface Sun {
  light: NonNullable<Light["sun"]>;
  /** Floor pixels of the working copy that the sun reaches, 0 to 255. */
  patches: Uint8Array;
}

/** Sun on the floor: bright patches with sharp borders, and the sun's direction by the windows that throw them. */
export function sunOf(
  copy: WorkingCopy,
  camera: Camera,
  { planes, openings }: { planes: Planes; openings: readonly Opening[] },
  mask: Uint8Array,
  whitePoint: Rgb,
): Sun | undefined {
  const floor = mask.map((value) => (value > 127 ? 1 : 0));
  const { patches: found, bright, luminance, usual, sunlit } = sunPatchesOf(copy, camera, planes, floor);
  const lit = found.flatMap(({ pixels }) => pixels);
  if (lit.length === 0) return undefined;
  const towards = directionOf(camera, planes, openings, lit, copy.width);
  if (!towards) return undefined;
  const patches = new Uint8Array(floor.length);
  for (const i of lit) patches[i] = 255;
  soften(patches, lit, copy.width, (i) =>
    floor[i] ? ((luminance[i] as number) - usual) / (sunlit - usual) : 0,
  );
  const unlit = floor.reduce<number[]>((all, isFloor, i) => {
    if (isFloor && !bright[i] && i % 3 === 0) all.push(i);
    return all;
  }, []);
  const [inShade, inSun] = [colourOf(copy, unlit), colourOf(copy, lit)];
  if (isWhitened(inSun, inShade)) return undefined;
  const shade = inShade.map((value, c) => Math.min(1, value / Math.max(1e-3, inSun[c] as number)));
  // The floor's albedo is not known; wood and carpet are near 0.4.
  const strength = Math.min(3, (sunlit - usual) / 0.4 / Math.max(0.2, towards[1]));
  const radiance: Rgb = [strength * whitePoint[0], strength * whitePoint[1], strength * whitePoint[2]];
  return { light: { towards, radiance, shade: shade as unknown as Rgb }, patches };
}

/** The linear level above which photos bend channels, and the part of its blue over red that a floor keeps in shade of the sun. */
const [bent, keeps] = [0.8, 0.9] as const;

/** Whether bright floor is less colourful than the other: a window that it mirrors adds white, the sun is as warm as shade or warmer. */
const isWhitened = (bright: Rgb, other: Rgb): boolean =>
  Math.max(...bright) < bent && other[2] * bright[0] < keeps * other[0] * bright[2];

/** Gives pixels beside patches the part that the sun shines on by its share, below 0 to above 1. */
function soften(
  patches: Uint8Array,
  lit: readonly number[],
  width: number,
  share: (i: number) => number,
): void {
  for (const i of lit)
    for (const step of [1, -1, width, -width])
      if (patches[i + step] === 0)
        patches[i + step] = Math.round(254 * Math.min(1, Math.max(0, share(i + step))));
}

/** The one of a hundred directions from which sun through the windows covers the lit floor best and little else. */
function directionOf(
  camera: Camera,
  planes: Planes,
  openings: readonly Opening[],
  lit: readonly number[],
  width: number,
): Vec3 | undefined {
  const points = lit
    .filter((_, k) => k % Math.ceil(lit.length / 300) === 0)
    .map((i) => onFloor(camera, (i % width) + 0.5, Math.floor(i / width) + 0.5));
  const windows = openings.filter(({ kind }) => kind === "window");
  let best: { towards: Vec3; score: number } | undefined;
  for (let turn = 0; turn < 72; turn++) {
    for (let rise = 0.25; rise < 1.15; rise += 0.06) {
      const angle = (turn * Math.PI) / 36;
      const towards: Vec3 = [
        Math.cos(angle) * Math.cos(rise),
        Math.sin(rise),
        Math.sin(angle) * Math.cos(rise),
      ];
      const score = points.filter(([x, z]) =>
        windows.some((window) => passes(planes, window, x, z, towards)),
      ).length;
      if (!best || score > best.score) best = { towards, score };
    }
  }
  if (best && best.score > 0.5 * points.length) return best.towards;
  return windows.length === 0 ? undefined : [0.5, 0.7, 0.51];
}

function onFloor(camera: Camera, x: number, y: number): [number, number] {
  const ray = rayThrough(camera, x, y);
  const t = -camera.elevation / ray[1];
  return [t * ray[0], t * ray[2]];
}

/** Whether a ray from the floor towards the sun leaves through a window. */
function passes(
  planes: Planes,
  { wall, from, to, bottom, top }: Opening,
  x: number,
  z: number,
  towards: Vec3,
): boolean {
  const isSide = wall === "left" || wall === "right";
  const t = isSide ? (planes[wall] - x) / towards[0] : (planes[wall] - z) / towards[2];
  if (!(t > 0)) return false;
  const [along, up] = [isSide ? z + t * towards[2] : x + t * towards[0], t * towards[1]];
  return along > from && along < to && up > bottom && up < top;
}
