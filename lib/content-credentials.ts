import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import type { ContentCredentials } from "./settings/content-credentials.ts";

/** The library that reads content credentials, as WebAssembly. */
export const credentialsReader = "@contentauth/c2pa-wasm/c2pa.wasm";

/** Lets a function sign: it alone may use the key, or read it. */
export function signsWith(
  signer: LambdaFunction,
  { certificates, key, timestampUrl }: ContentCredentials,
): void {
  const action = key.includes(":kms:") ? "kms:Sign" : "secretsmanager:GetSecretValue";
  signer.addToRolePolicy(new PolicyStatement({ actions: [action], resources: [key] }));
  signer.addEnvironment("CREDENTIALS_CERTIFICATES", certificates);
  signer.addEnvironment("CREDENTIALS_KEY", key);
  if (timestampUrl !== undefined) signer.addEnvironment("CREDENTIALS_TIMESTAMP_URL", timestampUrl);
}
