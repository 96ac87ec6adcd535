import { Metrics, MetricUnit } from "@aws-lambda-powertools/metrics";

const metrics = new Metrics();

const counts = [
  "JobSucceeded",
  "JobFailed",
  "JobStuck",
  "CacheHit",
  "CandidateRejected",
  "CandidateSuspected",
  "SweepFailed",
  "WebhookDelivered",
  "WebhookFailed",
  "WebhookEndpointDisabled",
  "UsageThresholdReached",
  "CertificateEnding",
  "SigningRefused",
] as const;
const durations = ["JobDuration", "TimeInQueue"] as const;

/** Every metric that the functions emit: alarms and the dashboard use these names. */
export const metricNames = [...counts, ...durations];
export type MetricName = (typeof metricNames)[number];

/** Counts one occurrence, separately for each value of `by`, as a metric line in the log. */
export function countMetric(name: (typeof counts)[number], by: Record<string, string> = {}): void {
  const metric = metrics.singleMetric();
  for (const [dimension, value] of Object.entries(by)) metric.addDimension(dimension, value);
  metric.addMetric(name, MetricUnit.Count, 1);
}

/** Records how long something took. */
export function timeMetric(name: (typeof durations)[number], from: string, to: Date): void {
  const seconds = (to.getTime() - Date.parse(from)) / 1000;
  metrics.singleMetric().addMetric(name, MetricUnit.Seconds, seconds);
}
