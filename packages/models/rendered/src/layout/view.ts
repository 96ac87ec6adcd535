import { project } from "../camera.ts";
import type { Camera } from "../scene.ts";
import type { Rect } from "./ground.ts";

/** A piece's outline in the picture: parts of its width and height. */
export interface Outline {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Where a box on the floor appears, or nothing if a corner of it lies behind the camera. */
export function outlineOf(camera: Camera, rect: Rect, bottom: number, top: number): Outline | undefined {
  const xs: number[] = [];
  const ys: number[] = [];
  for (const x of [rect.left, rect.right])
    for (const z of [rect.back, rect.front])
      for (const y of [bottom, top]) {
        const at = project(camera, [x, y, z]);
        if (!at || at.depth < 0.4) return undefined;
        xs.push(at.x / camera.width);
        ys.push(at.y / camera.height);
      }
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

/** Whether all that stands on the floor is in the picture, but for `crop`; what is tall can leave it at the top. */
export const inPicture = ({ left, right, bottom }: Outline, crop = 0): boolean =>
  left > 0.004 - crop && right < 0.996 + crop && bottom < 0.985 + crop;

/** Part of the first outline that the second covers. */
export function covered(first: Outline, second: Outline): number {
  const width = Math.min(first.right, second.right) - Math.max(first.left, second.left);
  const height = Math.min(first.bottom, second.bottom) - Math.max(first.top, second.top);
  if (width <= 0 || height <= 0) return 0;
  return (width * height) / Math.max(1e-6, (first.right - first.left) * (first.bottom - first.top));
}
