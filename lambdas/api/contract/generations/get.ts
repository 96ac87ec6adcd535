import { answers, type Operation } from "../operation.ts";
import type { GenerationJob } from "../published/resources/generation-job.ts";

export const GetGeneration = {
  operationId: "getGeneration",
  method: "GET",
  path: "/api/v1/generations/{job_id}",
  scope: "read",
  counter: { name: "get_generation", limit: "get_generation_per_minute" },
  answer: answers<GenerationJob>(),
} as const satisfies Operation;
