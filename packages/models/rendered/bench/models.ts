import { enhance } from "@image-staging/enhance/model";
import type { Model } from "@image-staging/inference-contract/serving/model";
import type { Task } from "@image-staging/inference-contract/serving/request";
import { plans } from "@image-staging/plans/model";
import { rendered } from "../src/model.ts";

/** The model that answers a task on a stage with the rendered model. */
export function modelFor(task: Task): Model {
  if (task.workflow === "pro_capture") return enhance;
  return task.kind === "floorplan" ? plans : rendered;
}
