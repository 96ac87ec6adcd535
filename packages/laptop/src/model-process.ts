// Runs in the model's process, so that its CPU, memory and libvips threads are separate from the service's.
import { startModelServer } from "@image-staging/inference-contract/serving/server";
import { endProcess } from "@image-staging/local-cloud/lean-process";
import { privateAddress } from "@image-staging/local-cloud/private-address";
import { chosenFaults } from "@image-staging/simulated/faults";
import { simulated } from "@image-staging/simulated/model";

const faults = process.env.SIMULATE_FAULTS === "true" ? { faults: chosenFaults() } : {};
const { url } = await startModelServer(simulated, { ...faults, ...(await privateAddress()) });
process.on("disconnect", () => endProcess(0)); // the host has ended, perhaps by a crash
process.send?.(url);
