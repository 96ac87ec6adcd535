import type { StylePreset } from "../vocabulary.ts";
import type { ModelRequest } from "./request.ts";

/**
 * A source picture as the service sends it: upright, sRGB, 8 bit, encoded. Sizes in pixels. `mask` says what may be removed from a
 * photo to stage, if its caller does: a byte a pixel, row by row, 255 if it may go and 0 if it must stay.
 */
export type Source = { data: Buffer; width: number; height: number; mask?: Uint8Array };

/**
 * A candidate: a JPEG of the source's size, and the model's own opinion of it (0 to 1). `mask` says what the model
 * edited: a PNG of one channel and the source's size, 255 for a pixel that is the model's. `homography` says where each place
 * of an upright picture is in a leaning source (docs/inference-contract.md, "Upright verticals").
 */
type Drawn = { picture: Buffer; score: number; mask?: Buffer; homography?: readonly number[] };

/**
 * Why a model draws nothing (docs/inference-contract.md, "Declining"). `proposedMask` is the mask with which it would: like a source's,
 * for the caller to correct and to send.
 */
export type Declined = { reason: string; message: string; proposedMask?: Uint8Array };

/** What models furnish in if a request names no style. */
export const defaultStyle: StylePreset = "scandi";

/** How a model declines a task that another model of the service does: it was sent to the wrong one. */
export const otherModel = (message: string): Declined => ({ reason: "other_model", message });

/** Draws a candidate by its number from 0. The same request and number give the same bytes. */
export type Draw = (nth: number) => Promise<Drawn>;

/** What a model is at: it reads the picture, chooses what goes where, computes light, puts it into the picture. */
export type Stage = "analysis" | "layout" | "render" | "composite";

/** Hears what a model is at, and how much of a candidate is done, from 0 to 1. */
export type Report = (stage: Stage, done: number) => void;

export interface Model {
  /** Changes whenever the same request could give other pictures. */
  version: string;
  /**
   * Reads the source of a request once, for all its candidates. It may report how far it is, also while it draws. Throws an
   * InvocationError if what it needs fails: 503 if it may be asked again soon.
   */
  prepare: (
    request: Pick<ModelRequest, "task" | "seed" | "look">,
    source: Source,
    report?: Report,
  ) => Promise<Draw | Declined>;
}
