import { approvalVariables, type Backend, declinesOf } from "service/lib/settings/backends.ts";
import type { ModelName } from "./model-container.ts";

const backendOf: Record<ModelName, Backend> = { rendered: "rendered", simulated: "simulator" };

/** Variables with which the stage's own model answers floor plans and pro_capture too, as the simulated one does. */
export const onlyModel = {
  PLANS_STATE_MACHINE_ARN: "",
  PLANS_MODEL_VERSION: "",
  ENHANCE_STATE_MACHINE_ARN: "",
  ENHANCE_MODEL_VERSION: "",
};

/** What the functions know of the models. One that runs already is taken for an endpoint. */
export function modelVariables(model: ModelName, modelUrl: string | undefined): Record<string, string> {
  const backend = modelUrl === undefined ? backendOf[model] : "endpoint";
  return {
    // Pictures that another model made are not returned from the approved cache.
    MODEL_VERSION: modelUrl ?? model,
    MODEL_DECLINES: JSON.stringify(declinesOf({ backend })),
    ...approvalVariables({ backend }, "balanced"),
    ...(backend === "simulator" && onlyModel),
  };
}
