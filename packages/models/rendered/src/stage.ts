import type { Analysis, Picture } from "./analysis/analysis.ts";
import { analyse } from "./analysis/index.ts";
import { type Composed, compose, type Quality } from "./composite/compose.ts";
import { layOut } from "./layout/lay-out.ts";
import type { Declined, Placement, Style } from "./scene.ts";

/** What a picture is staged as. */
export interface StageRequest {
  /** One or more room types that one space serves. */
  roomTypes: readonly string[];
  style: Style;
  seed: number;
  /** How many candidates: each has a layout of its own. */
  candidates: number;
}

/** A staged picture, and how it came about, for those who look. */
export interface Candidate extends Composed {
  placements: readonly Placement[];
}

export interface Staged {
  analysis: Analysis;
  candidates: readonly Candidate[];
}

/**
 * Stages a photo of an empty room: finds camera, room and light, furnishes the free floor, renders and composites. The
 * same picture and request give the same bytes, on any number of threads. Declines what it cannot do well, with a
 * reason that a partner can show.
 */
export async function stage(
  request: StageRequest,
  picture: Picture,
  quality: Quality,
): Promise<Staged | Declined> {
  const analysis = analyse(picture);
  if ("declined" in analysis) return analysis;
  const { camera, room, light, confidence } = analysis;
  const candidates: Candidate[] = [];
  for (let i = 0; i < request.candidates; i++) {
    const { roomTypes, style, seed } = request;
    const sure = Math.min(confidence.camera, confidence.room);
    const placements = layOut(room, camera, {
      roomTypes,
      style,
      seed: seed + i,
      confidence: sure,
      photo: picture,
    });
    if ("declined" in placements) return placements;
    candidates.push({
      placements,
      ...(await compose(picture, { camera, room, light, placements }, quality)),
    });
  }
  return { analysis, candidates };
}
