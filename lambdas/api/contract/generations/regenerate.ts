import * as v from "valibot";
import { callerFields, configuration, disclosure } from "../job-fields.ts";
import { answers, type Operation } from "../operation.ts";
import type { GenerationJob } from "../published/resources/generation-job.ts";

export const RegenerateGeneration = {
  operationId: "regenerateGeneration",
  method: "POST",
  path: "/api/v1/generations/{job_id}/regenerate",
  scope: "full",
  counter: { name: "regenerate_generation", limit: "regenerate_generation_per_minute" },
  body: v.strictObject({ ...configuration, disclosure, ...callerFields }),
  answer: answers<GenerationJob>(),
} as const satisfies Operation;
