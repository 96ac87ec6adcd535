import { CustomResource, Duration, Stack } from "aws-cdk-lib";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Bucket } from "aws-cdk-lib/aws-s3";
import type { Construct } from "constructs";
import { allowPattern } from "./cdk-nag.ts";
import { lambdaFunction } from "./function.ts";
import type { StageSettings } from "./settings/stage.ts";

/** Deletes a bucket's objects with its stack. CDK's own `autoDeleteObjects` needs wildcard actions and a managed policy. */
export function emptyOnDelete(scope: Construct, settings: StageSettings, bucket: Bucket): CustomResource {
  const empty = lambdaFunction(scope, "EmptyBucket", {
    settings,
    entry: "lambdas/deployment/empty-bucket.ts",
    environment: {},
    timeout: Duration.minutes(10),
    memoryMb: 256,
  });
  empty.addToRolePolicy(new PolicyStatement({ actions: ["s3:ListBucket"], resources: [bucket.bucketArn] }));
  const [logicalId] = Stack.of(scope).resolve(bucket.bucketArn)["Fn::GetAtt"];
  allowPattern(empty, {
    actions: ["s3:DeleteObject"],
    resource: bucket.arnForObjects("*"),
    pattern: `<${logicalId}.Arn>/*`,
    reason: "Its purpose is to delete every object of this one bucket.",
  });
  const emptied = new CustomResource(scope, "Emptied", {
    resourceType: "Custom::EmptiedBucket",
    serviceToken: empty.functionArn,
    properties: { BucketName: bucket.bucketName },
  });
  emptied.node.addDependency(empty.role ?? empty);
  return emptied;
}
