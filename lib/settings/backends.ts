import { masks } from "@image-staging/inference-contract/masks";
import { declines } from "@image-staging/rendered/declines";
import * as v from "valibot";
import type { Approval, MaskRequirement } from "../../lambdas/approval/policy.ts";
import { Declines, declinesNothing } from "../../lambdas/domain/generation/declines.ts";
import type { Masks } from "../../lambdas/domain/generation/masks.ts";
import type { Technique } from "../../lambdas/domain/generation/provenance.ts";
import type { InferenceSettings } from "./inference.ts";

export type Backend = InferenceSettings["backend"];

/** What the service knows of a back end's pictures before it has seen one. */
type Traits = {
  /** How its model draws. What runs in an endpoint is taken for a trained model. */
  technique: Technique;
  /** Whether approval judges if the room is kept. The simulated model draws labelled shapes, and may leave it. */
  isJudged: boolean;
  /** Whether it gives an edit mask with each edit. */
  givesMasks: boolean;
  /** What it declines whatever the picture shows; null if its settings say so. */
  declines: Declines | null;
  /** What it does with masks, unless its settings say so. */
  masks: Masks;
};

const backends: Record<Backend, Traits> = {
  simulator: {
    technique: "graphics",
    isJudged: false,
    givesMasks: false,
    declines: declinesNothing,
    masks: masks.simulated,
  },
  rendered: {
    technique: "graphics",
    isJudged: true,
    givesMasks: true,
    declines: v.parse(Declines, declines),
    masks: masks.rendered,
  },
  endpoint: { technique: "trained", isJudged: true, givesMasks: false, declines: null, masks: masks.foreign },
  model: { technique: "trained", isJudged: true, givesMasks: true, declines: null, masks: masks.diffusion },
};

type Chosen = {
  backend: Backend;
  eraser?: object | undefined;
  requireMask?: boolean | undefined;
  declines?: Declines | undefined;
  masks?: Partial<Masks> | undefined;
};

/** What a stage's model declines before it has seen a picture. */
export const declinesOf = (inference: Chosen): Declines =>
  backends[inference.backend].declines ?? inference.declines ?? declinesNothing;

/** What a stage's model does with masks. */
export const masksOf = (inference: Chosen): Masks => ({
  ...backends[inference.backend].masks,
  ...inference.masks,
});

/**
 * How approval treats a stage's pictures, as variables of its function. By default it demands edit masks of models that give
 * them and, if it is strict, of all that it judges: pictures alone cannot tell a new floor from a rug, or a new window from a
 * picture. Floor plans, which have a model of their own unless the simulated one draws them, always come with one.
 */
export function approvalVariables({ backend, requireMask, eraser }: Chosen, approval: Approval) {
  const { technique, isJudged, givesMasks } = backends[backend];
  const ofAll = requireMask ?? (givesMasks || (approval === "strict" && isJudged));
  const ofOthers: MaskRequirement = isJudged ? "plans" : "false";
  return {
    JUDGE_DRIFT: String(isJudged),
    REQUIRE_MASK: ofAll ? "true" : ofOthers,
    MODEL_TECHNIQUE: technique,
    EMPTYING_TECHNIQUE: eraser ? "trained" : technique,
  };
}
