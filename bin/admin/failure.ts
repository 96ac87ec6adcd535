import { InputError } from "./inputs.ts";

/** Why a command ended: `input` for the operator to change, with nothing changed; `service` for what could not be done. */
export type Failure = { code: "input" | "service"; message: string };

const signIn = "set AWS_PROFILE, or sign in with aws sso login";

/** What to say if the SDK does not know the account or the region, by the names of its errors. */
const ofCredentials: Record<string, string> = {
  CredentialsProviderError: `There are no AWS credentials: ${signIn}.`,
  TokenProviderError: `The AWS sign-in has ended: ${signIn}.`,
  ExpiredToken: `The AWS credentials have expired: ${signIn}.`,
  ExpiredTokenException: `The AWS credentials have expired: ${signIn}.`,
  InvalidClientTokenId: `AWS does not know these credentials: ${signIn}.`,
  UnrecognizedClientException: `AWS does not know these credentials: ${signIn}.`,
};

export function failureOf(error: unknown): Failure {
  if (error instanceof InputError) return { code: "input", message: error.message };
  if (!(error instanceof Error)) return { code: "service", message: String(error) };
  if (error.message === "Region is missing")
    return {
      code: "input",
      message: "No AWS region is set: set AWS_REGION, such as AWS_REGION=eu-central-1, and AWS_PROFILE.",
    };
  const sentence = ofCredentials[error.name];
  if (sentence) return { code: "input", message: sentence };
  return { code: "service", message: error.message || error.name };
}
