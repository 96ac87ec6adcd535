import { resourceOutputs } from "../../../lib/outputs.ts";
import type { Place } from "./template/place.ts";
import type { Stack } from "./template/stack.ts";

/** The one identity of the local service. It protects nothing: every server listens on 127.0.0.1 alone. */
export const localCredentials = { accessKeyId: "local", secretAccessKey: "local-secret-access-key" };

/** Where the local services listen. */
export type Endpoints = {
  dynamodb: string;
  s3: string;
  sfn: string;
  eventbridge: string;
  sqs: string;
  sagemaker_runtime: string;
};

/**
 * The variables with which any AWS SDK calls the local services instead of AWS, for the functions and for the
 * operator's CLI.
 */
export function sdkEnvironment(endpoints: Endpoints, place: Place): Record<string, string> {
  const urls = Object.entries(endpoints).map(([service, url]) => [
    `AWS_ENDPOINT_URL_${service.toUpperCase()}`,
    url,
  ]);
  return {
    AWS_REGION: place.region,
    AWS_DEFAULT_REGION: place.region,
    AWS_ACCESS_KEY_ID: localCredentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: localCredentials.secretAccessKey,
    ...Object.fromEntries(urls),
  };
}

/** The variables that name the stack's resources, for the outputs that the stack has. */
export const resourceVariables = (stack: Stack): Record<string, string> =>
  Object.fromEntries(
    Object.entries(resourceOutputs).flatMap(([output, variable]) => {
      const value = stack.output(output);
      return value === undefined ? [] : [[variable, value]];
    }),
  );
