import type { Slot } from "@image-staging/furniture/groups/slots";
import { hangsFree, heightOf } from "./at-wall.ts";
import { placeOf } from "./fit.ts";
import type { Place, Pose, Scene } from "./place.ts";
import { endsOf, wallsIn } from "./sides.ts";
import { covered, type Outline, outlineOf } from "./view.ts";

/** What hangs side by side: widths and heights, with the distance of their middles. */
interface Hanging {
  count: number;
  size: readonly [width: number, height: number];
  apart: number;
}

const large: Hanging = { count: 1, size: [1.2, 0.8], apart: 0 };
const pair: Hanging = { count: 2, size: [0.6, 0.8], apart: 0.72 };
const small: Hanging = { count: 1, size: [0.6, 0.8], apart: 0 };

/** Places along a wall that are tried, in metres. */
const step = 0.12;

/** The part of the photo that a hanging takes at least, and of its height at most. */
const [leastArea, tallest] = [0.007, 0.32];

/** Above it, a wall is plain down to the floor: in a way through, the next room's floor shows there. Metres. */
const skirting = 0.2;

/** What a wall that is seen from its side leaves of a picture's width at least. */
const narrowest = 0.3;

/** One picture or a pair on the plain wall that shows it best, in the middle between what is beside it, if nothing hangs yet. */
export function picturesOf(scene: Scene, places: readonly Place[], seed: number): Place[] {
  if (!scene.walls || !scene.hangs || places.some(({ slot }) => slot.hangs)) return [];
  const before = places.flatMap(
    ({ slot, rect, y }) => outlineOf(scene.camera, rect, y, y + slot.size[2]) ?? [],
  );
  for (const hanging of seed % 2 ? [pair, large, small] : [large, pair, small]) {
    const [best] = wallsIn(scene.camera)
      .flatMap((wall) => middles(hanging, wall, scene, before))
      .sort((a, b) => b.score - a.score);
    if (best) return best.places;
  }
  return [];
}

/** The middle of each segment of a wall on which it can hang, and how well it shows there. */
function middles(
  { count, size, apart }: Hanging,
  wall: Pose["wall"],
  scene: Scene,
  before: readonly Outline[],
): { places: Place[]; score: number }[] {
  const { room, camera } = scene;
  const [width, height] = size;
  const whole: Slot = {
    ...{ kind: "art", size: [width + apart * (count - 1), 0.04, height], x: 0, z: 0, hangs: true },
  };
  const poseAt = (along: number): Pose => ({ wall, along, gap: 0 });
  const outlineAt = (along: number): Outline | undefined => {
    const { rect, y } = placeOf(whole, poseAt(along), room);
    return outlineOf(camera, rect, y, y + height);
  };
  const hangs = (along: number): boolean => {
    const outline = outlineAt(along);
    if (!outline || before.some((other) => covered(outline, other) > 0)) return false;
    const half = whole.size[0] / 2;
    if (!scene.walls?.isPlain(wall, along - half, along + half, skirting, heightOf(whole))) return false;
    return hangsFree(whole, placeOf(whole, poseAt(along), room).rect, poseAt(along), scene);
  };
  const [from, to] = endsOf(wall, room, camera);
  const runs: number[][] = [[]];
  for (let along = from; along < to; along += step)
    if (hangs(along)) runs.at(-1)?.push(along);
    else runs.push([]);
  return runs.flatMap((run) => {
    const [first, last] = [run[0], run.at(-1)];
    if (first === undefined || last === undefined) return [];
    const along = (first + last) / 2;
    const outline = outlineAt(along);
    if (!outline) return [];
    const [across, down] = [outline.right - outline.left, outline.bottom - outline.top];
    const left = (across * camera.width * height) / (down * camera.height * whole.size[0]);
    if (across * down < leastArea || down > tallest || left < narrowest) return [];
    const hung = Array.from({ length: count }, (_, number): Place => {
      const x = (number - (count - 1) / 2) * apart;
      return placeOf({ ...whole, size: [width, 0.04, height], x, number }, poseAt(along), room);
    });
    // Wide in the picture, and on a wide wall.
    return [{ places: hung, score: across * (1 + 0.2 * (last - first)) }];
  });
}
