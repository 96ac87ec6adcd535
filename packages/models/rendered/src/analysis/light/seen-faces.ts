import { components } from "@image-staging/picture/components";
import { luminanceWeights } from "@image-staging/picture/luminance";
import { linearOf } from "@image-staging/picture/srgb";
import type { WorkingCopy } from "@image-staging/picture/working-copy";
import type { Camera, Opening } from "@image-staging/tracer/scene";
import { type Face, faceNames, framesOf, hitsOf, type Planes } from "../faces.ts";

/** Cells along each side of a face. */
export const cells = 20;

/** What the picture shows of each cell of a face of the box. */
export interface SeenFace {
  /** Mean linear colour. */
  colour: Float32Array;
  /** How many pixels show it. */
  pixels: Float32Array;
  /** 1 if it shines: it is a window, a nearly clipped part of a wall, or a lamp. */
  emits: Uint8Array;
}

export type SeenFaces = Readonly<Record<Face, SeenFace>>;

/** The 8-bit luminance of a lamp that is on, the part of a cell that it fills, and the most cells of one: more are bright paint. */
const lamp = { luminance: 225, share: 0.25, cells: 8 } as const;

/** Back-projects the picture onto the box. */
export function seenFacesOf(
  copy: WorkingCopy,
  camera: Camera,
  planes: Planes,
  openings: readonly Opening[],
): SeenFaces {
  const hits = hitsOf(camera, planes);
  const faces = faceNames.map((): SeenFace & { clipped: Float32Array } => ({
    colour: new Float32Array(cells * cells * 3),
    pixels: new Float32Array(cells * cells),
    clipped: new Float32Array(cells * cells),
    emits: new Uint8Array(cells * cells),
  }));
  const ceiling = faces[faceNames.indexOf("ceiling")];
  for (let i = 0; i < hits.face.length; i++) {
    const face = faces[hits.face[i] as number] as (typeof faces)[number];
    const column = Math.min(cells - 1, Math.floor((hits.u[i] as number) * cells));
    const row = Math.min(cells - 1, Math.floor((hits.v[i] as number) * cells));
    const k = row * cells + column;
    face.pixels[k] = (face.pixels[k] as number) + 1;
    let [least, luminance] = [255, 0];
    for (let c = 0; c < 3; c++) {
      const byte = copy.rgb[i * 3 + c] as number;
      least = Math.min(least, byte);
      luminance += luminanceWeights[c as 0] * byte;
      face.colour[k * 3 + c] = (face.colour[k * 3 + c] as number) + (linearOf[byte] as number);
    }
    if (face === ceiling ? luminance >= lamp.luminance : least >= 247)
      face.clipped[k] = (face.clipped[k] as number) + 1;
  }
  faces.forEach(({ colour, pixels, clipped, emits }, index) => {
    const isInWindow = windowCells(faceNames[index] as Face, planes, openings);
    for (let k = 0; k < pixels.length; k++) {
      const count = pixels[k] as number;
      if (count === 0) continue;
      for (let c = 0; c < 3; c++) colour[k * 3 + c] = (colour[k * 3 + c] as number) / count;
      emits[k] = isInWindow(k) || (index < 4 && (clipped[k] as number) > 0.5 * count) ? 1 : 0;
    }
    if (faceNames[index] === "ceiling") for (const k of lampCells(pixels, clipped)) emits[k] = 1;
  });
  return Object.fromEntries(faceNames.map((name, index) => [name, faces[index]])) as unknown as SeenFaces;
}

/** Cells of a ceiling that are a lamp which is on. */
function lampCells(pixels: Float32Array, bright: Float32Array): number[] {
  const shines = Uint8Array.from(pixels, (count, k) =>
    count > 0 && (bright[k] as number) > lamp.share * count ? 1 : 0,
  );
  return components(shines, cells, cells, 1)
    .filter((group) => group.length <= lamp.cells)
    .flat();
}

/** Whether most of a face's cell lies in a window. */
function windowCells(face: Face, planes: Planes, openings: readonly Opening[]): (k: number) => boolean {
  const windows = openings.filter(({ kind, wall }) => kind === "window" && wall === face);
  if (windows.length === 0) return () => false;
  const { start, across, up } = framesOf(planes)[face];
  return (k) => {
    const along = start + (((k % cells) + 0.5) / cells) * across;
    const height = ((Math.floor(k / cells) + 0.5) / cells) * up;
    return windows.some(
      ({ from, to, bottom, top }) => along > from && along < to && height > bottom && height < top,
    );
  };
}
