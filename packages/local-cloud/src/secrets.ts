import * as v from "valibot";
import { AwsError, type Operations } from "./aws-api.ts";

const Input = v.object({ SecretId: v.string() });

/** Secrets Manager with secrets that its host has: their texts by ARN, read only. */
export const secretsApi = (secrets: Record<string, string>): Operations => ({
  "secretsmanager.GetSecretValue": (input) => {
    const { SecretId } = v.parse(Input, input);
    const SecretString = Object.hasOwn(secrets, SecretId) ? secrets[SecretId] : undefined;
    if (SecretString === undefined)
      throw new AwsError("ResourceNotFoundException", "Secrets Manager can't find the specified secret.");
    return { ARN: SecretId, Name: SecretId, SecretString };
  },
});
