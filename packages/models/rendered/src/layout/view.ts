import { axesOf, lensOf } from "@image-staging/tracer/camera";
import type { Camera, Vec3 } from "@image-staging/tracer/scene";
import type { Rect } from "./ground.ts";

/**
 * A piece's outline in the picture: parts of its width and height. A panorama's is in parts of a photo that would be taken
 * of the piece, and repeats after `period`.
 */
export interface Outline {
  period?: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** The angle of a usual photo's width. */
const photoAngle = (75 * Math.PI) / 180;

function outlineAround(camera: Camera, rect: Rect, bottom: number, top: number): Outline | undefined {
  const period = (2 * Math.PI) / photoAngle;
  const outline = { period, left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity };
  const lens = lensOf(camera);
  let first: number | undefined;
  for (const x of [rect.left, rect.right])
    for (const z of [rect.back, rect.front])
      for (const height of [bottom, top]) {
        lens.find(x, height, z);
        if (lens.depth < 0.4) return undefined;
        const across = (lens.x / camera.width) * period;
        first ??= across;
        const unbroken = across - period * Math.round((across - first) / period);
        outline.left = Math.min(outline.left, unbroken);
        outline.right = Math.max(outline.right, unbroken);
        outline.top = Math.min(outline.top, lens.y / camera.height);
        outline.bottom = Math.max(outline.bottom, lens.y / camera.height);
      }
  return outline;
}

/** The axes of cameras that were asked for: a search asks for thousands of outlines. */
const known = new WeakMap<Camera, readonly [Vec3, Vec3, Vec3]>();

/** Where a box on the floor appears, or nothing if a corner of it lies behind the camera. */
export function outlineOf(camera: Camera, rect: Rect, bottom: number, top: number): Outline | undefined {
  if (camera.projection) return outlineAround(camera, rect, bottom, top);
  const [right, up, back] = known.get(camera) ?? axesOf(camera);
  if (!known.has(camera)) known.set(camera, [right, up, back]);
  const outline = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity };
  for (const x of [rect.left, rect.right])
    for (const z of [rect.back, rect.front])
      for (const height of [bottom, top]) {
        const y = height - camera.elevation;
        const depth = -(back[0] * x + back[1] * y + back[2] * z);
        if (depth < 0.4) return undefined;
        const scale = camera.focal / depth;
        const across = (camera.centreX + scale * (right[0] * x + right[1] * y + right[2] * z)) / camera.width;
        const down = (camera.centreY - scale * (up[0] * x + up[1] * y + up[2] * z)) / camera.height;
        outline.left = Math.min(outline.left, across);
        outline.right = Math.max(outline.right, across);
        outline.top = Math.min(outline.top, down);
        outline.bottom = Math.max(outline.bottom, down);
      }
  return outline;
}

/**
 * Whether all that stands on the floor is in the picture, but for `crop` at the sides and more at the bottom, since
 * photos cut off beds and tables there. Tall pieces can leave it at the top.
 */
export const inPicture = ({ period, left, right, bottom }: Outline, crop = 0): boolean =>
  period !== undefined || (left > 0.004 - crop && right < 0.996 + crop && bottom < 0.985 + crop * 1.6);

/** Whether the picture shows half of an outline's width and more: of less nobody can tell what it is. */
export const isMostlySeen = ({ period, left, right }: Outline): boolean =>
  period !== undefined || 2 * (Math.min(1, right) - Math.max(0, left)) > right - left;

/** Whether the picture's lower edge cuts off no more than a strip. */
export const isJustCut = ({ period, bottom }: Outline): boolean =>
  period === undefined && bottom > 0.985 && bottom < 1.1;

/** How far to move the second outline so that it is its repetition nearest to the first. */
const shiftTo = ({ period = 0, left, right }: Outline, second: Outline): number =>
  period && period * Math.round((left + right - second.left - second.right) / 2 / period);

/** Part of the first outline that the second covers. */
export function covered(first: Outline, second: Outline): number {
  const shift = shiftTo(first, second);
  const width = Math.min(first.right, second.right + shift) - Math.max(first.left, second.left + shift);
  const height = Math.min(first.bottom, second.bottom) - Math.max(first.top, second.top);
  if (width <= 0 || height <= 0) return 0;
  return (width * height) / Math.max(1e-6, (first.right - first.left) * (first.bottom - first.top));
}

/** The outline of both. */
export const union = (a: Outline, b: Outline): Outline => ({
  ...(a.period && { period: a.period }),
  left: Math.min(a.left, b.left + shiftTo(a, b)),
  right: Math.max(a.right, b.right + shiftTo(a, b)),
  top: Math.min(a.top, b.top),
  bottom: Math.max(a.bottom, b.bottom),
});
