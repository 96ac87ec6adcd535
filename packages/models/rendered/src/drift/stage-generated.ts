import type { StylePreset } from "@image-staging/inference-contract/vocabulary";
import { lightOf } from "../analysis/light.ts";
import { workingCopyOf } from "../analysis/working-copy.ts";
import { resized } from "../camera.ts";
import { type Composed, compose, type Quality } from "../composite/compose.ts";
import { layOut } from "../layout/lay-out.ts";
import type { Declined } from "../scene.ts";
import type { KnownRoom } from "./surface-view.ts";

/**
 * Furnishes a generated room as `stage` does, but with the camera and the room that are known to be true; only the light
 * is found in the picture. Declines rooms that are too small for the room type.
 */
export async function stageGenerated(
  { picture, truth: { camera, room } }: KnownRoom,
  { roomType, style, seed }: { roomType: string; style: StylePreset; seed: number },
  quality: Quality,
): Promise<Composed | Declined> {
  const copy = workingCopyOf(picture);
  const { light } = lightOf(copy, resized(camera, copy), room, room.openings);
  const placements = layOut(room, camera, { roomTypes: [roomType], style, seed, photo: picture });
  if ("declined" in placements) return placements;
  return compose(picture, { camera, room, light, placements }, quality);
}
