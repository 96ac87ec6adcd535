import { version as renderedVersion } from "@image-staging/rendered/version";
import { version as simulatedVersion } from "@image-staging/simulated/version";
import { approvalVariables, type Backend, declinesOf, masksOf } from "service/lib/settings/backends.ts";
import type { ModelName } from "./model-container.ts";

const models: Record<ModelName, { backend: Backend; version: string }> = {
  rendered: { backend: "rendered", version: renderedVersion },
  simulated: { backend: "simulator", version: simulatedVersion },
};

/** Variables with which the stage's own model answers floor plans and pro_capture too, as the simulated one does. */
export const onlyModel = {
  PLANS_STATE_MACHINE_ARN: "",
  PLANS_MODEL_VERSION: "",
  ENHANCE_STATE_MACHINE_ARN: "",
  ENHANCE_MODEL_VERSION: "",
};

/**
 * What the functions know of the models. One that runs already is taken for an endpoint; its weights may have changed since the
 * service last `started`.
 */
export function modelVariables(
  model: ModelName,
  modelUrl: string | undefined,
  started = new Date(),
): Record<string, string> {
  const version = `${modelUrl} at ${started.toISOString()}`;
  const running = modelUrl !== undefined && ({ backend: "endpoint", version } as const);
  const { backend, ...asked } = running || models[model];
  return {
    // Pictures that another model made, or another version of it, are not returned from the approved cache.
    MODEL_VERSION: asked.version,
    MODEL_DECLINES: JSON.stringify(declinesOf({ backend })),
    MODEL_MASKS: JSON.stringify(masksOf({ backend })),
    ...approvalVariables({ backend }, "balanced"),
    ...(backend === "simulator" && onlyModel),
  };
}
