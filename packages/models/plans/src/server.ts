import { runContainer } from "@image-staging/inference-contract/serving/server";
import { plans } from "./model.ts";

await runContainer(plans);
