import {
  type Draw,
  defaultStyle,
  type Model,
  otherModel,
} from "@image-staging/inference-contract/serving/model";
import { decode, encodeEdited } from "@image-staging/inference-contract/serving/picture";
import { preparePlan } from "./index.ts";
import { version } from "./version.ts";

/** How sure the model is of a plan's scale, by what it was read from: above the bar of a plan in any case. */
const scores = { sizes: 1, doors: 0.8 };

/** Furnishes floor plans, for every back end. The same request gives the same pictures on every machine. */
export const plans: Model = {
  version,
  prepare: async ({ task, seed, look }, source, report = () => {}) => {
    report("analysis", 0);
    if (task.workflow !== "staging" || task.kind !== "floorplan")
      return otherModel("This model furnishes floor plans only.");
    const picture = await decode(source);
    const plan = await preparePlan({ style: task.style ?? defaultStyle, seed, look }, picture);
    if ("declined" in plan) return plan.declined;
    const score = scores[plan.analysis.scaleFrom];
    const draw: Draw = async (nth) => {
      report("layout", 0.5);
      const { data, mask } = plan.candidate(nth);
      return { ...(await encodeEdited({ ...picture, data }, mask)), score };
    };
    return draw;
  },
};
