import type { Camera, Rgb, Vec3 } from "../../scene.ts";
import type { Planes } from "../faces.ts";
import { medianOf } from "../picture/box-mean.ts";
import { components } from "../picture/components.ts";
import { linearOfByte, type WorkingCopy } from "../picture/working-copy.ts";
import { projectorOf } from "../projector.ts";
import { clipped, mirrorsWindows } from "./mirrored.ts";

/** A sun patch is at least this many times as bright as the floor around it, and covers this share of the picture. */
const [least, smallest] = [1.45, 0.0015];
/** How many times as bright as the last each next level is at which patches are looked for. */
const perLevel = 1.25;
/** Patches whose sharpness differs by less are as sharp. */
const asSharp = 0.03;
/** To what share light falls at a sharp edge at most; sun that is too bright for the photo falls further than it shows. */
const [leastFall, leastFallOfClipped] = [0.72, 0.85];
/** The least share of a patch's border pixels that have a sharp edge, and that of the sun's that glosses do not reach. */
const [leastSharp, surelySharp] = [0.35, 0.9];

/** The least share of a patch's border that has floor beside it: what walls and the picture's border enclose is a wall. */
const leastOnFloor = 0.5;

/**
 * The most pixels of a patch's border over the root of its area: windows throw patches with a few straight sides, a rectangle
 * has 4 to 9. Boards that mirror are streaks.
 */
const mostBorder = 16;

/** The least share of its border that stands upright in the picture if a patch mirrors a window. */
const leastUpright = 0.1;
/** The sine of the angle up to which a border runs along a line. */
const lean = 0.2;
/** Pixels to each side of a border's pixel that show how the border runs. */
const around = 2;

/** A patch of floor in the sun. */
interface SunPatch {
  pixels: readonly number[];
  /** The share of its border pixels that have a sharp edge. */
  sharpness: number;
}

/** What is brighter than a level. */
interface BrightFloor {
  patches: readonly SunPatch[];
  /** 1 for the patches' pixels and others that are as bright. */
  bright: Uint8Array;
}

interface SunPatches extends BrightFloor {
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
  const floorAbove = (level: number): BrightFloor => {
    const bright = floor.map((isFloor, i) => (isFloor && (luminance[i] as number) > level ? 1 : 0));
    const patches = components(bright, width, height, 1).flatMap((pixels): SunPatch[] => {
      if (pixels.length < smallest * width * height) return [];
      const border = borderOf(pixels, bright, width);
      if (border.length > mostBorder * Math.sqrt(pixels.length)) return [];
      const sharpness = sharpnessOf(border, luminance, usual);
      if (sharpness <= leastSharp || !liesOnFloor(border, floor, width)) return [];
      const isMirrored =
        mirrorsWindows(pixels, camera, planes, luminance, usual) && standsUpright(border, camera, luminance);
      return isMirrored ? [] : [{ pixels, sharpness }];
    });
    return { patches, bright };
  };
  const { patches, bright } = clearestOf(floorAbove, least * usual);
  const sunlit = medianAt(
    luminance,
    patches.flatMap(({ pixels }) => pixels),
  );
  return { patches, bright, luminance, usual, sunlit };
}

/**
 * The floor above the level at which its patches are sharpest. At a low level light floor beside sun joins it, or hides its
 * edges; at a high one sun falls to pieces. A gloss has rather sharp edges at some level, too: between the lowest and what the
 * photo clips, only patches within those of the lowest and surely sharp ones are sun.
 */
function clearestOf(floorAbove: (level: number) => BrightFloor, lowest: number): BrightFloor {
  const first = floorAbove(lowest);
  const levels = [first];
  const within = new Set(first.patches.flatMap(({ pixels }) => pixels));
  for (let level = lowest * perLevel; level < clipped; level *= perLevel) {
    const { patches, bright } = floorAbove(level);
    const isSun = ({ pixels, sharpness }: SunPatch): boolean =>
      sharpness > surelySharp || within.has(pixels[0] as number);
    levels.push({ bright, patches: patches.filter(isSun) });
  }
  if (lowest < clipped) levels.push(floorAbove(clipped));
  const sharpest = Math.max(...levels.map(sharpnessOfAll));
  return levels.find((level) => sharpnessOfAll(level) > sharpest - asSharp) ?? first;
}

/** The mean sharpness of patches, by their pixels; 0 if there are none. */
function sharpnessOfAll({ patches }: BrightFloor): number {
  let [sum, count] = [0, 0];
  for (const { pixels, sharpness } of patches) {
    sum += pixels.length * sharpness;
    count += pixels.length;
  }
  return count && sum / count;
}

/** The median of a plane at some pixels. */
export const medianAt = (plane: Float32Array, pixels: readonly number[]): number =>
  medianOf(Float32Array.from(pixels, (i) => plane[i] as number));

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

/** The median of each channel, linear. */
export const colourOf = ({ rgb }: WorkingCopy, pixels: readonly number[]): Rgb =>
  ([0, 1, 2] as const).map((c) =>
    medianOf(Float32Array.from(pixels, (i) => linearOfByte[rgb[i * 3 + c] as number] as number)),
  ) as unknown as Rgb;

/** The share of a border that is sharp: reflections of windows fade out, the sun's light falls within four pixels. */
function sharpnessOf(border: Border, luminance: Float32Array, usual: number): number {
  const steep = border.filter(([i, step]) => {
    const inside = luminance[i - 3 * step] ?? usual;
    const outside = luminance[i + 4 * step] ?? usual;
    return outside < (inside > clipped ? leastFallOfClipped : leastFall) * inside;
  });
  return steep.length / border.length;
}

/**
 * Whether a border is as that of a window's mirror image: upright at its sides, else along the walls. Sun slants, or runs along
 * the floor.
 */
function standsUpright(border: Border, camera: Camera, luminance: Float32Array): boolean {
  const { point, onLevel } = projectorOf(camera);
  const stepAcross = (i: number, across: number, next: number): number => {
    let sum = 0;
    for (let n = -around; n <= around; n++)
      for (let away = 1; away <= around; away++) {
        const centre = i + n * next;
        sum += (luminance[centre + away * across] ?? 0) - (luminance[centre - away * across] ?? 0);
      }
    return sum;
  };
  let [upright, slanted] = [0, 0];
  for (const [i] of border) {
    const [x, y] = [(i % camera.width) + 0.5, Math.floor(i / camera.width) + 0.5];
    const foot = onLevel(x, y, 0);
    if (!foot) continue;
    const [gx, gy] = [stepAcross(i, 1, camera.width), stepAcross(i, camera.width, 1)];
    const runsTo = (end: Vec3): boolean => {
      const to = point(end);
      if (!to) return false;
      const [dx, dy] = [to[0] - x, to[1] - y];
      return Math.abs(dx * gx + dy * gy) < lean * Math.hypot(dx, dy) * Math.hypot(gx, gy);
    };
    if (runsTo([foot[0], 0.1, foot[1]])) upright++;
    else if (!runsTo([foot[0] + 0.1, 0, foot[1]]) && !runsTo([foot[0], 0, foot[1] - 0.1])) slanted++;
  }
  return upright > leastUpright * border.length && upright > slanted;
}
