import { rayThrough } from "../../camera.ts";
import type { Camera, Light, Opening, Rgb, Vec3 } from "../../scene.ts";
import type { Planes } from "../faces.ts";
import { components } from "../picture/components.ts";
import { linearOfByte, type WorkingCopy } from "../picture/working-copy.ts";
import { mirrorsWindows } from "./mirrored.ts";

/** A sun patch is at least this many times as bright as the floor around it. */
const least = 1.45;
/** The least share of a patch's border pixels that have a sharp edge. */
const sharp = 0.35;

/** The least share of a patch's border that has floor beside it: what walls and the picture's border enclose is a wall. */
const leastOnFloor = 0.5;

/**
 * The most pixels of a patch's border over the root of its area: windows throw patches with a few straight sides, a rectangle
 * has 4 to 9. Boards that mirror are streaks.
 */
const mostBorder = 16;

export interface Sun {
  light: NonNullable<Light["sun"]>;
  /** Floor pixels of the working copy that the sun reaches, 0 to 255. */
  patches: Uint8Array;
}

/** Sun on the floor: bright patches with sharp borders, and the sun's direction by the windows that throw them. */
export function sunOf(
  copy: WorkingCopy,
  camera: Camera,
  planes: Planes,
  openings: readonly Opening[],
  mask: Uint8Array,
  whitePoint: Rgb,
): Sun | undefined {
  const { width, height } = copy;
  const luminance = luminanceOf(copy);
  const usual = medianWithin(luminance, mask);
  const marked = new Uint8Array(width * height);
  for (let i = 0; i < marked.length; i++) {
    if ((mask[i] as number) > 127 && (luminance[i] as number) > least * usual) marked[i] = 1;
  }
  const patches = new Uint8Array(width * height);
  const lit: number[] = [];
  for (const group of components(marked, width, height, 1)) {
    if (group.length < 0.0015 * width * height) continue;
    const border = borderOf(group, marked, width);
    if (border.length > mostBorder * Math.sqrt(group.length)) continue;
    if (!liesOnFloor(border, mask, width) || !isSharp(border, luminance, usual)) continue;
    if (mirrorsWindows(group, camera, planes, luminance)) continue;
    for (const i of group) patches[i] = 255;
    lit.push(...group);
  }
  if (lit.length === 0) return undefined;
  const towards = directionOf(camera, planes, openings, lit, width);
  if (!towards) return undefined;
  const bright = medianOf(Float32Array.from(lit, (i) => luminance[i] as number));
  soften(patches, lit, width, (i) =>
    (mask[i] as number) > 127 ? ((luminance[i] as number) - usual) / (bright - usual) : 0,
  );
  const unlit = mask.reduce<number[]>((all, on, i) => {
    if (on > 127 && !marked[i] && i % 3 === 0) all.push(i);
    return all;
  }, []);
  const [inShade, inSun] = [colourOf(copy, unlit), colourOf(copy, lit)];
  const shade = inShade.map((value, c) => Math.min(1, value / Math.max(1e-3, inSun[c] as number)));
  // The floor's albedo is not known; wood and carpet are near 0.4.
  const strength = Math.min(3, (bright - usual) / 0.4 / Math.max(0.2, towards[1]));
  const radiance: Rgb = [strength * whitePoint[0], strength * whitePoint[1], strength * whitePoint[2]];
  return { light: { towards, radiance, shade: shade as unknown as Rgb }, patches };
}

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

/** The median of each channel, linear. */
const colourOf = ({ rgb }: WorkingCopy, pixels: readonly number[]): Rgb =>
  ([0, 1, 2] as const).map((c) =>
    medianOf(Float32Array.from(pixels, (i) => linearOfByte[rgb[i * 3 + c] as number] as number)),
  ) as unknown as Rgb;

function luminanceOf({ rgb, width, height }: WorkingCopy): Float32Array {
  const luminance = new Float32Array(width * height);
  for (let i = 0; i < luminance.length; i++) {
    const red = linearOfByte[rgb[i * 3] as number] as number;
    const green = linearOfByte[rgb[i * 3 + 1] as number] as number;
    const blue = linearOfByte[rgb[i * 3 + 2] as number] as number;
    luminance[i] = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }
  return luminance;
}

function medianWithin(values: Float32Array, mask: Uint8Array): number {
  return medianOf(values.filter((_, i) => i % 3 === 0 && (mask[i] as number) > 127));
}

function medianOf(values: Float32Array): number {
  return values.slice().sort()[values.length >> 1] ?? 1;
}

/** Each pixel at the border of a patch, with the step to a pixel outside; one at a corner is there twice. */
type Border = readonly (readonly [pixel: number, step: number])[];

const borderOf = (group: readonly number[], marked: Uint8Array, width: number): Border =>
  group.flatMap((i) =>
    [1, -1, width, -width].flatMap((step) => (marked[i + step] ? [] : [[i, step] as const])),
  );

function liesOnFloor(border: Border, mask: Uint8Array, width: number): boolean {
  const beside = border.filter(([i, step]) => {
    const x = (i % width) + (step % width);
    return x >= 0 && x < width && (mask[i + step] ?? 0) > 127;
  });
  return beside.length > leastOnFloor * border.length;
}

/** Reflections of windows fade out, sun patches end: their light falls by a third within four pixels. */
function isSharp(border: Border, luminance: Float32Array, usual: number): boolean {
  const steep = border.filter(([i, step]) => {
    const inside = luminance[i - 3 * step] ?? usual;
    const outside = luminance[i + 4 * step] ?? usual;
    return outside < 0.72 * inside;
  });
  return steep.length > sharp * border.length;
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
