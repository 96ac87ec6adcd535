import { lambdaHandler } from "@image-staging/inference-contract/serving/lambda";
import { plans } from "./model.ts";

/** The model of floor plans as a Lambda function, on every stage but one with the simulated model. */
export const handler = lambdaHandler(plans);
