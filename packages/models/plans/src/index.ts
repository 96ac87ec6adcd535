import { finishOf } from "@image-staging/furniture/finish";
import type { Look } from "@image-staging/furniture/looks";
import type { StylePreset } from "@image-staging/inference-contract/vocabulary";
import { assertPicture, type Picture } from "@image-staging/picture/picture";
import sharp from "sharp";
import { analysePlan, type PlanAnalysis } from "./analyse.ts";
import type { Declined } from "./declined.ts";
import { composePlan, type DrawnPlan } from "./draw/compose.ts";
import { drawUnderlay } from "./draw/underlay.ts";
import { type Furnished, furnishPlan } from "./furnish/index.ts";
import { groundOf } from "./ground.ts";

export interface PlanCandidate extends DrawnPlan {
  furnished: readonly Furnished[];
}

/** A plan that is understood: `candidate` furnishes and draws one candidate by its number, from 0. */
export interface PreparedPlan {
  analysis: PlanAnalysis;
  candidate: (nth: number) => PlanCandidate;
}

/** Plans are read and drawn at this size at most; their own ink is put on at their full size. */
const workingSide = 1800;

/**
 * Reads a floor plan once for all candidates. Each candidate has floors and furniture in every room, and the plan's own
 * walls and lettering, byte for byte. Declines a picture that is no plan, and a plan without legible scale or closed rooms.
 */
export async function preparePlan(
  { style, seed, look }: { style: StylePreset; seed: number; look?: Look | undefined },
  picture: Picture,
): Promise<PreparedPlan | Declined> {
  assertPicture(picture);
  const analysis = await analysePlan(await shrunk(picture), picture);
  if ("declined" in analysis) return analysis;
  const ground = groundOf(analysis);
  return {
    analysis,
    candidate: (nth) => {
      // A home's storeys have one set.
      const finish = finishOf(style, seed + nth, look && { ...look, set: 0 });
      const furnished = furnishPlan(analysis, ground, finish, seed + nth);
      const underlay = drawUnderlay(analysis, ground, furnished, style, seed + nth);
      return { furnished, ...composePlan(picture, analysis, underlay) };
    },
  };
}

async function shrunk(picture: Picture): Promise<Picture> {
  const { width, height, data } = picture;
  if (Math.max(width, height) <= workingSide) return picture;
  const small = sharp(data, { raw: { width, height, channels: 3 } })
    .resize({ width: workingSide, height: workingSide, fit: "inside" })
    .raw();
  const { data: pixels, info } = await small.toBuffer({ resolveWithObject: true });
  return { data: pixels, width: info.width, height: info.height };
}
