import { lambdaHandler } from "@image-staging/inference-contract/serving/lambda";
import { bedrock } from "./bedrock.ts";
import { regionVariable } from "./hosted.ts";
import { erasing } from "./model.ts";

const variable = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`The variable ${name} is not set.`);
  return value;
};

const sessionToken = process.env.AWS_SESSION_TOKEN;
const credentials = async () => ({
  accessKeyId: variable("AWS_ACCESS_KEY_ID"),
  secretAccessKey: variable("AWS_SECRET_ACCESS_KEY"),
  ...(sessionToken && { sessionToken }),
});

/** The rendered model with a hosted eraser as a Lambda function, for stages with the setting `inference.eraser`. */
export const handler = lambdaHandler(
  erasing(
    bedrock({
      region: variable(regionVariable),
      credentials,
      endpoint: process.env.AWS_ENDPOINT_URL_BEDROCK_RUNTIME,
    }),
  ),
);
