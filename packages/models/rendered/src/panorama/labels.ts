import type { Size } from "@image-staging/picture/size";
import type { WorkingCopy } from "@image-staging/picture/working-copy";
import { Lens, panoramaCamera, resized } from "@image-staging/tracer/camera";
import type { Camera } from "@image-staging/tracer/scene";
import { labelClasses } from "../labels/classes.ts";
import { type Labels, labelsByShares, labelsOf } from "../labels/index.ts";
import { seenBy } from "./views.ts";

/** Views around the viewer, and how far each sees to its sides: as far as photos of rooms, with half of it seen by two or three. */
const [count, aside] = [6, (50 * Math.PI) / 180] as const;
/** Pixels of a view's side: as many as the network sees. */
const side = 480;
const straight: Camera = {
  ...{ width: side, height: side, focal: side / 2 / Math.tan(aside), centreX: side / 2, centreY: side / 2 },
  ...{ yaw: 0, pitch: 0, roll: 0, elevation: 0 },
};

/**
 * The labels of a level panorama by those of views around it, weighed by how near to a view's middle each place is. What lies below or
 * above all views is what they show at their borders. About six seconds of processor time.
 */
export async function labelsAround(copy: WorkingCopy): Promise<Labels> {
  const grid: Size = { width: copy.width >> 1, height: copy.height >> 1 };
  const pixels = grid.width * grid.height;
  const data = new Float32Array(labelClasses.length * pixels);
  const weights = new Float32Array(pixels);
  for (let turn = 0; turn < count; turn++) {
    const camera = { ...straight, yaw: (2 * Math.PI * turn) / count };
    const view = seenBy(camera, copy, panoramaCamera(copy, 0, 0));
    const labels = await labelsOf({ width: side, height: side, data: view.rgb });
    const shares = labelClasses.map((name) => labels.shares(name));
    seenIn(camera, grid, labels.grid, (i, at, weight) => {
      weights[i] = (weights[i] as number) + weight;
      for (const [k, plane] of shares.entries()) {
        const to = k * pixels + i;
        data[to] = (data[to] as number) + weight * (plane[at] as number);
      }
    });
  }
  return labelsByShares(copy, { ...grid, data: data.map((sum, i) => sum / (weights[i % pixels] as number)) });
}

/** Calls back with each place of a panorama that a view sees, the place of the view's grid that shows it, and its weight. */
function seenIn(
  camera: Camera,
  grid: Size,
  { width, height }: Size,
  put: (i: number, at: number, weight: number) => void,
): void {
  const [around, view] = [new Lens(panoramaCamera(grid, 0, 0)), new Lens(resized(camera, { width, height }))];
  for (let y = 0, i = 0; y < grid.height; y++)
    for (let x = 0; x < grid.width; x++, i++) {
      around.aim(x + 0.5, y + 0.5);
      if (!view.find(around.dx, around.dy, around.dz) || view.x < 0 || view.x >= width) continue;
      const row = Math.floor(Math.max(0, Math.min(height - 1, view.y)));
      const aim = Math.atan((view.x - width / 2) / (width / 2 / Math.tan(aside)));
      put(i, row * width + Math.floor(view.x), aside - Math.abs(aim));
    }
}
