import { lambdaHandler } from "@image-staging/inference-contract/serving/lambda";
import { rendered } from "./model.ts";

/** The rendered model as a Lambda function, for stages whose setting `inference.backend` is rendered. */
export const handler = lambdaHandler(rendered);
