import { Duration } from "aws-cdk-lib";
import { LambdaIntegration, type RestApi } from "aws-cdk-lib/aws-apigateway";
import type { Construct } from "constructs";
import { verifyFiles, verifyPage } from "../lambdas/api/verify/route.ts";
import { credentialsReader } from "./content-credentials.ts";
import { lambdaFunction } from "./function.ts";
import type { StageSettings } from "./settings/stage.ts";

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
    environment: contentCredentials ? { CREDENTIALS_CERTIFICATES: contentCredentials.certificates } : {},
  });
  const integration = new LambdaIntegration(verify, { allowTestInvoke: false });
  for (const { path, methods } of [verifyPage, verifyFiles])
    for (const method of methods) api.root.resourceForPath(path).addMethod(method, integration);
}
