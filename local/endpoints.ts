import { localCredentials } from "./credentials.ts";
import type { Place } from "./template/place.ts";
import type { Stack } from "./template/stack.ts";

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
 * The environment with which any AWS SDK reaches the local services instead of AWS, for the functions and for the
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

/** What the operator's CLI reads from a deployed stack's outputs, by the name of its variable. */
const outputs = {
  TABLE_NAME: "TableName",
  BUCKET_NAME: "BucketName",
  EVENT_BUS_NAME: "EventBusName",
  WEBHOOK_STATE_MACHINE_ARN: "WebhookStateMachineArn",
  DEAD_LETTER_QUEUE_URL: "DeadLetterQueueUrl",
};

/** The variables that name the stack's resources, as far as its outputs name them. */
export const resourceVariables = (stack: Stack): Record<string, string> =>
  Object.fromEntries(
    Object.entries(outputs).flatMap(([variable, output]) => {
      const value = stack.output(output);
      return value === undefined ? [] : [[variable, value]];
    }),
  );
