import { Duration } from "aws-cdk-lib";
import { MathExpression, Metric, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import { publicPictures } from "../buckets.ts";
import { type AlarmDefinition, atLeast, type MonitoredParts } from "./alarm-definition.ts";
import { openExecutions, ownMetric, sum } from "./metrics.ts";

/** Alarms on the services around the jobs. */
export const platformAlarms = ({
  settings,
  table,
  pictures,
  pipeline,
  deadLetters,
}: MonitoredParts): AlarmDefinition[] => [
  {
    name: "Downloads from public pages",
    metric: new Metric({
      namespace: "AWS/S3",
      metricName: "BytesDownloaded",
      dimensionsMap: { BucketName: pictures.bucket.bucketName, FilterId: publicPictures },
      statistic: "Sum",
      period: Duration.hours(1),
    }),
    when: atLeast(10e9, { periods: 1, ofLast: 1 }),
    says: "Visitors of the public pages downloaded 10 GB within an hour, which costs about a dollar.",
    runbook: "downloads-from-public-pages",
  },
  {
    name: "Dead letters",
    metric: deadLetters.metricApproximateNumberOfMessagesVisible({ statistic: "Maximum" }),
    when: atLeast(1, { periods: 1, ofLast: 1 }),
    says: "Something could not be processed or delivered and is in the dead-letter queue.",
    runbook: "dead-letters",
  },
  {
    name: "Throttled functions",
    metric: new Metric({
      namespace: "AWS/Lambda",
      metricName: "Throttles",
      statistic: "Sum",
      period: Duration.minutes(5),
    }),
    when: atLeast(10, { periods: 2, ofLast: 3 }),
    says: "Lambda throttles invocations: the account's concurrency is used up.",
    runbook: "throttles",
  },
  {
    name: "Open executions",
    metric: openExecutions(),
    when: atLeast(100_000, { periods: 1, ofLast: 1 }),
    says: "A tenth of the open executions that an account may have by default are in use.",
    runbook: "open-executions",
  },
  {
    name: "Throttled table",
    metric: sum({
      reads: table.table.metric("ReadThrottleEvents", { statistic: "Sum" }),
      writes: table.table.metric("WriteThrottleEvents", { statistic: "Sum" }),
    }),
    when: atLeast(10, { periods: 2, ofLast: 3 }),
    says: "DynamoDB throttles reads or writes of the table.",
    runbook: "throttles",
  },
  {
    name: "Sweeper silent",
    metric: new MathExpression({
      expression: "1 - IF(runs > 0, 1, 0)",
      usingMetrics: { runs: pipeline.sweep.metricInvocations() },
      period: Duration.minutes(5),
    }),
    when: atLeast(1, { periods: 2, ofLast: 2 }),
    says: "The sweeper, which runs every minute, has not run for ten minutes.",
    runbook: "sweeper",
    missing: TreatMissingData.BREACHING,
  },
  {
    name: "Sweeper failing",
    metric: sum({
      errors: pipeline.sweep.metricErrors(),
      items: ownMetric(settings, "SweepFailed", "Sum"),
    }),
    when: atLeast(1, { periods: 3, ofLast: 3 }),
    says: "The sweeper fails, or cannot sweep an item.",
    runbook: "sweeper",
  },
];
