import type { Generation } from "./generation.ts";
import type { Technique } from "./provenance.ts";

/**
 * The models of a stage. Floor plans and pro_capture have one each; the stage's own stages photos and panoramas. Sandboxes
 * have the simulated one for everything.
 */
export const models = ["simulated", "plans", "enhance", "staging"] as const;
export type ModelName = (typeof models)[number];

/** What of a job says which model answers it. */
export type Asked = Pick<Generation, "sandbox" | "workflow" | "capture_type">;

/** Which model answers a job. On a stage with the simulated model, that is its own and stands in for the others. */
export function modelFor({ sandbox, workflow, capture_type }: Asked): ModelName {
  if (sandbox) return "simulated";
  if (workflow === "pro_capture") return "enhance";
  return capture_type === "floorplan" ? "plans" : "staging";
}

/** How the model of a job draws: all but the stage's own are programs, as computer graphics are. */
export const techniqueFor = (job: Asked, ofStage: Technique): Technique =>
  modelFor(job) === "staging" ? ofStage : "graphics";
