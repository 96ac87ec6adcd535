import { components } from "@image-staging/picture/components";
import { relativeLuminance } from "@image-staging/picture/luminance";
import { medianOf } from "@image-staging/picture/quantile";
import { linearOf } from "@image-staging/picture/srgb";
import type { WorkingCopy } from "@image-staging/picture/working-copy";
import type { Camera, Rgb } from "@image-staging/tracer/scene";
import type { Planes } from "../faces.ts";
import { clipped, mirrorsWindows } from "./mirrored.ts";
import { borderOf, sharpnessOf, standsUpright } from "./sun-borders.ts";

/** A sun patch is at least this many times as bright as the floor around it, and covers this share of the picture. */
const [least, smallest] = [1.45, 0.0015];
/** How many times as bright as the last each next level is at which patches are looked for. */
const perLevel = 1.25;
/** The linear luminance of the darkest grey that is not black. */
const darkest = linearOf[1] as number;
/** Patches whose sharpness differs by less are as sharp. */
const asSharp = 0.03;
/** The share of a sunny patch's border that is sharp at least, and above which the patch is no gloss. */
const [leastSharp, surelySharp] = [0.35, 0.85];

/** The least share of a patch's border that has floor beside it: what walls and the picture's border enclose is a wall. */
const leastOnFloor = 0.5;

/**
 * The most pixels of a patch's border over the root of its area: windows throw patches with a few straight sides, a rectangle
 * has 4 to 9. Boards that mirror are streaks.
 */
const mostBorder = 16;

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
  // Levels are multiples of it: of a black floor, or of none, they would never end.
  const usual = Math.max(darkest, medianOf(luminance.filter((_, i) => i % 3 === 0 && floor[i] === 1)));
  const floorAbove = (level: number): BrightFloor => {
    const bright = floor.map((isFloor, i) => (isFloor && (luminance[i] as number) > level ? 1 : 0));
    const patches = components(bright, width, height, 1).flatMap((pixels): SunPatch[] => {
      if (pixels.length < smallest * width * height) return [];
      const border = borderOf(pixels, bright, floor, width);
      if (border.length > mostBorder * Math.sqrt(pixels.length)) return [];
      const onFloor = border.filter(({ isOnFloor }) => isOnFloor).length;
      const sharpness = sharpnessOf(border, luminance, usual);
      if (sharpness <= leastSharp || onFloor <= leastOnFloor * border.length) return [];
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
 * The floor above the level at which its patches are sharpest, and largest if several are as sharp. At a low level light floor
 * beside sun joins it, or hides its edges; at a high one sun falls to pieces. A gloss has rather sharp edges at some level, too:
 * between the lowest and what the photo clips, only patches within those of the lowest and surely sharp ones are sun.
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
  const clear = levels.filter((level) => sharpnessOfAll(level) > sharpest - asSharp);
  return clear.reduce((most, level) => (areaOf(level) > areaOf(most) ? level : most));
}

const areaOf = ({ patches }: BrightFloor): number =>
  patches.reduce((sum, { pixels }) => sum + pixels.length, 0);

/** The mean sharpness of patches, by their pixels; 0 if there are none. */
const sharpnessOfAll = (floor: BrightFloor): number =>
  floor.patches.reduce((sum, { pixels, sharpness }) => sum + pixels.length * sharpness, 0) /
  Math.max(1, areaOf(floor));

/** The median of a plane at some pixels. */
export const medianAt = (plane: Float32Array, pixels: readonly number[]): number =>
  medianOf(Float32Array.from(pixels, (i) => plane[i] as number));

function luminanceOf({ rgb, width, height }: WorkingCopy): Float32Array {
  const luminance = new Float32Array(width * height);
  for (let i = 0; i < luminance.length; i++) {
    const red = linearOf[rgb[i * 3] as number] as number;
    const green = linearOf[rgb[i * 3 + 1] as number] as number;
    const blue = linearOf[rgb[i * 3 + 2] as number] as number;
    luminance[i] = relativeLuminance(red, green, blue);
  }
  return luminance;
}

/** The median of each channel, linear. */
export const colourOf = ({ rgb }: WorkingCopy, pixels: readonly number[]): Rgb =>
  ([0, 1, 2] as const).map((c) =>
    medianOf(Float32Array.from(pixels, (i) => linearOf[rgb[i * 3 + c] as number] as number)),
  ) as unknown as Rgb;
