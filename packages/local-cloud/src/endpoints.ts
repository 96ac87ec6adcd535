import { randomBytes } from "node:crypto";
import { noAwsFiles } from "./shell.ts";
import { readSetting, type Store, writeSetting } from "./store.ts";
import type { Place } from "./template/place.ts";

export type Credentials = { accessKeyId: string; secretAccessKey: string };

/**
 * What an engine of DynamoDB is called with. It checks nobody; some engines keep a table for each access key, so that one is
 * everywhere the same.
 */
export const engineCredentials: Credentials = { accessKeyId: "local", secretAccessKey: "local" };

const setting = "secret access key";

/**
 * What a service's own programs sign with: a secret that is made once in its data directory and never leaves it, so that
 * signed URLs stay valid over a restart.
 */
export function credentialsOf(store: Store): Credentials {
  const secretAccessKey = readSetting(store, setting) ?? randomBytes(30).toString("base64url");
  writeSetting(store, setting, secretAccessKey);
  return { ...engineCredentials, secretAccessKey };
}

/** Where the local services listen. */
export type Endpoints = {
  dynamodb: string;
  s3: string;
  sfn: string;
  eventbridge: string;
  sqs: string;
  sagemaker_runtime: string;
  secrets_manager: string;
};

/**
 * The variables with which any AWS SDK calls the local services instead of AWS, for the functions and for the
 * operator's CLI.
 */
export function sdkEnvironment(
  endpoints: Endpoints,
  place: Place,
  { accessKeyId, secretAccessKey }: Credentials,
): Record<string, string> {
  const urls = Object.entries(endpoints).map(([service, url]) => [
    `AWS_ENDPOINT_URL_${service.toUpperCase()}`,
    url,
  ]);
  return {
    AWS_REGION: place.region,
    AWS_DEFAULT_REGION: place.region,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    ...noAwsFiles,
    ...Object.fromEntries(urls),
  };
}
