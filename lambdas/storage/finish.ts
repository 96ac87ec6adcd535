import { billingPeriod, type LedgerEvent, ledgerEvent, usageTypeOf } from "../domain/billing.ts";
import type { Failure } from "../domain/failures.ts";
import { type Generation, isTerminal, type StoredOutput } from "../domain/generation.ts";
import type { Organization } from "../domain/organization.ts";
import { findGeneration, mayEnter } from "./generations.ts";
import { keys } from "./keys.ts";
import { tableName, transact, type Write } from "./table.ts";

export type JobResult =
  | { status: "succeeded"; outputs: StoredOutput[] }
  | { status: "failed"; failure: Failure };

type Ending = { job: Generation; organization: Organization; result: JobResult; now: Date };

/**
 * Ends a job once: its terminal state, its ledger event, the period's totals and its in-flight slot in one
 * transaction. Whoever comes second changes nothing; the job as it ended is returned either way.
 */
export async function finishGeneration(ending: Ending): Promise<Generation> {
  for (let withinAllowance = true, tries = 0; tries < 4; tries++) {
    const outcome = await transact(endingWrites(ending, withinAllowance));
    if (outcome.committed) break;
    if (outcome.refusedBy === 0) break;
    withinAllowance = !withinAllowance;
  }
  const ended = await findGeneration(ending.job.organization_id, ending.job.job_id);
  if (ended === null || !isTerminal(ended.status))
    throw new Error(`Job ${ending.job.job_id} could not be ended.`);
  return ended;
}

function endingWrites(ending: Ending, withinAllowance: boolean): Write[] {
  const event = chargeOf(ending, withinAllowance);
  const period = periodOf(ending.organization, ending.now);
  return [
    endJob(ending),
    countUsage(ending, event, period, withinAllowance),
    freeSlot(ending.job),
    ...(event === null ? [] : [appendToLedger(ending.job.organization_id, event)]),
    ...returnUnit(ending.job, period),
  ];
}

const periodOf = (organization: Organization, now: Date) =>
  billingPeriod(organization.anchor_day, now).start.toISOString();

function chargeOf({ job, organization, result, now }: Ending, withinAllowance: boolean): LedgerEvent | null {
  const { source_asset_id, config_fingerprint } = job;
  if (result.status === "failed" || source_asset_id === null || config_fingerprint === null) return null;
  return ledgerEvent(
    { ...job, source_asset_id },
    {
      usageType: usageTypeOf(
        job,
        result.outputs.some((output) => output.cached),
      ),
      plan: organization.plan,
      withinAllowance,
      fingerprint: config_fingerprint,
      occurredAt: now.toISOString(),
    },
  );
}

function endJob({ job, result, now }: Ending): Write {
  const { condition, names, values } = mayEnter(result.status);
  return {
    Update: {
      TableName: tableName(),
      Key: keys.generation(job.organization_id, job.job_id),
      UpdateExpression:
        "SET #status = :status, outputs = :outputs, failure = :failure, completed_at = :now, updated_at = :now REMOVE gsi1pk, gsi1sk",
      ConditionExpression: condition,
      ExpressionAttributeNames: names,
      ExpressionAttributeValues: {
        ...values,
        ":outputs": result.status === "succeeded" ? result.outputs : [],
        ":failure": result.status === "failed" ? result.failure : null,
        ":now": now.toISOString(),
      },
    },
  };
}

/** The condition keeps the price honest: the unit is free only while the allowance lasts, whoever finishes meanwhile. */
function countUsage(
  ending: Ending,
  event: LedgerEvent | null,
  period: string,
  withinAllowance: boolean,
): Write {
  const { job, organization, result } = ending;
  const charged = event?.billable ?? false;
  const unitsCommitted = (charged ? 1 : 0) - (job.reserved_period === period ? 1 : 0);
  const allowance = withinAllowance
    ? "(attribute_not_exists(consumed) AND :included > :zero) OR consumed < :included"
    : "consumed >= :included OR (attribute_not_exists(consumed) AND :included = :zero)";
  return {
    Update: {
      TableName: tableName(),
      Key: keys.usage(job.organization_id, period),
      UpdateExpression:
        "ADD consumed :consumed, committed :committed, amount_micro_usd :amount, jobs_succeeded :succeeded, " +
        "jobs_failed :failed, outputs_returned :outputs, regenerate_count :regenerated, cache_hit_count :cached",
      ...(charged && { ConditionExpression: allowance }),
      ExpressionAttributeValues: {
        ":consumed": charged ? 1 : 0,
        ":committed": unitsCommitted,
        ":amount": event?.amount_micro_usd ?? 0,
        ":succeeded": result.status === "succeeded" ? 1 : 0,
        ":failed": result.status === "failed" ? 1 : 0,
        ":outputs": result.status === "succeeded" ? result.outputs.length : 0,
        ":regenerated": job.parent_job_id === null ? 0 : 1,
        ":cached": event?.usage_type === "cache_hit" ? 1 : 0,
        ...(charged && { ":included": organization.plan?.included_units ?? 0, ":zero": 0 }),
      },
    },
  };
}

/** A unit reserved in a period that has turned meanwhile goes back to that period. */
const returnUnit = (job: Generation, period: string): Write[] =>
  job.reserved_period === null || job.reserved_period === period
    ? []
    : [
        {
          Update: {
            TableName: tableName(),
            Key: keys.usage(job.organization_id, job.reserved_period),
            UpdateExpression: "ADD committed :minusOne",
            ExpressionAttributeValues: { ":minusOne": -1 },
          },
        },
      ];

const freeSlot = (job: Generation): Write => ({
  Update: {
    TableName: tableName(),
    Key: keys.inFlight(job.organization_id),
    UpdateExpression: "DELETE jobs :job",
    ExpressionAttributeValues: { ":job": new Set([job.job_id]) },
  },
});

const appendToLedger = (organizationId: string, event: LedgerEvent): Write => ({
  Put: {
    TableName: tableName(),
    Item: { ...keys.ledger(organizationId, event.occurred_at, event.event_id), ...event },
    ConditionExpression: "attribute_not_exists(pk)",
  },
});
