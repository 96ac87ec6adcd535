import { Duration } from "aws-cdk-lib";
import {
  type AlarmBase,
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  type IMetric,
  type IWidget,
} from "aws-cdk-lib/aws-cloudwatch";
import type { Construct } from "constructs";
import { operations } from "../../lambdas/api/contract/operations.ts";
import { publicPages } from "../../lambdas/api/public-pages.ts";
import type { MonitoredParts } from "./alarm-definition.ts";
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

const graph = (title: string, left: IMetric[], unit?: string): IWidget =>
  new GraphWidget({
    title,
    left,
    width: 8,
    height: 6,
    leftYAxis: { min: 0, showUnits: false, ...(unit && { label: unit }) },
  });

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

const waiting = ({ settings, inference: { endpointName } }: MonitoredParts): IWidget[] => [
  graph(
    "Time in queue",
    ["p50", "p90", "p99"].map((statistic) => ownMetric(settings, "TimeInQueue", statistic)),
    "seconds",
  ),
  graph(
    "From acceptance to success",
    ["p50", "p90", "p99"].map((statistic) => ownMetric(settings, "JobDuration", statistic)),
    "seconds",
  ),
  ...(endpointName === undefined
    ? []
    : [
        graph(
          "Model backlog",
          [endpointMetric(endpointName, "ApproximateBacklogSize", "Maximum")],
          "requests",
        ),
      ]),
];

const watchedRoutes = [...operations, ...publicPages];

const routes = ({ settings }: MonitoredParts): IWidget[] => [
  graph(
    "Requests",
    watchedRoutes.map((route) => routeMetric(settings, route, "Count", "Sum")),
  ),
  graph(
    "Server errors",
    watchedRoutes.map((route) => routeMetric(settings, route, "5XXError", "Sum")),
  ),
  graph(
    "Latency, p99",
    watchedRoutes.map((route) => routeMetric(settings, route, "Latency", "p99")),
    "milliseconds",
  ),
];

const around = ({ settings, table, pipeline, webhooks, deadLetters }: MonitoredParts): IWidget[] => [
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
  ),
];
