import { Metrics, MetricUnit } from "@aws-lambda-powertools/metrics";

const metrics = new Metrics();

/** Counts one occurrence of a thing that operators watch, as one CloudWatch metric line in the log. */
export function countMetric(name: string): void {
  metrics.singleMetric().addMetric(name, MetricUnit.Count, 1);
}
