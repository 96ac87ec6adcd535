import { join } from "node:path";
import type { Log } from "@image-staging/local-cloud/log";
import { containerProcess } from "@image-staging/local-cloud/sagemaker/container";

/** The models that this machine serves by itself. */
export const modelNames = ["rendered", "simulated"] as const;
export type ModelName = (typeof modelNames)[number];

/** A model in a process, as a container, which ends after `idleMs` without work. */
export const modelContainer = (
  model: ModelName,
  log: Log,
  options?: Parameters<typeof containerProcess>[2],
) => containerProcess(join(import.meta.dirname, `serve-${model}.ts`), log, options);
