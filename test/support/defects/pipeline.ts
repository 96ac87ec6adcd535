import type { Defect } from "./defect.ts";

/** What tasks do out of turn, or leave undone. */
export const pipeline: Defect[] = [
  {
    name: "the task of a cancelled job waits for the model until its time-out",
    file: "lambdas/api/routes/generations/cancel.ts",
    text: "endWaiting(job).catch",
    becomes: "Promise.resolve().catch",
    caughtBy: {
      file: "lambdas/api/routes/generations/cancel",
      title: "stops: the task that waits for the model is ended, and no later task changes anything",
    },
  },
  {
    name: "a job leaves the sweeper's list before its webhook is announced",
    file: "lambdas/orchestration/events.ts",
    text: "  await publishCompletion(job);",
    becomes: `  await noteAnnounced(job);
  await publishCompletion(job);`,
    caughtBy: { file: "lambdas/pipeline/finish-generation", title: "is kept if the bus" },
  },
  {
    name: "the sweeper moves a job whose status has changed meanwhile",
    file: "lambdas/storage/generation/sweeping.ts",
    text: '"attribute_exists(gsi1pk) AND #status = :status"',
    becomes: '"attribute_exists(gsi1pk) OR #status = :status"',
    caughtBy: {
      file: "lambdas/pipeline/sweep",
      title: "that has changed or left the list since it was read keeps its own time",
    },
  },
  {
    name: "a sweep that is late moves a closing that another has moved on",
    file: "lambdas/storage/billing/closings.ts",
    text: '"gsi1sk = :place"',
    becomes: '"gsi1sk = :place OR attribute_exists(pk)"',
    caughtBy: { file: "lambdas/pipeline/billing/close-periods", title: "closes once if sweeps run" },
  },
  {
    name: "a closing that two containers schedule at once begins again",
    file: "lambdas/storage/billing/closings.ts",
    text: '"attribute_exists(pk) AND attribute_not_exists(gsi1pk)"',
    becomes: '"attribute_exists(pk)"',
    caughtBy: {
      file: "lambdas/pipeline/billing/close-periods",
      title: "another container schedules meanwhile",
    },
  },
  {
    name: "an overdue ingest leaves its generation waiting",
    file: "lambdas/pipeline/sweep.ts",
    text: "if (job_id !== null) await startGeneration({ organization_id, job_id });",
    becomes: "if (job_id === null) await startGeneration({ organization_id, job_id: ingest_id });",
    caughtBy: {
      file: "lambdas/pipeline/sweep",
      title: "that is failed at its deadline starts the waiting generation, so that it ends",
    },
  },
  {
    name: "the pictures of a job that had failed come back without a charge",
    file: "lambdas/pipeline/finish-generation.ts",
    text: 'if (job.status !== "succeeded" || config_fingerprint === null',
    becomes: "if (config_fingerprint === null",
    caughtBy: {
      file: "lambdas/pipeline/start-inference.cache",
      title: "keeps nothing of a job that had failed before its pictures came",
    },
  },
  {
    name: "an overdue job gets one execution a day",
    file: "lambdas/orchestration/executions.ts",
    text: "toISOString().slice(0, 13)",
    becomes: "toISOString().slice(0, 10)",
    caughtBy: { file: "lambdas/pipeline/sweep", title: "at its deadline is failed by a separate execution" },
  },
  {
    name: "a job that has ended is announced an hour later if its announcement failed",
    file: "lambdas/storage/generation/finish.ts",
    text: "oneMinuteAfter(now)",
    becomes: "new Date(now.getTime() + 3_600_000)",
    caughtBy: { file: "lambdas/pipeline/sweep", title: "is due a minute after it is accepted" },
  },
  {
    name: "a running job is swept every minute",
    file: "lambdas/storage/generation/generations.ts",
    text: "openIndex.attributes(job.job_id, jobDeadline(job)).gsi1sk",
    becomes: "openIndex.attributes(job.job_id, now).gsi1sk",
    caughtBy: { file: "lambdas/pipeline/sweep", title: "is due a minute after it is accepted" },
  },
];
