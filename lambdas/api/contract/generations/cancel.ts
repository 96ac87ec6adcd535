import * as v from "valibot";
import { answers, type Operation } from "../operation.ts";
import type { GenerationJob } from "../published/resources/generation-job.ts";

export const CancelGeneration = {
  operationId: "cancelGeneration",
  method: "POST",
  path: "/api/v1/generations/{job_id}/cancel",
  scope: "full",
  counter: { name: "cancel_generation", limit: "create_generation_per_minute" },
  body: v.strictObject({}),
  answer: answers<GenerationJob>(),
} as const satisfies Operation;
