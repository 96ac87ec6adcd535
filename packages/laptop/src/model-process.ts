// Runs in the model's process, so that its CPU, memory and libvips threads are separate from the service's.
import { startModelServer } from "../../models/simulated/src/server.ts";

const { url } = await startModelServer({ simulateFaults: process.env.SIMULATE_FAULTS === "true" });
process.on("disconnect", () => process.exit()); // the host has ended, perhaps by a crash
process.send?.(url);
