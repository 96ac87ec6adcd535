import type { Model } from "@image-staging/inference-contract/serving/model";
import { simulated } from "./model.ts";

/**
 * The simulated model as one that sees a furnished room in each photo: it declines to stage one, and proposes a mask of the
 * middle of its lower half, until it gets a mask.
 */
export const proposing: Model = {
  version: simulated.version,
  prepare: async (request, source, report) => {
    const { task } = request;
    const isPhoto = task.workflow === "staging" && task.kind !== "panorama360" && task.kind !== "floorplan";
    if (!isPhoto || source.mask) return simulated.prepare(request, source, report);
    const { width, height } = source;
    const proposedMask = new Uint8Array(width * height);
    for (let row = Math.floor(height / 2); row < Math.floor(height * 0.9); row++)
      proposedMask.fill(255, row * width + Math.floor(width / 4), row * width + Math.floor((width * 3) / 4));
    return {
      reason: "furnished",
      message:
        "Simulated: the room is furnished. Send a mask of what may be removed: the proposed one is a start.",
      proposedMask,
    };
  },
};
