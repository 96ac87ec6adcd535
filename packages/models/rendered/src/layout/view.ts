import { axesOf } from "../camera.ts";
import type { Camera, Vec3 } from "../scene.ts";
import type { Rect } from "./ground.ts";

/** A piece's outline in the picture: parts of its width and height. */
export interface Outline {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** The axes of cameras that were asked for: a search asks for thousands of outlines. */
const known = new WeakMap<Camera, readonly [Vec3, Vec3, Vec3]>();

/** Where a box on the floor appears, or nothing if a corner of it lies behind the camera. */
export function outlineOf(camera: Camera, rect: Rect, bottom: number, top: number): Outline | undefined {
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
 * Whether all that stands on the floor is in the picture, but for `crop` at the sides and more at the bottom, where
 * photos cut beds and tables off; what is tall can leave it at the top.
 */
export const inPicture = ({ left, right, bottom }: Outline, crop = 0): boolean =>
  left > 0.004 - crop && right < 0.996 + crop && bottom < 0.985 + crop * 1.6;

/** Part of the first outline that the second covers. */
export function covered(first: Outline, second: Outline): number {
  const width = Math.min(first.right, second.right) - Math.max(first.left, second.left);
  const height = Math.min(first.bottom, second.bottom) - Math.max(first.top, second.top);
  if (width <= 0 || height <= 0) return 0;
  return (width * height) / Math.max(1e-6, (first.right - first.left) * (first.bottom - first.top));
}

/** The outline of both. */
export const union = (a: Outline, b: Outline): Outline => ({
  left: Math.min(a.left, b.left),
  right: Math.max(a.right, b.right),
  top: Math.min(a.top, b.top),
  bottom: Math.max(a.bottom, b.bottom),
});
