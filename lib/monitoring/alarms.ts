import type { IMetric, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import type { Api } from "../api.ts";
import type { Inference } from "../inference/inference.ts";
import type { Pipeline } from "../pipeline.ts";
import type { StageSettings } from "../stage.ts";
import type { ServiceTable } from "../table.ts";
import type { Webhooks } from "../webhooks.ts";
import { jobAlarms } from "./job-alarms.ts";
import { endpointMetric, routeMetric } from "./metrics.ts";
import { platformAlarms } from "./platform-alarms.ts";

export type MonitoredParts = {
  settings: StageSettings;
  table: ServiceTable;
  inference: Inference;
  pipeline: Pipeline;
  webhooks: Webhooks;
  api: Api;
  deadLetters: Queue;
};

/** `of` the last `within` periods above or at `threshold` raise the alarm; `runbook` is a heading of docs/operations.md. */
export type AlarmDefinition = {
  name: string;
  metric: IMetric;
  threshold: number;
  of: number;
  within: number;
  says: string;
  runbook: string;
  /** What a silent metric means: by default, that all is well. */
  missing?: TreatMissingData;
};

/** Everything that wakes an operator. */
export const alarmDefinitions = (watched: MonitoredParts): AlarmDefinition[] => [
  ...watched.api.routes.flatMap((route) => [
    {
      name: `Errors of ${route.method} ${route.path}`,
      metric: routeMetric(watched.settings, route, "5XXError", "Average"),
      threshold: 0.05,
      of: 2,
      within: 3,
      says: "One in twenty requests to this route ended in a server error.",
      runbook: "errors-of-a-route",
    },
    {
      name: `Latency of ${route.method} ${route.path}`,
      metric: routeMetric(watched.settings, route, "Latency", "p99"),
      threshold: route.method === "GET" ? 1500 : 4000,
      of: 3,
      within: 3,
      says: "One in a hundred requests to this route took too long.",
      runbook: "latency-of-a-route",
    },
  ]),
  ...jobAlarms(watched),
  ...platformAlarms(watched),
  ...modelWatches(watched),
];

const modelWatches = ({ inference: { endpointName } }: MonitoredParts): AlarmDefinition[] =>
  endpointName === undefined
    ? []
    : [
        {
          name: "Model backlog",
          metric: endpointMetric(endpointName, "ApproximateBacklogSize", "Maximum"),
          ...{ threshold: 100, of: 3, within: 3 },
          says: "A hundred requests or more have waited for the model for a quarter of an hour.",
          runbook: "model-backlog",
        },
        {
          name: "Model without capacity",
          metric: endpointMetric(endpointName, "HasBacklogWithoutCapacity", "Maximum"),
          ...{ threshold: 1, of: 4, within: 4 },
          says: "Requests have waited for twenty minutes and no instance of the model has started.",
          runbook: "model-backlog",
        },
      ];
