import * as v from "valibot";
import { type BillingPeriod, billingPeriod } from "../../domain/billing/period.ts";
import {
  type JobEnding,
  type Pricing,
  type PricingRule,
  pricingOf,
  pricingRuleOf,
  settle,
} from "../../domain/billing/settlement.ts";
import { Remembered } from "../../domain/billing/thresholds.ts";
import { UsageTotals } from "../../domain/billing/usage.ts";
import type { Failure } from "../../domain/failures.ts";
import { pageOf } from "../../domain/generation/disclosure.ts";
import {
  Generation,
  isTerminal,
  jobStatusesBefore,
  type StoredOutput,
} from "../../domain/generation/generation.ts";
import { oneMinuteAfter } from "../../domain/generation/sweeping.ts";
import type { Organization } from "../../domain/organization/organization.ts";
import type { JobStatus } from "../../domain/vocabulary.ts";
import { readItems } from "../batch.ts";
import { appendToLedger } from "../billing/ledger.ts";
import { addInFlight, addUsage, findTotals, isStillPriced } from "../billing/usage.ts";
import { type Key, keys, openIndex } from "../keys.ts";
import { countEnded, ofListing } from "../listing/listings.ts";
import { objectKeys } from "../object-keys.ts";
import { tableName, transact, transitionCondition, type Write } from "../table.ts";
import { publishDisclosure } from "./disclosures.ts";

export type JobResult =
  | { status: "succeeded"; outputs: StoredOutput[] }
  | { status: "failed"; failure: Failure };

type FinishRequest = { job: Generation; organization: Organization; result: JobResult; now: Date };

/** A job as it ended, and the usage of its period at that moment. */
type Finished = {
  job: Generation;
  usage: { period: BillingPeriod; totals: UsageTotals; remembered: Remembered };
};

/**
 * Ends a job once: its terminal state, its ledger event, the period's totals, its in-flight slot, its listing's numbers and
 * the public pages of its outputs in one transaction. A second call changes nothing; either way, the job is returned as it ended.
 */
export async function finishGeneration(request: FinishRequest): Promise<Finished> {
  const { job, organization, result, now } = request;
  await endAndSettle(endJob(job, result, now), endingOf(request), pagesOf(job, result));
  const period = billingPeriod(organization.anchors, now);
  const jobKey = keys.generation(job.organization_id, job.job_id);
  const usageKey = keys.usage(job.organization_id, period.start.toISOString());
  const { items } = await readItems([jobKey, usageKey]);
  const under = ({ pk, sk }: Key) => items.find((item) => item.pk === pk && item.sk === sk);
  const ended = v.parse(v.optional(Generation), under(jobKey));
  if (!ended || !isTerminal(ended.status)) throw new Error(`Job ${job.job_id} could not be ended.`);
  const remembered = v.parse(Remembered, under(usageKey) ?? {});
  return { job: ended, usage: { period, totals: v.parse(UsageTotals, remembered), remembered } };
}

/** The writes that publish the pages of a job that succeeds. */
function pagesOf(job: Generation, result: JobResult): Write[] {
  if (result.status === "failed") return [];
  const keyOf = ({ output_id }: StoredOutput, of: "original" | "altered") =>
    objectKeys.preview(job.organization_id, output_id, of);
  const pages = result.outputs.map((output) =>
    pageOf(job, output, { original_key: keyOf(output, "original"), altered_key: keyOf(output, "altered") }),
  );
  return pages.filter((page) => page !== null).map(publishDisclosure);
}

const endingOf = ({ job, organization, result, now }: FinishRequest): JobEnding => ({
  job,
  plan: organization.plan,
  outputs: result.status === "succeeded" ? result.outputs : null,
  periodStart: billingPeriod(organization.anchors, now).start.toISOString(),
  endedAt: now.toISOString(),
});

/**
 * The writes that fail a job if its state is still the one read: `end`, guarded by that state, and those that go with it. A
 * failed job has no price.
 */
export function failureWrites(request: FinishRequest): { end: Write; writes: Write[] } {
  const { job, result, now } = request;
  const { writes } = settlement(endingOf(request), "free", null);
  return { end: endJob(job, result, now, [job.status]), writes };
}

const maxTries = 6;
/**
 * If the price depends on the period's totals, they are read to choose it, and a condition of the transaction checks that
 * the choice still holds: a job that ends at the same time may take the last free unit, or the last under the spend cap.
 */
async function endAndSettle(end: Write, ending: JobEnding, pages: Write[]): Promise<void> {
  const rule = pricingRuleOf(ending);
  for (let tries = 0; tries < maxTries; tries++) {
    const pricing = rule
      ? pricingOf(rule, await findTotals(ending.job.organization_id, ending.periodStart))
      : "free";
    const { price_has_changed, writes } = settlement(ending, pricing, rule);
    const outcome = await transact({
      guards: { job_has_ended: end, price_has_changed },
      writes: [...writes, ...pages],
    });
    if (outcome.committed || outcome.refusedBy === "job_has_ended") return;
  }
}

/** What is written with the end of a job; `rule` is null if its price does not depend on the period's totals. */
function settlement(ending: JobEnding, pricing: Pricing, rule: PricingRule | null) {
  const { job, periodStart, plan, outputs } = ending;
  const { event, usage } = settle(ending, pricing);
  const others = Array.from(usage).filter(([start]) => start !== periodStart);
  const condition = rule && isStillPriced(rule, pricing);
  const ofPeriod = addUsage(job.organization_id, periodStart, usage.get(periodStart) ?? {}, {
    condition,
    ...(outputs && { plan }),
  });
  return {
    price_has_changed: condition && ofPeriod,
    writes: [
      ...(condition ? [] : [ofPeriod]),
      ...others.map(([start, change]) => addUsage(job.organization_id, start, change)),
      addInFlight(job.organization_id, -1),
      ...ofListing(job, (named) => countEnded(named, outputs ? "succeeded" : "failed", ending.endedAt)),
      ...(event ? [appendToLedger(job.organization_id, event)] : []),
    ],
  };
}

function endJob(
  job: Generation,
  result: JobResult,
  now: Date,
  from: readonly JobStatus[] = jobStatusesBefore(result.status),
): Write {
  const { condition, names, values } = transitionCondition(from, result.status);
  return {
    Update: {
      TableName: tableName(),
      Key: keys.generation(job.organization_id, job.job_id),
      UpdateExpression:
        "SET #status = :status, outputs = :outputs, failure = :failure, completed_at = :now, updated_at = :now, gsi1sk = :announced",
      ConditionExpression: condition,
      ExpressionAttributeNames: names,
      ExpressionAttributeValues: {
        ...values,
        ":outputs": result.status === "succeeded" ? result.outputs : [],
        ":failure": result.status === "failed" ? result.failure : null,
        ":now": now.toISOString(),
        ":announced": openIndex.attributes(job.job_id, oneMinuteAfter(now)).gsi1sk,
      },
    },
  };
}
