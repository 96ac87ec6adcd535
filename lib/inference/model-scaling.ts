import { Duration } from "aws-cdk-lib";
import {
  AdjustmentType,
  CfnScalingPolicy,
  ScalableTarget,
  ServiceNamespace,
} from "aws-cdk-lib/aws-applicationautoscaling";
import { Alarm, ComparisonOperator, Metric, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import type { Construct } from "constructs";

type Variant = { endpointName: string; variantName: string };

/**
 * Target tracking aims at one waiting invocation per instance and removes the last instance. The step policy starts the
 * first one, because without instances there is no backlog per instance (SageMaker Developer Guide, "Autoscale an
 * asynchronous endpoint").
 */
export function scaleOnBacklog(
  scope: Construct,
  { endpointName, variantName }: Variant,
  maxInstances: number,
): void {
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
