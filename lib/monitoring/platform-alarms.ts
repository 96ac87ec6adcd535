import { Duration } from "aws-cdk-lib";
import { MathExpression, Metric, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import type { StateMachine } from "aws-cdk-lib/aws-stepfunctions";
import { verifyFiles, verifyPage } from "../../lambdas/api/verify/route.ts";
import { publicPictures } from "../buckets.ts";
import type { StageSettings } from "../settings/stage.ts";
import { type AlarmDefinition, atLeast, type MonitoredParts } from "./alarm-definition.ts";
import {
  openExecutions,
  ownMetric,
  routeMetric,
  sum,
  throttledExecutions,
  throttledFunctions,
} from "./metrics.ts";

/** Alarms on the services around the jobs. */
export const platformAlarms = ({
  settings,
  table,
  pictures,
  inference,
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
    // Not those that lie there: the alarm would stay raised for 14 days, and be silent about the next.
    metric: deadLetters.metricNumberOfMessagesSent({ statistic: "Sum" }),
    when: atLeast(1, { periods: 1, ofLast: 1 }),
    says: "Something could not be processed or delivered and has come into the dead-letter queue.",
    runbook: "dead-letters",
  },
  {
    name: "Answers lost",
    metric: pipeline.completeInference.metric("AsyncEventsDropped", { statistic: "Sum" }),
    when: atLeast(1, { periods: 1, ofLast: 1 }),
    says: "An answer of the model could not be taken: its job fails 38 minutes after it was asked.",
    runbook: "answers-lost",
  },
  {
    name: "Requests of the public check",
    metric: sum(
      {
        page: routeMetric(settings, { method: "GET", path: verifyPage.path }, "Count", "Sum"),
        files: routeMetric(settings, { method: "GET", path: verifyFiles.path }, "Count", "Sum"),
      },
      Duration.hours(1),
    ),
    when: atLeast(3000, { periods: 1, ofLast: 1 }),
    says: "Visitors asked the public check for 3,000 pages and files within an hour, which may cost a dollar.",
    runbook: "downloads-from-public-pages",
  },
  ...throttleAlarms({ table, inference }),
  ...(settings.contentCredentials === undefined
    ? []
    : [signingRefused(settings), certificateEnding(settings)]),
  ...(settings.domain === undefined ? [] : [domainCertificateEnding(settings.domain.certificateArn)]),
  ...(inference.renderer === undefined ? [] : [renderedQueue(inference.renderer.machine)]),
  {
    name: "Sweeper silent",
    metric: new MathExpression({
      expression: "1 - IF(runs > 0, 1, 0)",
      usingMetrics: { runs: pipeline.sweep.metricInvocations() },
      period: Duration.minutes(5),
    }),
    when: atLeast(1, { periods: 2, ofLast: 2 }),
    says: "The sweeper, which runs every minute, has not run for ten minutes.",
    runbook: "sweeper-silent",
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
    runbook: "sweeper-failing",
  },
];

/** Alarms on quotas and limits that are used up, or soon. */
const throttleAlarms = ({
  table,
  inference,
}: Pick<MonitoredParts, "table" | "inference">): AlarmDefinition[] => [
  {
    name: "Throttled functions",
    metric: throttledFunctions({ inference }),
    when: atLeast(10, { periods: 2, ofLast: 3 }),
    says: "Lambda throttles invocations of others than the models: the account's concurrency is used up.",
    runbook: "throttles",
  },
  {
    name: "Throttled executions",
    metric: throttledExecutions(),
    when: atLeast(10, { periods: 2, ofLast: 3 }),
    says: "Step Functions throttles starts or transitions: the account's quota is used up.",
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
      tableReads: table.table.metric("ReadThrottleEvents", { statistic: "Sum" }),
      tableWrites: table.table.metric("WriteThrottleEvents", { statistic: "Sum" }),
      indexReads: table.indexMetric("ReadThrottleEvents"),
      indexWrites: table.indexMetric("WriteThrottleEvents"),
    }),
    when: atLeast(10, { periods: 2, ofLast: 3 }),
    says: "DynamoDB throttles reads or writes of the table or of its index.",
    runbook: "throttles",
  },
  {
    name: "Transaction conflicts",
    metric: table.table.metric("TransactionConflict", { statistic: "Sum" }),
    when: atLeast(300, { periods: 3, ofLast: 3 }),
    says: "A transaction a second meets another on its items: one organization writes its counters too often.",
    runbook: "throttles",
  },
];

/** Emitted whatever the reason is: a key that is disabled or to be deleted, a lost permission, a quota. */
const signingRefused = (settings: StageSettings): AlarmDefinition => ({
  name: "Signing key",
  metric: ownMetric(settings, "SigningRefused", "Sum"),
  when: atLeast(1, { periods: 1, ofLast: 1 }),
  says: "KMS or Secrets Manager refused to sign an output: jobs fail with internal_error.",
  runbook: "signing-key",
});

/** Emitted by each signature in a certificate's last 30 days. */
const certificateEnding = (settings: StageSettings): AlarmDefinition => ({
  name: "Certificate of credentials",
  metric: ownMetric(settings, "CertificateEnding", "Sum").with({ period: Duration.days(1) }),
  when: atLeast(1, { periods: 1, ofLast: 1 }),
  says: "The certificate that signs outputs ends within 30 days.",
  runbook: "certificates",
});

/** ACM publishes the days once a day. */
const domainCertificateEnding = (CertificateArn: string): AlarmDefinition => ({
  name: "Certificate of the domain",
  metric: new MathExpression({
    expression: "30 - days",
    usingMetrics: {
      days: new Metric({
        namespace: "AWS/CertificateManager",
        metricName: "DaysToExpiry",
        dimensionsMap: { CertificateArn },
        statistic: "Minimum",
        period: Duration.days(1),
      }),
    },
    period: Duration.days(1),
  }),
  when: atLeast(0, { periods: 1, ofLast: 1 }),
  says: "The domain's certificate ends within 30 days: AWS could not renew it.",
  runbook: "certificates",
});

/** A picture waits in its state machine until one of the model's executions is free; the jobs' own time in queue ends before. */
const renderedQueue = (machine: StateMachine): AlarmDefinition => ({
  name: "Queue of the rendered model",
  metric: machine.metricTime({ statistic: "p90", period: Duration.minutes(15) }),
  when: atLeast(10 * 60_000, { periods: 1, ofLast: 1 }),
  says: "One in ten pictures took ten minutes or more: too few executions are reserved for the model.",
  runbook: "time-in-queue",
});
