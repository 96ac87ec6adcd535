import type { Picture } from "@image-staging/picture/picture";
import { randomOf } from "@image-staging/picture/random";
import {
  addingBeams,
  addingPanel,
  addingWindow,
  paintingPartOfWall,
  paintingWall,
  replacingFloor,
} from "./additions.ts";
import {
  type Changing,
  movingOpening,
  removingFixture,
  removingOpening,
  wideningOpening,
} from "./openings.ts";
import { painted } from "./redraw.ts";
import { type KnownRoom, SurfaceView } from "./surface-view.ts";

/** What a model can change that a listing must not, and by how much: five severities of each, the worst first. */
export const changes = {
  /** Share of the width. */
  opening_removed: [1, 0.75, 0.5, 0.35, 0.25],
  opening_moved: [0.5, 0.35, 0.25, 0.15, 0.1],
  opening_widened: [0.6, 0.4, 0.3, 0.2, 0.15],
  structure_removed: [1, 0.75, 0.5, 0.35, 0.25],
  /** How many. */
  ceiling_beams: [5, 4, 3, 2, 1],
  /** Width in metres. */
  window_added: [1.8, 1.5, 1.2, 0.9, 0.6],
  panel_added: [2.2, 1.8, 1.4, 1, 0.6],
  /** Share of the new colour. */
  floor_replaced: [1, 0.8, 0.6, 0.4, 0.25],
  wall_painted: [0.5, 0.35, 0.25, 0.16, 0.1],
  /** Share of the wall's width. */
  wall_part_painted: [0.75, 0.6, 0.5, 0.4, 0.3],
} as const;
export type Change = keyof typeof changes;

const changing: Record<Change, Changing> = {
  opening_removed: removingOpening,
  opening_moved: movingOpening,
  opening_widened: wideningOpening,
  structure_removed: removingFixture,
  ceiling_beams: addingBeams,
  window_added: addingWindow,
  panel_added: addingPanel,
  floor_replaced: replacingFloor,
  wall_painted: paintingWall,
  wall_part_painted: paintingPartOfWall,
};

/**
 * A picture of a generated room in which one thing has changed, drawn in the room's own geometry; undefined if the room has
 * nothing to change so. The same arguments give the same bytes.
 */
export function changed(
  room: KnownRoom,
  change: Change,
  severity: number,
  seed: number,
): Picture | undefined {
  const random = randomOf(seed * 977 + 5);
  const view = new SurfaceView(room.truth.camera, room.truth.room);
  const paint = changing[change](view, room, severity, random);
  return paint && painted(view, room.picture, paint, random);
}
