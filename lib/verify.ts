import { Duration } from "aws-cdk-lib";
import type { RestApi } from "aws-cdk-lib/aws-apigateway";
import type { Construct } from "constructs";
import { verifyFiles, verifyPage } from "../lambdas/api/verify/route.ts";
import { credentialsReader } from "./content-credentials.ts";
import { lambdaFunction, onePermission } from "./function.ts";
import type { ContentCredentials } from "./settings/content-credentials.ts";
import type { StageSettings } from "./settings/stage.ts";

/** What the function knows this service's pictures by: all of it is public. */
const trustedBy = ({ certificates, distrusted, timestampAuthority }: ContentCredentials) => ({
  CREDENTIALS_CERTIFICATES: certificates,
  ...(distrusted && { CREDENTIALS_DISTRUSTED: JSON.stringify(distrusted) }),
  ...(timestampAuthority !== undefined && { CREDENTIALS_TIMESTAMP_AUTHORITY: timestampAuthority }),
});

/** The routes that check pictures. Its function reaches nothing: it has the certificates, which are public, and no key. */
export function verifyRoute(scope: Construct, api: RestApi, settings: StageSettings): void {
  const { contentCredentials } = settings;
  const verify = lambdaFunction(scope, "VerifyCheck", {
    settings,
    entry: "lambdas/api/verify/check.ts",
    timeout: Duration.seconds(15),
    memoryMb: 1024,
    files: [credentialsReader],
    scripts: ["lambdas/api/verify/worker.ts"],
    environment: contentCredentials ? trustedBy(contentCredentials) : {},
  });
  const integration = onePermission(verify);
  for (const { path, methods } of [verifyPage, verifyFiles])
    for (const method of methods) api.root.resourceForPath(path).addMethod(method, integration);
}
