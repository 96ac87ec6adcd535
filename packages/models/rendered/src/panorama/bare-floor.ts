import { components } from "../analysis/components.ts";
import { Lens } from "../camera.ts";
import type { Camera, FloorGrid } from "../scene.ts";

/** What is smaller, in square metres, is a knot, a reflection, or noise. */
const smallest = 0.2;
/** Places of a cell that are looked at, in parts of it. */
const places = [0.2, 0.5, 0.8] as const;

/**
 * The parts of a free floor that do not look like floor: a built-up corner, what it hides, or furniture. `likeness` is the
 * log ratio of floor to other of each pixel of the camera's picture; `sunny` marks sun patches, which look like floor.
 */
export function unlikeFloor(
  { x, z, cell, columns, rows, free }: FloorGrid,
  camera: Camera,
  likeness: Float32Array,
  sunny?: Uint8Array,
): number[][] {
  const lens = new Lens(camera);
  const isUnlike = (px: number, pz: number): boolean => {
    lens.find(px, 0, pz);
    const at = Math.min(camera.height - 1, Math.floor(lens.y)) * camera.width + Math.floor(lens.x);
    return (likeness[at] as number) < 0 && !sunny?.[at];
  };
  const unlike = Uint8Array.from(free, (value, k) => {
    if (!value) return 0;
    const [left, back] = [x + (k % columns) * cell, z + Math.floor(k / columns) * cell];
    const count = places.flatMap((u) =>
      places.filter((v) => isUnlike(left + u * cell, back + v * cell)),
    ).length;
    return count > 5 ? 1 : 0;
  });
  return components(unlike, columns, rows, 1).filter(({ length }) => length * cell * cell > smallest);
}
