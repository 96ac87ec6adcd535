import type { AlarmDefinition, MonitoredParts } from "./alarms.ts";
import { costOfAJob, ownMetric, ratio, sum } from "./metrics.ts";

/** What says that jobs do not end as they should. */
export const jobAlarms = ({ settings, table, pipeline, webhooks }: MonitoredParts): AlarmDefinition[] => {
  const failed = (code: string) => ownMetric(settings, "JobFailed", "Sum", { code });
  return [
    {
      name: "Jobs failed by us",
      metric: failed("internal_error"),
      ...{ threshold: 1, of: 1, within: 1 },
      says: "A job failed with internal_error.",
      runbook: "jobs-failed-by-us",
    },
    {
      name: "Jobs failed by the model",
      metric: failed("inference_failed"),
      ...{ threshold: 5, of: 1, within: 3 },
      says: "The model failed for five jobs within five minutes.",
      runbook: "jobs-failed-by-the-model",
    },
    {
      name: "Jobs that the model did not answer",
      metric: failed("inference_timeout"),
      ...{ threshold: 5, of: 1, within: 3 },
      says: "The model did not answer in time for five jobs within five minutes.",
      runbook: "jobs-failed-by-the-model",
    },
    {
      name: "Jobs without an approved output",
      metric: failed("no_approved_output"),
      ...{ threshold: 5, of: 2, within: 3 },
      says: "The model's candidates are being rejected for many jobs.",
      runbook: "jobs-without-an-approved-output",
    },
    {
      name: "Time in queue",
      metric: ownMetric(settings, "TimeInQueue", "p90"),
      ...{ threshold: 120, of: 3, within: 3 },
      says: "One in ten jobs waited two minutes or more before its work began.",
      runbook: "time-in-queue",
    },
    {
      name: "Stuck jobs",
      metric: ownMetric(settings, "JobStuck", "Sum"),
      ...{ threshold: 1, of: 1, within: 1 },
      says: "The sweeper failed a job that had not ended within an hour.",
      runbook: "stuck-jobs",
    },
    {
      name: "Executions failed",
      metric: sum({
        generations: pipeline.generation.metricFailed(),
        lateGenerations: pipeline.generation.metricTimedOut(),
        ingests: pipeline.sourceIngest.metricFailed(),
        lateIngests: pipeline.sourceIngest.metricTimedOut(),
        deliveries: webhooks.delivery.metricFailed(),
      }),
      ...{ threshold: 1, of: 1, within: 1 },
      says: "A state machine's execution failed or timed out, which none should: failures are results.",
      runbook: "executions-failed",
    },
    {
      name: "Webhooks failing",
      metric: ratio(
        ownMetric(settings, "WebhookFailed", "Sum"),
        ownMetric(settings, "WebhookDelivered", "Sum"),
      ),
      ...{ threshold: 0.5, of: 6, within: 6 },
      says: "Half of the attempts to deliver webhooks have failed for half an hour.",
      runbook: "webhooks-failing",
    },
    {
      name: "Cost of a job",
      metric: costOfAJob(settings, { table, pipeline }),
      ...{ threshold: 0.002, of: 2, within: 2 },
      says: "A job costs ten times what it should, without its model, storage and egress.",
      runbook: "cost-of-a-job",
    },
  ];
};
