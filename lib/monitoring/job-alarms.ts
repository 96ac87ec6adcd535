import { Duration } from "aws-cdk-lib";
import { type AlarmDefinition, atLeast, type MonitoredParts } from "./alarm-definition.ts";
import { costOfAJob, failedShare, ownMetric, sum, twiceInSixHours, webhookFailures } from "./metrics.ts";

/** Alarms on jobs that fail, wait, get stuck or cost too much, and on their webhooks. */
export const jobAlarms = ({
  settings,
  table,
  inference,
  pipeline,
  webhooks,
}: MonitoredParts): AlarmDefinition[] => {
  const failed = (code: string) => ownMetric(settings, "JobFailed", "Sum", { code });
  return [
    {
      name: "Jobs failed by us",
      metric: failed("internal_error"),
      when: atLeast(1, { periods: 1, ofLast: 1 }),
      says: "A job failed with internal_error.",
      runbook: "jobs-failed-by-us",
    },
    {
      name: "Jobs failed by the model",
      metric: failed("inference_failed"),
      when: atLeast(5, { periods: 1, ofLast: 3 }),
      says: "The model failed for five jobs within five minutes.",
      runbook: "jobs-failed-by-the-model",
    },
    {
      name: "Jobs that the model did not answer",
      metric: failed("inference_timeout"),
      when: atLeast(5, { periods: 1, ofLast: 3 }),
      says: "The model did not answer in time for five jobs within five minutes.",
      runbook: "jobs-failed-by-the-model",
    },
    {
      name: "Model failing",
      metric: failedShare(settings, { refused: "inference_failed", unanswered: "inference_timeout" }),
      when: atLeast(0.5, twiceInSixHours),
      says: "The model failed half of the jobs or more in two of the last twelve half hours.",
      runbook: "jobs-failed-by-the-model",
    },
    {
      name: "Jobs without an approved output",
      metric: failedShare(settings, { rejected: "no_approved_output" }),
      when: atLeast(0.5, twiceInSixHours),
      says: "Half of the jobs or more had no approved output in two of the last twelve half hours: candidates are rejected.",
      runbook: "jobs-without-an-approved-output",
    },
    {
      name: "Time in queue",
      // One period: at a few jobs an hour, three in a row have none.
      metric: ownMetric(settings, "TimeInQueue", "p90").with({ period: Duration.minutes(15) }),
      when: atLeast(120, { periods: 1, ofLast: 1 }),
      says: "One in ten jobs waited two minutes or more before its work began.",
      runbook: "time-in-queue",
    },
    {
      name: "Stuck jobs",
      metric: ownMetric(settings, "JobStuck", "Sum"),
      when: atLeast(1, { periods: 1, ofLast: 1 }),
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
        ...Object.fromEntries(
          inference.functions.map(({ machine }, nth) => [`inferences${nth}`, machine.metricFailed()]),
        ),
      }),
      when: atLeast(1, { periods: 1, ofLast: 1 }),
      says: "An execution of a state machine failed or timed out, which none should: even a failed job is a result.",
      runbook: "executions-failed",
    },
    {
      name: "Webhooks failing",
      metric: webhookFailures(settings),
      when: atLeast(0.5, { periods: 1, ofLast: 1 }),
      says: "Half of the attempts to deliver webhooks in an hour have failed, three or more.",
      runbook: "webhooks-failing",
    },
    {
      name: "Cost of a job",
      metric: costOfAJob(settings, { table, pipeline }),
      when: atLeast(0.002, { periods: 2, ofLast: 2 }),
      says: "A job costs ten times what it should, without its model, storage and egress.",
      runbook: "cost-of-a-job",
    },
  ];
};
