import { expect, test } from "vitest";
import { prodWithModel, templateOf } from "../../support/stack/synthesize.ts";

const template = templateOf(prodWithModel());
const target = template.findResources("AWS::ApplicationAutoScaling::ScalableTarget");
const policies = Object.entries(template.findResources("AWS::ApplicationAutoScaling::ScalingPolicy"));
const policyOf = (type: string) =>
  policies.find(([, { Properties }]) => Properties.PolicyType === type) ?? [];
const endpoint = expect.objectContaining({
  Name: "EndpointName",
  Value: { "Fn::GetAtt": [expect.any(String), "EndpointName"] },
});

test("a model without jobs has no instance, and never more than its stage allows", () => {
  expect(Object.values(target).map(({ Properties }) => Properties)).toMatchObject([
    {
      MinCapacity: 0,
      MaxCapacity: 4,
      ServiceNamespace: "sagemaker",
      ScalableDimension: "sagemaker:variant:DesiredInstanceCount",
    },
  ]);
});

test("the first waiting job starts an instance: without one there is no backlog per instance", () => {
  const [wake, policy] = policyOf("StepScaling");
  expect(policy?.Properties.StepScalingPolicyConfiguration).toEqual({
    AdjustmentType: "ExactCapacity",
    Cooldown: 120,
    MetricAggregationType: "Maximum",
    StepAdjustments: [{ MetricIntervalLowerBound: 0, ScalingAdjustment: 1 }],
  });
  const alarms = Object.values(template.findResources("AWS::CloudWatch::Alarm"));
  const waking = alarms.filter(({ Properties }) =>
    Properties.AlarmActions.some((action: object) => "Fn::GetAtt" in action),
  );
  expect(waking.map(({ Properties }) => Properties)).toMatchObject([
    {
      AlarmActions: [{ "Fn::GetAtt": [wake, "Arn"] }],
      ComparisonOperator: "GreaterThanOrEqualToThreshold",
      Dimensions: [endpoint],
      MetricName: "HasBacklogWithoutCapacity",
      Namespace: "AWS/SageMaker",
      Threshold: 1,
      TreatMissingData: "notBreaching",
    },
  ]);
});

test("instances follow the jobs that wait for each of them, slower down than up", () => {
  const [, policy] = policyOf("TargetTrackingScaling");
  expect(policy?.Properties.TargetTrackingScalingPolicyConfiguration).toMatchObject({
    CustomizedMetricSpecification: {
      MetricName: "ApproximateBacklogSizePerInstance",
      Namespace: "AWS/SageMaker",
      Dimensions: [endpoint],
      Statistic: "Average",
    },
    TargetValue: 1,
    ScaleInCooldown: 600,
    ScaleOutCooldown: 120,
  });
});
