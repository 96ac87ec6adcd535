import { join } from "node:path";
import type { Log } from "@image-staging/local-cloud/log";
import { containerProcess } from "@image-staging/local-cloud/sagemaker/container";

/** The simulated model in a process, as a container. */
export const simulatedContainer = (log: Log, idleMs?: number) =>
  containerProcess(join(import.meta.dirname, "model-process.ts"), log, idleMs);
