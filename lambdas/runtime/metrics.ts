import { Metrics, MetricUnit } from "@aws-lambda-powertools/metrics";

const metrics = new Metrics();

/** Counts one occurrence of a thing that operators watch, apart for each value of `by`, as a metric line in the log. */
export function countMetric(name: string, by: Record<string, string> = {}): void {
  const metric = metrics.singleMetric();
  for (const [dimension, value] of Object.entries(by)) metric.addDimension(dimension, value);
  metric.addMetric(name, MetricUnit.Count, 1);
}

/** Records how long a thing took that operators watch. */
export function timeMetric(name: string, from: string, to: Date): void {
  const seconds = (to.getTime() - Date.parse(from)) / 1000;
  metrics.singleMetric().addMetric(name, MetricUnit.Seconds, seconds);
}
