import type { Duration } from "aws-cdk-lib";
import { LambdaIntegration } from "aws-cdk-lib/aws-apigateway";
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import {
  Architecture,
  CfnFunction,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
} from "aws-cdk-lib/aws-lambda";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import { type Beside, codeOf } from "./bundling.ts";
import { explain } from "./cdk-nag.ts";
import { removalOf } from "./removal.ts";
import type { StageSettings } from "./settings/stage.ts";

export type FunctionProps = Beside & {
  settings: StageSettings;
  /** The handler's file, from the project's root. */
  entry: string;
  environment: Record<string, string>;
  timeout: Duration;
  memoryMb: number;
  /** Invocations at once, reserved of the account's concurrency and never exceeded; by default they share it. */
  concurrency?: number | undefined;
};

/** One Lambda function: ESM bundle with the SDK inside, its own role and log group, traced. */
export function lambdaFunction(scope: Construct, id: string, props: FunctionProps): LambdaFunction {
  const { settings } = props;
  const logGroup = serviceLogs(scope, `${id}Logs`, settings);
  const role = roleThatLogs(scope, `${id}Role`, logGroup);
  const cpu = settings.architecture === "arm64" && !props.signer ? "arm64" : "x64";
  const carriesSharp = props.sharp === true && settings.carrySharp === "true";
  const made = new LambdaFunction(scope, id, {
    code: codeOf(props.entry, { ...props, ...(carriesSharp && { carry: cpu }) }),
    handler: "index.handler",
    runtime: Runtime.NODEJS_24_X,
    architecture: cpu === "arm64" ? Architecture.ARM_64 : Architecture.X86_64,
    role,
    logGroup,
    // In JSON, what Lambda writes of time-outs and crashes is found as our own errors are.
    loggingFormat: LoggingFormat.JSON,
    timeout: props.timeout,
    memorySize: props.memoryMb,
    ...(props.concurrency !== undefined && { reservedConcurrentExecutions: props.concurrency }),
    environment: {
      POWERTOOLS_SERVICE_NAME: serviceName,
      POWERTOOLS_METRICS_NAMESPACE: metricsNamespace(settings),
      ...props.environment,
    },
  });
  if (made.node.defaultChild instanceof CfnFunction)
    made.node.defaultChild.tracingConfig = { mode: "Active" };
  return made;
}

/**
 * The role of a function that may write its log and its traces. Both are in the role itself: a policy apart, which the CDK makes
 * for the rest and for tracing, is another of the 500 resources that CloudFormation takes.
 */
function roleThatLogs(scope: Construct, id: string, { logGroupArn }: LogGroup): Role {
  const statements = [
    new PolicyStatement({
      actions: ["logs:CreateLogStream", "logs:PutLogEvents"],
      resources: [logGroupArn],
    }),
    new PolicyStatement({ actions: ["xray:PutTraceSegments", "xray:PutTelemetryRecords"], resources: ["*"] }),
  ];
  const role = new Role(scope, id, {
    assumedBy: new ServicePrincipal("lambda.amazonaws.com"),
    inlinePolicies: { logs: new PolicyDocument({ statements }) },
  });
  const reason = "X-Ray's PutTraceSegments and PutTelemetryRecords support no resources.";
  explain(role, { "AwsSolutions-IAM5[Resource::*]": reason, "Serverless-LambdaStarPermissions": reason });
  return role;
}

export const serviceName = "image-staging-api";

/** The namespace of the functions' own metrics: two stages in one account are separate. */
export const metricsNamespace = ({ stage }: StageSettings): string => `ImageStaging/${stage}`;

/** A log group with the retention of the stage. If the stage retains data, the group outlives its stack. */
export const serviceLogs = (
  scope: Construct,
  id: string,
  settings: StageSettings,
  logGroupName?: string,
): LogGroup =>
  new LogGroup(scope, id, {
    ...(logGroupName !== undefined && { logGroupName }),
    retention: settings.logRetentionDays,
    removalPolicy: removalOf(settings),
  });

/**
 * Lets the API call a function from whatever method leads to it: one permission for all of a function's methods, because
 * CloudFormation counts each and takes 500 resources.
 */
export const onePermission = (handler: LambdaFunction): LambdaIntegration =>
  new LambdaIntegration(handler, { scopePermissionToMethod: false });
