import { Metrics, MetricUnit } from "@aws-lambda-powertools/metrics";

const metrics = new Metrics();

type Count =
  | "JobSucceeded"
  | "JobFailed"
  | "JobStuck"
  | "CacheHit"
  | "CandidateRejected"
  | "SweepFailed"
  | "WebhookDelivered"
  | "WebhookFailed"
  | "WebhookEndpointDisabled";
type Duration = "JobDuration" | "TimeInQueue";

/** Every metric that operators watch: alarms and the dashboard know them by these names. */
export type MetricName = Count | Duration;

/** Counts one occurrence, separately for each value of `by`, as a metric line in the log. */
export function countMetric(name: Count, by: Record<string, string> = {}): void {
  const metric = metrics.singleMetric();
  for (const [dimension, value] of Object.entries(by)) metric.addDimension(dimension, value);
  metric.addMetric(name, MetricUnit.Count, 1);
}

/** Records how long something took. */
export function timeMetric(name: Duration, from: string, to: Date): void {
  const seconds = (to.getTime() - Date.parse(from)) / 1000;
  metrics.singleMetric().addMetric(name, MetricUnit.Seconds, seconds);
}
