import type { IMetric, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import type { Pictures } from "../buckets.ts";
import type { Inference } from "../inference/inference.ts";
import type { Pipeline } from "../pipeline.ts";
import type { StageSettings } from "../settings/stage.ts";
import type { ServiceTable } from "../table.ts";
import type { Webhooks } from "../webhooks.ts";

/** What alarms and the dashboard measure. */
export type MonitoredParts = {
  settings: StageSettings;
  table: ServiceTable;
  pictures: Pictures;
  inference: Inference;
  pipeline: Pipeline;
  webhooks: Webhooks;
  deadLetters: Queue;
};

export type AlarmDefinition = {
  name: string;
  metric: IMetric;
  /** What raises the alarm. */
  when: Condition;
  /** One sentence to the operator who is woken. */
  says: string;
  /** A heading of docs/runbooks.md, as an anchor. */
  runbook: string;
  /** What a silent metric means: by default, that all is well. */
  missing?: TreatMissingData;
};

type Condition = { threshold: number; periods: number; ofLast: number };

/** The metric is at `threshold` or above in so many `periods` `ofLast` so many. */
export const atLeast = (
  threshold: number,
  { periods, ofLast }: { periods: number; ofLast: number },
): Condition => ({ threshold, periods, ofLast });
