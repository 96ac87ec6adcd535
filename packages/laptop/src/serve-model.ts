import type { Model } from "@image-staging/inference-contract/serving/model";
import { type Faults, startModelServer } from "@image-staging/inference-contract/serving/server";
import { endProcess } from "@image-staging/local-cloud/lean-process";
import { privateAddress } from "@image-staging/local-cloud/private-address";

/** Serves a model to the process that forked this one, so that its CPU, memory and threads are separate from the service's. */
export async function serveModel(model: Model, faults?: Faults): Promise<void> {
  const { url } = await startModelServer(model, { ...(faults && { faults }), ...(await privateAddress()) });
  process.on("disconnect", () => endProcess(0)); // the host has ended, perhaps by a crash
  process.send?.(url);
}
