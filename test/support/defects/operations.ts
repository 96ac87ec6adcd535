import type { Defect } from "./defect.ts";

const limits = "lib/staging-stack.time-limits";

/** Numbers by which the service is operated: what wakes somebody, how long things may take, how long they are kept. */
export const operations: Defect[] = [
  {
    name: "a route's errors wake somebody at a half",
    file: "lib/monitoring/alarms.ts",
    text: "atLeast(0.05,",
    becomes: "atLeast(0.5,",
    caughtBy: { file: "lib/monitoring/alarms", title: "Errors of  wakes somebody" },
  },
  {
    name: "stuck jobs wake somebody only if they are ten",
    file: "lib/monitoring/job-alarms.ts",
    text: `"JobStuck", "Sum"),
      when: atLeast(1,`,
    becomes: `"JobStuck", "Sum"),
      when: atLeast(10,`,
    caughtBy: { file: "lib/monitoring/alarms", title: "Stuck jobs wakes somebody" },
  },
  {
    name: "failed webhooks are divided by the delivered ones",
    file: "lib/monitoring/metrics.ts",
    text: "FILL(failed, 0) / (FILL(failed, 0) + FILL(delivered, 0))",
    becomes: "FILL(failed, 0) / FILL(delivered, 0)",
    caughtBy: { file: "lib/monitoring/alarms", title: "Webhooks failing wakes somebody" },
  },
  {
    name: "a webhook's post may take longer than its function",
    file: "lambdas/runtime/network/post.ts",
    text: "attemptMs = 15_000",
    becomes: "attemptMs = 60_000",
    caughtBy: { file: limits, title: "a webhook's post ends before its function" },
  },
  {
    name: "the last step of a job is cut off before its function ends",
    file: "state-machines/generation.asl.json",
    text: '"TimeoutSeconds": 60,',
    becomes: '"TimeoutSeconds": 25,',
    caughtBy: { file: limits, title: "every state outlasts the function" },
  },
  {
    name: "a delivery that hangs is not tried again",
    file: "state-machines/webhook-delivery.asl.json",
    text: `, "States.Timeout"],
          "IntervalSeconds": 2,
          "MaxAttempts": 12,`,
    becomes: `],
          "IntervalSeconds": 2,
          "MaxAttempts": 12,`,
    caughtBy: { file: limits, title: "a task of ours that hangs is tried again" },
  },
  {
    name: "uploads are kept for a month",
    file: "lib/buckets.ts",
    text: 'passing("uploads", 1)',
    becomes: 'passing("uploads", 30)',
    caughtBy: {
      file: "lib/staging-stack.retention",
      title: "are kept for the days that the documents promise",
    },
  },
  {
    name: "the addresses on a public page are not escaped",
    file: "lambdas/api/disclosure-page/page.ts",
    text: '<a href="${escaped(url)}">',
    becomes: '<a href="${url}">',
    caughtBy: { file: "lambdas/api/disclosure-page/show", title: "links the pictures that it shows" },
  },
  {
    name: "a threshold counts as announced before it is published",
    file: "lambdas/pipeline/webhook/announce-thresholds.ts",
    text: "    await publishThreshold(",
    becomes: `    await rememberAnnounced(organization_id, start, memoryOf(threshold).announced, now.toISOString());
    await publishThreshold(`,
    caughtBy: {
      file: "lambdas/pipeline/webhook/announce-thresholds",
      title: "is announced at the end of the next job if its announcement failed",
    },
  },
];
