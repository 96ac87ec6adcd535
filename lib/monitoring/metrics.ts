import { Duration } from "aws-cdk-lib";
import { type IMetric, MathExpression, Metric } from "aws-cdk-lib/aws-cloudwatch";
import type { Operation } from "../../lambdas/api/contract/operation.ts";
import type { MetricName } from "../../lambdas/runtime/metrics.ts";
import { metricsNamespace, serviceName } from "../function.ts";
import type { Inference } from "../inference/inference.ts";
import type { Pipeline } from "../pipeline.ts";
import type { StageSettings } from "../settings/stage.ts";
import type { ServiceTable } from "../table.ts";
import { prices } from "./prices.ts";

/** A metric that the functions emit (lambdas/runtime/metrics.ts); `by` picks one value of its dimension. */
export const ownMetric = (
  settings: StageSettings,
  metricName: MetricName,
  statistic: string,
  by: Record<string, string> = {},
): Metric =>
  new Metric({
    namespace: metricsNamespace(settings),
    metricName,
    dimensionsMap: { service: serviceName, ...by },
    statistic,
    period: Duration.minutes(5),
  });

/** Every series of a metric that the functions emit separately for each value of one dimension. */
export const ownMetricBy = (
  settings: StageSettings,
  metricName: MetricName,
  dimension: string,
): MathExpression => {
  const schema = `{"${metricsNamespace(settings)}","${dimension}","service"} MetricName="${metricName}"`;
  return new MathExpression({
    expression: `SEARCH('${schema}', 'Sum', 300)`,
    label: "",
    period: Duration.minutes(5),
  });
};

/** A metric of one route; the average of `5XXError` is its error rate. */
export const routeMetric = (
  settings: StageSettings,
  { method, path }: Pick<Operation, "method" | "path">,
  metricName: "5XXError" | "Latency" | "Count",
  statistic: string,
): Metric =>
  new Metric({
    namespace: "AWS/ApiGateway",
    metricName,
    dimensionsMap: {
      ApiName: `image-staging-${settings.stage}`,
      Stage: settings.stage,
      Method: method,
      Resource: path,
    },
    statistic,
    period: Duration.minutes(5),
    label: `${method} ${path}`,
  });

export const endpointMetric = (
  endpointName: string,
  metricName: string,
  statistic: string,
  period = Duration.minutes(5),
): Metric =>
  new Metric({
    namespace: "AWS/SageMaker",
    metricName,
    dimensionsMap: { EndpointName: endpointName },
    statistic,
    period,
  });

/**
 * The account's open executions in the region, which Step Functions publishes approximately. A query, because AWS
 * documents the metric's name but not its dimensions.
 */
export const openExecutions = (): MathExpression =>
  new MathExpression({
    expression: 'SELECT MAX(OpenExecutionCount) FROM "AWS/States"',
    label: "Open executions",
    period: Duration.minutes(5),
  });

/** Transitions of a job that brings its picture (one less from an asset); its webhook's one delivery included. */
export const transitionsOfAJob = 5;

/** Metric math takes no exponents. */
const price = (dollars: number) => dollars.toFixed(12);

/**
 * What a started job cost at list prices, without model, storage and egress: the pipeline's picture tasks, the table and the
 * transitions, which are nearly all of it. Repeated work makes it rise.
 */
export function costOfAJob(
  settings: StageSettings,
  { table, pipeline }: { table: ServiceTable; pipeline: Pipeline },
): MathExpression {
  const hourly = { statistic: "Sum", period: Duration.hours(1) };
  const { ingestSource, approveCandidates, pictureTaskMemoryMb } = pipeline;
  const millisecond = (prices.lambdaGbSecond[settings.architecture] * pictureTaskMemoryMb) / 1024 / 1000;
  const terms = [
    `(FILL(ingest, 0) + FILL(approve, 0)) * ${price(millisecond)}`,
    `reads * ${price(prices.dynamoDbReadUnit)}`,
    `writes * ${price(prices.dynamoDbWriteUnit)}`,
  ];
  return new MathExpression({
    expression: `(${terms.join(" + ")}) / jobs + ${price(transitionsOfAJob * prices.stateTransition)}`,
    usingMetrics: {
      ingest: ingestSource.metricDuration(hourly),
      approve: approveCandidates.metricDuration(hourly),
      reads: table.table.metric("ConsumedReadCapacityUnits", hourly),
      writes: table.table.metric("ConsumedWriteCapacityUnits", hourly),
      jobs: pipeline.generation.metricStarted(hourly),
    },
    label: "US dollars a job",
    period: Duration.hours(1),
  });
}

/** The sum of metrics. One without data counts as zero. */
export const sum = (usingMetrics: Record<string, IMetric>, period = Duration.minutes(5)) =>
  new MathExpression({
    expression: Object.keys(usingMetrics)
      .map((name) => `FILL(${name}, 0)`)
      .join(" + "),
    usingMetrics,
    period,
  });

/** Half hours of six hours: two bad ones show a fault at one job in two hours, and at many jobs within an hour. */
export const twiceInSixHours = { periods: 2, ofLast: 12 };

/** The share of the jobs that ended with one of some codes in all that the model worked on, in half an hour. */
export function failedShare(settings: StageSettings, codes: Record<string, string>): MathExpression {
  const period = Duration.minutes(30);
  const counted = (name: MetricName, by?: Record<string, string>) =>
    ownMetric(settings, name, "Sum", by).with({ period });
  const failed = Object.keys(codes)
    .map((id) => `FILL(${id}, 0)`)
    .join(" + ");
  return new MathExpression({
    expression: `(${failed}) / (${failed} + FILL(succeeded, 0) - FILL(cached, 0))`,
    usingMetrics: {
      ...Object.fromEntries(Object.entries(codes).map(([id, code]) => [id, counted("JobFailed", { code })])),
      succeeded: counted("JobSucceeded"),
      cached: counted("CacheHit"),
    },
    label: "Share of jobs that failed so",
    period,
  });
}

/**
 * The share of the failed attempts in all attempts of an hour, if three failed: a job whose receiver is down makes three in five
 * minutes, so it shows at one job an hour too.
 */
export function webhookFailures(settings: StageSettings): MathExpression {
  const period = Duration.hours(1);
  const hourly = (name: MetricName) => ownMetric(settings, name, "Sum").with({ period });
  return new MathExpression({
    expression: "IF(FILL(failed, 0) >= 3, FILL(failed, 0) / (FILL(failed, 0) + FILL(delivered, 0)), 0)",
    usingMetrics: { failed: hourly("WebhookFailed"), delivered: hourly("WebhookDelivered") },
    label: "Share of attempts that failed",
    period,
  });
}

/** Refusals of Step Functions because the account's quota is used up: of starts, and of transitions. */
export const throttledExecutions = () => {
  const refused = (dimensionsMap: Record<string, string>) =>
    new Metric({
      namespace: "AWS/States",
      metricName: "ThrottledEvents",
      dimensionsMap,
      statistic: "Sum",
      period: Duration.minutes(5),
    });
  return sum({
    starts: refused({ APIName: "StartExecution" }),
    transitions: refused({ ServiceMetric: "StateTransition" }),
  });
};

/** Invocations that Lambda refused in the account, but of the models: those are tried again, and a burst is no fault. */
export function throttledFunctions({ inference }: { inference: Inference }): MathExpression {
  const ofModels = Object.fromEntries(
    inference.functions.map(({ model }, nth) => [`model${nth}`, model.metricThrottles()]),
  );
  const all = new Metric({
    namespace: "AWS/Lambda",
    metricName: "Throttles",
    statistic: "Sum",
    period: Duration.minutes(5),
  });
  return new MathExpression({
    expression: ["FILL(all, 0)", ...Object.keys(ofModels).map((id) => `FILL(${id}, 0)`)].join(" - "),
    usingMetrics: { all, ...ofModels },
    period: Duration.minutes(5),
  });
}
