import { componentsOf } from "@image-staging/picture/components";
import { Lens } from "@image-staging/tracer/camera";
import type { Camera, Room } from "@image-staging/tracer/scene";
import type { Labels } from "../labels/index.ts";
import type { Place, Scene, Spot } from "./place.ts";

/** The share of a lamp's pixels: the network has seen few of them. */
const leastShare = 0.25;
/** Parts of the picture that a lamp fills: spots and smoke detectors are smaller, cupboards larger. */
const [smallest, largest] = [0.0008, 0.015] as const;
/** Metres below the ceiling at which a lamp's middle hangs, and by which it hangs off the walls. */
const [drop, offWalls] = [0.55, 0.5] as const;

/** The floor below the largest lamp that hangs from the ceiling of a photo, if one does. */
export function lampOf(labels: Labels, camera: Camera, room: Room): Spot | undefined {
  const { width, height } = labels.grid;
  const shares = labels.shares("fitting");
  const mask = Uint8Array.from(shares, (share, i) => (share > leastShare && i < shares.length / 2 ? 1 : 0));
  const lens = new Lens(camera);
  const rise = room.height - drop - camera.elevation;
  return componentsOf(mask, { width, height }, true)
    .components.filter(({ pixels }) => pixels > smallest * mask.length && pixels < largest * mask.length)
    .toSorted((a, b) => b.pixels - a.pixels)
    .flatMap(({ left, right, top, bottom }): Spot[] => {
      const [x, y] = [(left + right) / 2 / width, (top + bottom) / 2 / height];
      lens.aim(x * camera.width, y * camera.height);
      if (lens.dy <= 0 || rise <= 0) return [];
      return [{ x: (lens.dx / lens.dy) * rise, z: (lens.dz / lens.dy) * rise }];
    })
    .find(({ x, z }) => Math.min(x - room.left, room.right - x, z - room.back, room.front - z) > offWalls);
}

/** What a dining table under a lamp gains, and the metres from there at which it is under it no more. */
const [worth, reach] = [1.2, 1.5] as const;

/** What a main piece gains by standing under the room's lamp. */
export const lampScore = ({ slot, x, z }: Place, { lamp }: Scene): number =>
  lamp && slot.kind === "diningTable"
    ? worth * Math.max(0, 1 - Math.hypot(x - lamp.x, z - lamp.z) / reach)
    : 0;
