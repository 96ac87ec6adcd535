import { availableParallelism } from "node:os";
import {
  type Draw,
  defaultStyle,
  type Model,
  otherModel,
} from "@image-staging/inference-contract/serving/model";
import { decode, encodeEdited } from "@image-staging/inference-contract/serving/picture";
import type { Task } from "@image-staging/inference-contract/serving/request";
import { prepareStage } from "./stage.ts";
import { version } from "./version.ts";

/**
 * Furnishes photos and panoramas of empty rooms, gives rooms new floors and walls, and removes furniture behind a mask, on this
 * machine's processors. The same request gives the same pictures on every machine. It declines what it cannot do well.
 */
export const rendered: Model = {
  version,
  prepare: async ({ task, seed, look }, source, report = () => {}) => {
    report("analysis", 0);
    const asked = furnishingOf(task);
    if ("reason" in asked) return asked;
    const picture = await decode(source);
    const request = { ...asked, seed, look, ...(source.mask && { mask: source.mask }) };
    const staged = await prepareStage(request, picture);
    if ("declined" in staged) return staged.declined;
    const quality = { threads: availableParallelism(), report };
    // A room that cannot be furnished is declined for the whole request.
    const first = await staged.candidate(0, quality);
    if ("declined" in first) return first.declined;
    const score = scoreOf(staged.analysis.confidence.room);
    const draw: Draw = async (nth) => {
      const found = nth === 0 ? first : await staged.candidate(nth, quality);
      const { data, mask } = "declined" in found ? first : found;
      return { ...(await encodeEdited({ ...picture, data }, mask)), score };
    };
    return draw;
  },
};

/** How, as which rooms (of a photo) and in which style to furnish, or why this model does not do the task. */
function furnishingOf(task: Task) {
  if (task.workflow === "pro_capture")
    return otherModel("This model stages rooms, and enhances no pictures.");
  switch (task.kind) {
    case "refurnish":
    case "renovate":
      return { mode: task.kind, roomTypes: task.roomTypes, style: task.style ?? defaultStyle };
    case "clean":
      return { mode: task.kind, roomTypes: [], style: defaultStyle };
    case "panorama360":
      return { style: task.style ?? defaultStyle };
    case "floorplan":
      return otherModel("This model stages photos and panoramas, and furnishes no floor plans.");
  }
}

/** Above the bar of every workflow: a room that is not understood was declined before. */
const scoreOf = (confidence: number): number => Math.round(1000 * (0.6 + 0.4 * confidence)) / 1000;
