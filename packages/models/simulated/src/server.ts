import { runContainer } from "../../../inference-contract/src/serving/server.ts";
import { chosenFaults } from "./faults.ts";
import { simulated } from "./model.ts";

await runContainer(simulated, process.env.SIMULATE_FAULTS === "true" ? chosenFaults() : undefined);
