import type { Listener } from "@image-staging/inference-contract/serving/invocation";
import type { Model } from "@image-staging/inference-contract/serving/model";
import { progressOf } from "@image-staging/inference-contract/serving/progress";
import { type Faults, startModelServer } from "@image-staging/inference-contract/serving/server";
import { endProcess } from "@image-staging/local-cloud/lean-process";
import { privateAddress } from "@image-staging/local-cloud/private-address";

/**
 * Serves a model to the process that forked this one, so that its CPU, memory and threads are separate from the service's.
 * That process gets the model's URL, then how far it is with each job.
 */
export async function serveModel(model: Model, faults?: Faults): Promise<void> {
  const listen: Listener = (...heard) => {
    const progress = progressOf(...heard);
    if (progress) process.send?.(progress);
  };
  const options = { listen, ...(faults && { faults }), ...(await privateAddress()) };
  const { url } = await startModelServer(model, options);
  process.on("disconnect", () => endProcess(0)); // the host has ended, perhaps by a crash
  process.send?.(url);
}
