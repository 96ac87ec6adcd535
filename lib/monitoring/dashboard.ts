import { Duration } from "aws-cdk-lib";
import {
  type AlarmBase,
  AlarmStatusWidget,
  Color,
  Dashboard,
  GraphWidget,
  type HorizontalAnnotation,
  type IMetric,
  type IWidget,
} from "aws-cdk-lib/aws-cloudwatch";
import type { Construct } from "constructs";
import { operations } from "../../lambdas/api/contract/operations.ts";
import { publicPages } from "../../lambdas/api/public-pages.ts";
import type { MonitoredParts } from "./alarm-definition.ts";
import { alarmDefinitions } from "./alarms.ts";
import { costOfAJob, endpointMetric, ownMetric, ownMetricBy, routeMetric } from "./metrics.ts";

/** One page on which an operator sees whether jobs end, how long they take, and what they cost. */
export function dashboard(scope: Construct, parts: MonitoredParts, alarms: AlarmBase[]): Dashboard {
  const status = alarms.length > 0 ? [[new AlarmStatusWidget({ title: "Alarms", alarms, width: 24 })]] : [];
  return new Dashboard(scope, "Dashboard", {
    dashboardName: `image-staging-${parts.settings.stage}`,
    defaultInterval: Duration.hours(12),
    widgets: [...status, jobs(parts), waiting(parts), routes(parts), around(parts)],
  });
}

const graph = (
  title: string,
  left: IMetric[],
  unit?: string,
  leftAnnotations: HorizontalAnnotation[] = [],
): IWidget =>
  new GraphWidget({
    title,
    left,
    width: 8,
    height: 6,
    leftYAxis: { min: 0, showUnits: false, ...(unit && { label: unit }) },
    leftAnnotations,
  });

/** A line at each threshold of the stage's alarms with a name that begins so. */
function thresholds(parts: MonitoredParts, name: string): HorizontalAnnotation[] {
  if (!parts.settings.alarms) return [];
  const alarms = alarmDefinitions(parts).filter((alarm) => alarm.name.startsWith(name));
  const values = new Set(alarms.map(({ when }) => when.threshold));
  return [...values].map((value) => ({ value, label: `Alarm at ${value}`, color: Color.RED }));
}

const jobs = ({ settings }: MonitoredParts): IWidget[] => [
  graph("Jobs", [
    ownMetric(settings, "JobSucceeded", "Sum"),
    ownMetric(settings, "CacheHit", "Sum"),
    ownMetric(settings, "JobStuck", "Sum"),
  ]),
  graph("Jobs failed, by code", [ownMetricBy(settings, "JobFailed", "code")]),
  graph("Candidates rejected, by reason", [ownMetricBy(settings, "CandidateRejected", "reason")]),
  graph("Candidates suspected of drift, by reason", [ownMetricBy(settings, "CandidateSuspected", "reason")]),
];

const percentiles = ["p50", "p90", "p99"];

const waiting = (parts: MonitoredParts): IWidget[] => [
  graph(
    "Time in queue",
    percentiles.map((statistic) => ownMetric(parts.settings, "TimeInQueue", statistic)),
    "seconds",
    thresholds(parts, "Time in queue"),
  ),
  graph(
    "From acceptance to success",
    percentiles.map((statistic) => ownMetric(parts.settings, "JobDuration", statistic)),
    "seconds",
  ),
  ...(parts.inference.endpointName === undefined
    ? []
    : [
        graph(
          "Model backlog",
          [endpointMetric(parts.inference.endpointName, "ApproximateBacklogSize", "Maximum")],
          "requests",
          thresholds(parts, "Model backlog"),
        ),
      ]),
];

const watchedRoutes = [...operations, ...publicPages];

const routes = (parts: MonitoredParts): IWidget[] => [
  graph(
    "Requests",
    watchedRoutes.map((route) => routeMetric(parts.settings, route, "Count", "Sum")),
  ),
  graph(
    "Server errors",
    watchedRoutes.map((route) => routeMetric(parts.settings, route, "5XXError", "Sum")),
  ),
  graph(
    "Latency, p99",
    watchedRoutes.map((route) => routeMetric(parts.settings, route, "Latency", "p99")),
    "milliseconds",
    thresholds(parts, "Latency of "),
  ),
];

const around = (parts: MonitoredParts): IWidget[] => {
  const { settings, table, pipeline, webhooks, deadLetters } = parts;
  return [
    graph("Webhooks", [
      ownMetric(settings, "WebhookDelivered", "Sum"),
      ownMetric(settings, "WebhookFailed", "Sum"),
      ownMetric(settings, "WebhookEndpointDisabled", "Sum"),
    ]),
    graph("Allowances and spend caps reached", [ownMetricBy(settings, "UsageThresholdReached", "threshold")]),
    graph("Dead letters and failed executions", [
      deadLetters.metricApproximateNumberOfMessagesVisible({ label: "Dead letters" }),
      pipeline.generation.metricFailed({ label: "Generations" }),
      pipeline.generation.metricTimedOut({ label: "Generations, timed out" }),
      pipeline.sourceIngest.metricFailed({ label: "Ingests" }),
      pipeline.sourceIngest.metricTimedOut({ label: "Ingests, timed out" }),
      webhooks.delivery.metricFailed({ label: "Deliveries" }),
    ]),
    graph(
      "Cost of a job without model, storage and egress",
      [costOfAJob(settings, { table, pipeline })],
      "US dollars",
      thresholds(parts, "Cost of a job"),
    ),
  ];
};
