import * as v from "valibot";
import { Mode, RoomType } from "../vocabulary.ts";
import type { Generation } from "./generation.ts";
import { type Asked, modelFor } from "./models.ts";

const Reason = v.pipe(v.string(), v.minLength(1, "must say why"));

/**
 * What a model declines whatever the picture shows: modes, and room types of staged photos, each with the reason in words
 * that a partner can show. A photo is declined if all of its rooms are.
 */
export const Declines = v.strictObject({
  modes: v.optional(v.record(Mode, Reason), {}),
  roomTypes: v.optional(v.record(RoomType, Reason), {}),
});
export type Declines = v.InferOutput<typeof Declines>;

/** The setting of a function that knows what the stage's own model declines: `Declines` as JSON. */
export const DeclinesSetting = v.pipe(v.string(), v.parseJson(), Declines);

/** A model that declines nothing before it has seen the picture. */
export const declinesNothing: Declines = { modes: {}, roomTypes: {} };

/** Why a stage's own model declines a job before it has seen the picture; undefined if it does not, or another model answers. */
export function refusalOf(
  job: Asked & Pick<Generation, "mode" | "room_types">,
  { modes, roomTypes }: Declines,
): string | undefined {
  if (modelFor(job) !== "staging") return undefined;
  const ofMode = v.is(Mode, job.mode) ? modes[job.mode] : undefined;
  const ofRooms = job.room_types.map((type) => roomTypes[type]);
  return ofMode ?? (ofRooms.includes(undefined) ? undefined : ofRooms[0]);
}
