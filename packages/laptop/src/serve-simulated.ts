import { chosenFaults } from "@image-staging/simulated/faults";
import { simulated } from "@image-staging/simulated/model";
import { serveModel } from "./serve-model.ts";

await serveModel(simulated, process.env.SIMULATE_FAULTS === "true" ? chosenFaults() : undefined);
