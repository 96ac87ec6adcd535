import { Duration } from "aws-cdk-lib";
import { operations } from "../../lambdas/api/contract/operations.ts";
import { GetStatement } from "../../lambdas/api/contract/statements/get.ts";
import { publicPages } from "../../lambdas/api/public-pages.ts";
import { type AlarmDefinition, atLeast, type MonitoredParts } from "./alarm-definition.ts";
import { jobAlarms } from "./job-alarms.ts";
import { endpointMetric, routeMetric } from "./metrics.ts";
import { platformAlarms } from "./platform-alarms.ts";

/** Everything that wakes an operator. */
export const alarmDefinitions = (parts: MonitoredParts): AlarmDefinition[] => [
  ...routeAlarms(parts),
  ...jobAlarms(parts),
  ...platformAlarms(parts),
  ...modelAlarms(parts),
];

/** Milliseconds that one in a hundred requests may take. A statement is added up for as long as API Gateway waits. */
const slowestOf = ({ method, path }: { method: string; path: string }): number => {
  if (path === GetStatement.path) return 20_000;
  return method === "GET" ? 1500 : 4000;
};

/** Alarms on each route's errors and latency. */
const routeAlarms = ({ settings }: MonitoredParts): AlarmDefinition[] =>
  [...operations, ...publicPages].flatMap((route) => [
    {
      name: `Errors of ${route.method} ${route.path}`,
      metric: routeMetric(settings, route, "5XXError", "Average"),
      when: atLeast(0.05, { periods: 2, ofLast: 3 }),
      says: "One in twenty requests to this route ended in a server error.",
      runbook: "errors-of-a-route",
    },
    {
      name: `Latency of ${route.method} ${route.path}`,
      metric: routeMetric(settings, route, "Latency", "p99"),
      when: atLeast(slowestOf(route), { periods: 3, ofLast: 3 }),
      says: "One in a hundred requests to this route took too long.",
      runbook: "latency-of-a-route",
    },
  ]);

/** Alarms on the model's backlog, if the model is a SageMaker endpoint. */
const modelAlarms = ({ inference: { endpointName } }: MonitoredParts): AlarmDefinition[] =>
  endpointName === undefined
    ? []
    : [
        {
          name: "Model backlog",
          metric: endpointMetric(endpointName, "ApproximateBacklogSize", "Maximum"),
          when: atLeast(100, { periods: 3, ofLast: 3 }),
          says: "A hundred requests or more have waited for the model for a quarter of an hour.",
          runbook: "model-backlog",
        },
        {
          name: "Model without capacity",
          // A start from zero takes up to 9 minutes; after 27 the requests expire, and with them the backlog.
          metric: endpointMetric(endpointName, "HasBacklogWithoutCapacity", "Maximum", Duration.minutes(1)),
          when: atLeast(1, { periods: 12, ofLast: 12 }),
          says: "Requests have waited for twelve minutes and no instance of the model has started.",
          runbook: "model-backlog",
        },
      ];
