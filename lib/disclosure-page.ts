import { Duration } from "aws-cdk-lib";
import type { RestApi } from "aws-cdk-lib/aws-apigateway";
import type { Construct } from "constructs";
import { disclosurePage } from "../lambdas/api/disclosure-page/route.ts";
import type { Pictures } from "./buckets.ts";
import { lambdaFunction, onePermission } from "./function.ts";
import type { StageSettings } from "./settings/stage.ts";
import type { ServiceTable } from "./table.ts";

type Parts = { settings: StageSettings; table: ServiceTable; pictures: Pictures };

/**
 * What all visitors together may ask for in a second, so that they take nothing from partners. Of one address the firewall
 * limits requests without a key.
 */
export const pageThrottle = { throttlingRateLimit: 50, throttlingBurstLimit: 100 };

/** The same of the files of the public check, 3.4 MB in all: a browser keeps them for good. */
export const fileThrottle = { throttlingRateLimit: 2, throttlingBurstLimit: 10 };

/** The page's route and its function, which reads the pages' items and signs URLs of their two pictures, and nothing else. */
export function disclosurePageRoute(
  scope: Construct,
  api: RestApi,
  { settings, table, pictures }: Parts,
): void {
  const show = lambdaFunction(scope, "DisclosurePageShow", {
    settings,
    entry: "lambdas/api/disclosure-page/show.ts",
    timeout: Duration.seconds(15),
    memoryMb: 512,
    environment: { TABLE_NAME: table.table.tableName, BUCKET_NAME: pictures.bucket.bucketName },
  });
  table.grant(show, "DISCLOSURE#", ["GetItem"]);
  // Pages of version 1.1.0 show the whole pictures.
  pictures.grantSignedRead(show, "previews", "sources", "outputs");
  const integration = onePermission(show);
  for (const method of disclosurePage.methods)
    api.root.resourceForPath(disclosurePage.path).addMethod(method, integration);
}
