import { runContainer } from "@image-staging/inference-contract/serving/server";
import { chosenFaults } from "./faults.ts";
import { simulated } from "./model.ts";

await runContainer(simulated, process.env.SIMULATE_FAULTS === "true" ? chosenFaults() : undefined);
