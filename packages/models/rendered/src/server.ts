import { runContainer } from "@image-staging/inference-contract/serving/server";
import { rendered } from "./model.ts";

await runContainer(rendered);
