// The inside of the model's process: its CPU, memory and libvips threads stay apart from the service's.
import { startModelServer } from "../../models/simulated/server.ts";

const { url } = await startModelServer({ simulateFaults: process.env.SIMULATE_FAULTS === "true" });
process.on("disconnect", () => process.exit()); // the host is gone, however it ended
process.send?.(url);
