import type { RoomType, StylePreset } from "@image-staging/inference-contract/vocabulary";
import { workingCopyOf } from "@image-staging/picture/working-copy";
import { resized } from "@image-staging/tracer/camera";
import { lightOf } from "../../src/analysis/light/light.ts";
import { type Composed, compose, type Quality } from "../../src/composite/compose.ts";
import type { Declined } from "../../src/declined.ts";
import { layOut } from "../../src/layout/lay-out.ts";
import { coverageOf } from "./coverage.ts";
import type { KnownRoom } from "./surface-view.ts";

/** A staged picture, and where its furniture covers the room: a byte a pixel, 255 or 0. */
export interface Staged extends Composed {
  covered: Uint8Array;
}

/**
 * Furnishes a generated room as `stage` does, but with the camera and the room that are known to be true; only the light
 * is found in the picture. Declines rooms that are too small for the room type.
 */
export async function stageGenerated(
  { picture, truth: { camera, room } }: KnownRoom,
  { roomType, style, seed }: { roomType: RoomType; style: StylePreset; seed: number },
  quality: Quality,
): Promise<Staged | Declined> {
  const copy = workingCopyOf(picture);
  const { light } = lightOf(copy, resized(camera, copy), room, room.openings);
  const placements = layOut(room, camera, { roomTypes: [roomType], style, seed, photo: picture });
  if ("declined" in placements) return placements;
  const composed = await compose(picture, { camera, room, light, placements }, quality);
  return { ...composed, covered: coverageOf(camera, placements) };
}
