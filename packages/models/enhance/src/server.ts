import { runContainer } from "@image-staging/inference-contract/serving/server";
import { enhance } from "./model.ts";

await runContainer(enhance);
