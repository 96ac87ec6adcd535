// Runs in the model's process, so that its CPU, memory and libvips threads are separate from the service's.
import { startModelServer } from "../../inference-contract/src/serving/server.ts";
import { privateAddress } from "../../local-cloud/src/private-address.ts";
import { chosenFaults } from "../../models/simulated/src/faults.ts";
import { simulated } from "../../models/simulated/src/model.ts";

const faults = process.env.SIMULATE_FAULTS === "true" ? { faults: chosenFaults() } : {};
const { url } = await startModelServer(simulated, { ...faults, ...(await privateAddress()) });
process.on("disconnect", () => process.exit()); // the host has ended, perhaps by a crash
process.send?.(url);
