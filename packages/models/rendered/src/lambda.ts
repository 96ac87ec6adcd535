import { lambdaHandler } from "@image-staging/inference-contract/serving/lambda";
import { rendered } from "./model.ts";

/** The rendered model as a Lambda function, for stages with the setting `inference.backend` rendered. */
export const handler = lambdaHandler(rendered);
