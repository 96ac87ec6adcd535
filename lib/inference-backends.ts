import { createHash } from "node:crypto";
import { Duration, Stack } from "aws-cdk-lib";
import {
  AdjustmentType,
  CfnScalingPolicy,
  ScalableTarget,
  ServiceNamespace,
} from "aws-cdk-lib/aws-applicationautoscaling";
import { Alarm, ComparisonOperator, Metric, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import { PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { CfnEndpoint, CfnEndpointConfig, CfnModel } from "aws-cdk-lib/aws-sagemaker";
import type { Topic } from "aws-cdk-lib/aws-sns";
import type { Construct } from "constructs";
import type { Pictures } from "./buckets.ts";
import { lambdaFunction } from "./function.ts";
import type { StageSettings } from "./stage.ts";
import { stateMachine } from "./state-machine.ts";

type Topics = { success: Topic; error: Topic };
type ModelSettings = Extract<StageSettings["inference"], { backend: "model" }>;

/** How start-inference asks the model, and what it must be allowed for that. */
export type Backend = { modelVersion: string; environment: Record<string, string>; mayAsk: PolicyStatement };

/** The simulated model as a function, in an account without a GPU. It is asked and answers as an endpoint would be. */
export function simulator(
  scope: Construct,
  settings: StageSettings,
  pictures: Pictures,
  topics: Topics,
): Backend {
  const model = lambdaFunction(scope, "Simulator", {
    settings,
    entry: "model/lambda.ts",
    environment: {},
    timeout: Duration.minutes(5),
    memoryMb: 2048,
    sharp: true,
  });
  const endpoint = stateMachine(scope, "SimulatedInference", {
    settings,
    file: "simulated-inference.asl.json",
    functions: { Simulator: model },
    others: {
      BucketName: pictures.bucket.bucketName,
      SuccessTopicArn: topics.success.topicArn,
      ErrorTopicArn: topics.error.topicArn,
    },
  });
  pictures.grantWrite(endpoint, "inference-results");
  for (const topic of Object.values(topics)) topic.grantPublish(endpoint);
  return {
    modelVersion: "simulated-1",
    environment: { SIMULATOR_STATE_MACHINE_ARN: endpoint.stateMachineArn },
    mayAsk: new PolicyStatement({
      actions: ["states:StartExecution"],
      resources: [endpoint.stateMachineArn],
    }),
  };
}

/** An endpoint that exists already: its configuration names this stack's bucket and topics. */
export const existingEndpoint = (scope: Construct, { endpointName }: { endpointName: string }): Backend => ({
  modelVersion: endpointName,
  ...sageMaker(scope, endpointName),
});

const sageMaker = (scope: Construct, endpointName: string) => ({
  environment: { INFERENCE_ENDPOINT_NAME: endpointName },
  mayAsk: new PolicyStatement({
    actions: ["sagemaker:InvokeEndpointAsync"],
    resources: [
      Stack.of(scope).formatArn({ service: "sagemaker", resource: "endpoint", resourceName: endpointName }),
    ],
  }),
});

/** An asynchronous endpoint of our own: scales on its backlog, and to zero without one. */
export function ownModel(
  scope: Construct,
  settings: ModelSettings,
  pictures: Pictures,
  topics: Topics,
): Backend {
  const role = modelRole(scope, settings, pictures, topics);
  const model = new CfnModel(scope, "Model", {
    executionRoleArn: role.roleArn,
    primaryContainer: { image: settings.image, modelDataUrl: settings.modelDataUrl },
  });
  model.node.addDependency(role);
  const config = new CfnEndpointConfig(scope, "EndpointConfig", {
    productionVariants: [
      {
        modelName: model.attrModelName,
        variantName,
        initialInstanceCount: 1,
        instanceType: settings.instanceType,
        initialVariantWeight: 1,
      },
    ],
    asyncInferenceConfig: {
      clientConfig: { maxConcurrentInvocationsPerInstance: 1 },
      outputConfig: {
        s3OutputPath: `s3://${pictures.bucket.bucketName}/inference-results/`,
        notificationConfig: { successTopic: topics.success.topicArn, errorTopic: topics.error.topicArn },
      },
    },
  });
  const endpoint = new CfnEndpoint(scope, "Endpoint", { endpointConfigName: config.attrEndpointConfigName });
  scaleOnBacklog(scope, endpoint.attrEndpointName, settings.maxInstances);
  const modelVersion = createHash("sha256")
    .update(`${settings.image} ${settings.modelDataUrl}`)
    .digest("hex")
    .slice(0, 16);
  return { modelVersion, ...sageMaker(scope, endpoint.attrEndpointName) };
}

const variantName = "model";

function modelRole(
  scope: Construct,
  { modelDataUrl }: ModelSettings,
  pictures: Pictures,
  topics: Topics,
): Role {
  const role = new Role(scope, "ModelRole", { assumedBy: new ServicePrincipal("sagemaker.amazonaws.com") });
  pictures.grantRead(role, "inference");
  pictures.grantWrite(role, "inference-results");
  for (const topic of Object.values(topics)) topic.grantPublish(role);
  role.addToPolicy(
    new PolicyStatement({
      actions: ["s3:GetObject"],
      resources: [modelDataUrl.replace("s3://", "arn:aws:s3:::")],
    }),
  );
  return role;
}

/**
 * Target tracking keeps one invocation waiting per instance and lets the last instance go; the step policy brings the
 * first one back, because a backlog per instance does not exist without instances (SageMaker Developer Guide,
 * "Autoscale an asynchronous endpoint").
 */
function scaleOnBacklog(scope: Construct, endpointName: string, maxInstances: number): void {
  const target = new ScalableTarget(scope, "Instances", {
    serviceNamespace: ServiceNamespace.SAGEMAKER,
    resourceId: `endpoint/${endpointName}/variant/${variantName}`,
    scalableDimension: "sagemaker:variant:DesiredInstanceCount",
    minCapacity: 0,
    maxCapacity: maxInstances,
  });
  const metric = (metricName: string) =>
    new Metric({
      namespace: "AWS/SageMaker",
      metricName,
      dimensionsMap: { EndpointName: endpointName },
      period: Duration.minutes(1),
      statistic: "Average",
    });
  target.scaleToTrackMetric("Backlog", {
    customMetric: metric("ApproximateBacklogSizePerInstance"),
    targetValue: 1,
    scaleInCooldown: Duration.minutes(10),
    scaleOutCooldown: Duration.minutes(2),
  });
  const wake = new CfnScalingPolicy(scope, "Wake", {
    policyName: `${scope.node.addr}-wake`,
    policyType: "StepScaling",
    scalingTargetId: target.scalableTargetId,
    stepScalingPolicyConfiguration: {
      adjustmentType: AdjustmentType.EXACT_CAPACITY,
      cooldown: 120,
      metricAggregationType: "Maximum",
      stepAdjustments: [{ metricIntervalLowerBound: 0, scalingAdjustment: 1 }],
    },
  });
  new Alarm(scope, "BacklogWithoutCapacity", {
    metric: metric("HasBacklogWithoutCapacity"),
    threshold: 1,
    evaluationPeriods: 1,
    comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
    treatMissingData: TreatMissingData.NOT_BREACHING,
  }).addAlarmAction({ bind: () => ({ alarmActionArn: wake.attrArn }) });
}
