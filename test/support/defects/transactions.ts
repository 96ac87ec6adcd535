import type { Defect } from "./defect.ts";

/** Conditions and writes of transactions that are missing or wrong: something happens twice, or by halves. */
export const transactions: Defect[] = [
  {
    name: "a closed listing takes jobs",
    file: "lambdas/storage/listing/listings.ts",
    text: 'condition: "attribute_not_exists(closed_at)",',
    becomes: "",
    caughtBy: { file: "lambdas/api/routes/listings/close", title: "a closed listing takes no more jobs" },
  },
  {
    name: "a listing that is closed again is put on the sweeper's list again",
    file: "lambdas/storage/listing/listings.ts",
    text: '"attribute_exists(pk) AND attribute_not_exists(closed_at)"',
    becomes: '"attribute_exists(pk)"',
    caughtBy: {
      file: "lambdas/api/routes/listings/close",
      title: "at the closing if every job had ended before, and not by what follows",
    },
  },
  {
    name: "a job that has ended runs again",
    file: "lambdas/storage/generation/generations.ts",
    text: `gsi1sk = :deadline",
        ConditionExpression: condition,`,
    becomes: `gsi1sk = :deadline",
        ConditionExpression: \`\${condition} OR attribute_exists(pk)\`,`,
    caughtBy: { file: "lambdas/pipeline/finish-generation", title: "is not worked on again" },
  },
  {
    name: "a job that has ended is queued by its ingest",
    file: "lambdas/storage/generation/generations.ts",
    text: "\n      ConditionExpression: condition,",
    becomes: "\n      ConditionExpression: `${condition} OR attribute_exists(pk)`,",
    caughtBy: {
      file: "lambdas/pipeline/ingest-source",
      title: "that becomes ready after its generation has ended leaves the generation unchanged",
    },
  },
  {
    name: "a job ends twice",
    file: "lambdas/storage/generation/finish.ts",
    text: "ConditionExpression: condition,",
    becomes: "ConditionExpression: `${condition} OR attribute_exists(pk)`,",
    caughtBy: { file: "lambdas/pipeline/finish-generation", title: "is not worked on again" },
  },
  {
    name: "a cancel ends a job from a state that it did not read",
    file: "lambdas/storage/generation/finish.ts",
    text: "endJob(job, result, now, [job.status])",
    becomes: "endJob(job, result, now)",
    caughtBy: {
      file: "lambdas/api/routes/generations/cancel",
      title: "is cancelled from the state that it has meanwhile",
    },
  },
  {
    name: "two requests under one Idempotency-Key are both accepted",
    file: "lambdas/storage/idempotency.ts",
    text: '"attribute_not_exists(pk) OR expires_at <= :now"',
    becomes: '"attribute_not_exists(pk) OR expires_at >= :now"',
    caughtBy: {
      file: "lambdas/api/creation/idempotency",
      title: "identical concurrent requests give one job, one slot and equal bodies",
    },
  },
  {
    name: "one job more than the in-flight cap",
    file: "lambdas/storage/billing/usage.ts",
    text: "OR jobs_in_flight < :cap",
    becomes: "OR jobs_in_flight <= :cap",
    caughtBy: {
      file: "lambdas/api/chain/rate-limit",
      title: "of many concurrent creates with different keys, exactly as many as the cap are granted",
    },
  },
  {
    name: "an upload is used twice",
    file: "lambdas/storage/source-asset/uploads.ts",
    text: "attribute_not_exists(used_by) AND expires_at > :now",
    becomes: "expires_at > :now",
    caughtBy: {
      file: "lambdas/api/routes/uploads/create",
      title: "stays used once, however many requests name it at the same time",
    },
  },
  {
    name: "an expired upload is used",
    file: "lambdas/storage/source-asset/uploads.ts",
    text: "attribute_not_exists(used_by) AND expires_at > :now",
    becomes: "attribute_not_exists(used_by) AND (expires_at > :now OR attribute_exists(pk))",
    caughtBy: { file: "lambdas/api/routes/uploads/create", title: "is an hour old, for" },
  },
  {
    name: "the second ingest of the same bytes replaces the asset of the first",
    file: "lambdas/storage/source-asset/ingests.ts",
    text: `    Item: { ...keys.asset(asset.organization_id, asset.source_asset_id), ...asset },
    ConditionExpression: "attribute_not_exists(pk)",`,
    becomes: "    Item: { ...keys.asset(asset.organization_id, asset.source_asset_id), ...asset },",
    caughtBy: {
      file: "lambdas/pipeline/ingest-source",
      title: "of bytes that another ingest has kept meanwhile gets the asset that was kept first",
    },
  },
  {
    name: "an ingest that is ready fails later",
    file: "lambdas/storage/source-asset/ingests.ts",
    text: `ConditionExpression: condition,
      ExpressionAttributeNames: names,
      ExpressionAttributeValues: {
        ...values,
        ":asset"`,
    becomes: `ConditionExpression: condition + " OR attribute_exists(pk)",
      ExpressionAttributeNames: names,
      ExpressionAttributeValues: {
        ...values,
        ":asset"`,
    caughtBy: {
      file: "lambdas/pipeline/ingest-source",
      title: "that is ready stays ready when a late failure or a late start arrives",
    },
  },
  {
    name: "an ingest that has ended is worked on again",
    file: "lambdas/storage/source-asset/ingests.ts",
    text: `ConditionExpression: condition,
        ExpressionAttributeNames: names,
        ExpressionAttributeValues: {
          ...values,
          ":now"`,
    becomes: `ConditionExpression: condition + " OR attribute_exists(pk)",
        ExpressionAttributeNames: names,
        ExpressionAttributeValues: {
          ...values,
          ":now"`,
    caughtBy: {
      file: "lambdas/pipeline/ingest-source",
      title: "that is ready stays ready when a late failure or a late start arrives",
    },
  },
  {
    name: "two executions make the same attempt of a delivery",
    file: "lambdas/storage/webhook/deliveries.ts",
    text: 'ConditionExpression: "attribute_not_exists(pk)",',
    becomes: "",
    caughtBy: {
      file: "lambdas/pipeline/deliver-webhook",
      title: "of executions at the same time one sends and the others wait for it",
    },
  },
  {
    name: "two deliveries disable a receiver twice",
    file: "lambdas/storage/webhook/receivers.ts",
    text: "`${isFirst}revision = :before`",
    becomes: "`${isFirst}revision >= :before`",
    caughtBy: {
      file: "lambdas/pipeline/deliver-webhook.receivers",
      title: "many deliveries that fail at the same time disable their receiver with one event",
    },
  },
  {
    name: "a rotation overwrites the secret of another one",
    file: "lambdas/storage/webhook/signing-secrets.ts",
    text: 'ConditionExpression: "#current = :before",',
    becomes: 'ConditionExpression: "#current <> :before OR attribute_exists(pk)",',
    caughtBy: {
      file: "bin/admin/webhook/webhooks",
      title: "of two rotations at once one is refused, and its secret is nowhere",
    },
  },
  {
    name: "a second statement replaces the first",
    file: "lambdas/storage/billing/statements.ts",
    text: '? "attribute_not_exists(pk)"',
    becomes: '? "attribute_not_exists(pk) OR attribute_exists(pk)"',
    caughtBy: {
      file: "lambdas/api/routes/statements/get",
      title: "with one statement if many are asked for at once",
    },
  },
  {
    name: "an adjustment that two record at once is an error",
    file: "lambdas/storage/billing/adjustments.ts",
    text: 'ConditionExpression: "attribute_not_exists(pk)",',
    becomes: "",
    caughtBy: {
      file: "lambdas/storage/billing/usage.contention",
      title: "an adjustment that is recorded twice at once is booked once, and both answer with it",
    },
  },
  {
    name: "two operators change a plan at once",
    file: "lambdas/storage/billing/plans.ts",
    text: 'ConditionExpression: "#plan = :before",',
    becomes: 'ConditionExpression: "#plan = :before OR attribute_exists(pk)",',
    caughtBy: {
      file: "lambdas/api/routes/usage/get-summary",
      title: "a plan that somebody else has changed meanwhile is not changed",
    },
  },
  {
    name: "the slot of a job that has ended is not given back",
    file: "lambdas/storage/generation/finish.ts",
    text: "addInFlight(job.organization_id, -1),",
    becomes: "",
    caughtBy: {
      file: "lambdas/api/routes/generations/cancel",
      title: "gives its slot and its unit of the allowance back at once",
    },
  },
];
