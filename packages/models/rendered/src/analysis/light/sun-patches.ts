import type { Camera, Rgb } from "../../scene.ts";
import type { Planes } from "../faces.ts";
import { medianOf } from "../picture/box-mean.ts";
import { components } from "../picture/components.ts";
import { linearOfByte, type WorkingCopy } from "../picture/working-copy.ts";
import { mirrorsWindows } from "./mirrored.ts";

/** A sun patch is at least this many times as bright as the floor around it, and covers this share of the picture. */
const [least, smallest] = [1.45, 0.0015];
/** The least share of a patch's border pixels that have a sharp edge. */
const sharp = 0.35;

/** The least share of a patch's border that has floor beside it: what walls and the picture's border enclose is a wall. */
const leastOnFloor = 0.5;

/**
 * The most pixels of a patch's border over the root of its area: windows throw patches with a few straight sides, a rectangle
 * has 4 to 9. Boards that mirror are streaks.
 */
const mostBorder = 16;

/** How far red is from blue, as a logarithm, on a floor whose hue tells, and the share of that which sun on it shows. */
const [leastWarmth, ofOwnWarmth] = [0.4, 0.6];
/** Linear level from which a channel can be brighter than the photo shows. */
const clipped = 0.92;

interface SunPatches {
  /** The pixels that the sun reaches. */
  lit: readonly number[];
  /** 1 for these and others that are as bright. */
  bright: Uint8Array;
  /** Linear luminance of each pixel of the picture, and the median of the floor's and of what the sun reaches. */
  luminance: Float32Array;
  usual: number;
  sunlit: number;
}

/** Sun on a floor (1 for each of its pixels): bright patches with sharp borders that mirror no window. */
export function sunPatchesOf(
  copy: WorkingCopy,
  camera: Camera,
  planes: Planes,
  floor: Uint8Array,
): SunPatches {
  const { width, height } = copy;
  const luminance = luminanceOf(copy);
  const usual = medianOf(luminance.filter((_, i) => i % 3 === 0 && floor[i] === 1));
  const bright = floor.map((isFloor, i) => (isFloor && (luminance[i] as number) > least * usual ? 1 : 0));
  const inShade = (): number[] => [...floor.keys()].filter((i) => floor[i] === 1 && bright[i] === 0);
  const patches = components(bright, width, height, 1).filter((group) => {
    if (group.length < smallest * width * height) return false;
    const border = borderOf(group, bright, width);
    if (border.length > mostBorder * Math.sqrt(group.length)) return false;
    if (!liesOnFloor(border, floor, width) || !isSharp(border, luminance, usual)) return false;
    return !mirrorsWindows(group, camera, planes, luminance, usual) || hasFloorsHue(copy, group, inShade());
  });
  const lit = patches.flat();
  const sunlit = medianOf(Float32Array.from(lit, (i) => luminance[i] as number));
  return { lit, bright, luminance, usual, sunlit };
}

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

/** Each pixel at the border of a patch, with the step to a pixel outside; one at a corner is there twice. */
type Border = readonly (readonly [pixel: number, step: number])[];

const borderOf = (group: readonly number[], bright: Uint8Array, width: number): Border =>
  group.flatMap((i) =>
    [1, -1, width, -width].flatMap((step) => (bright[i + step] ? [] : [[i, step] as const])),
  );

function liesOnFloor(border: Border, floor: Uint8Array, width: number): boolean {
  const beside = border.filter(([i, step]) => {
    const x = (i % width) + (step % width);
    return x >= 0 && x < width && floor[i + step];
  });
  return beside.length > leastOnFloor * border.length;
}

/**
 * Whether what makes these pixels brighter than the floor in shade is as far from white as that: sun has the hue of the
 * floor that throws it back, what a floor mirrors is white. A colour that is too bright for the photo tells nothing.
 */
function hasFloorsHue(copy: WorkingCopy, pixels: readonly number[], shade: readonly number[]): boolean {
  const [here, usual] = [colourOf(copy, pixels), colourOf(copy, shade)];
  const warmth = ([r, , b]: Rgb): number => Math.log((r + 1e-3) / (b + 1e-3));
  const added: Rgb = [here[0] - usual[0], here[1] - usual[1], here[2] - usual[2]];
  if (Math.max(...here) > clipped || Math.min(...added) < 0) return false;
  const own = warmth(usual);
  return Math.abs(own) > leastWarmth && warmth(added) / own > ofOwnWarmth;
}

/** The median of each channel, linear. */
export const colourOf = ({ rgb }: WorkingCopy, pixels: readonly number[]): Rgb =>
  ([0, 1, 2] as const).map((c) =>
    medianOf(Float32Array.from(pixels, (i) => linearOfByte[rgb[i * 3 + c] as number] as number)),
  ) as unknown as Rgb;

/** Reflections of windows fade out, sun patches end: their light falls by a third within four pixels. */
function isSharp(border: Border, luminance: Float32Array, usual: number): boolean {
  const steep = border.filter(([i, step]) => {
    const inside = luminance[i - 3 * step] ?? usual;
    const outside = luminance[i + 4 * step] ?? usual;
    return outside < 0.72 * inside;
  });
  return steep.length > sharp * border.length;
}
