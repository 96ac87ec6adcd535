import { lambdaHandler } from "@image-staging/inference-contract/serving/lambda";
import { enhance } from "./model.ts";

/** The model of pro_capture as a Lambda function, on every stage but one with the simulated model. */
export const handler = lambdaHandler(enhance);
