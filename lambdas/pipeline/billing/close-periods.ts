import * as v from "valibot";
import { closedEvent, closingOf } from "../../domain/billing/closing.ts";
import { billingPeriod } from "../../domain/billing/period.ts";
import { closableFrom, ListedStatement } from "../../domain/billing/statement.ts";
import { oneMinuteAfter } from "../../domain/generation/sweeping.ts";
import { changeBySchedule } from "../../domain/organization/audit.ts";
import { closeStatement } from "../../orchestration/closing.ts";
import { errorForLog, type Log } from "../../runtime/log.ts";
import { countMetric } from "../../runtime/metrics.ts";
import { systemRandom } from "../../runtime/random.ts";
import {
  type DueClosing,
  listDueClosings,
  scheduleClosing,
  scheduleMissing,
} from "../../storage/billing/closings.ts";
import { findStatement } from "../../storage/billing/statements.ts";
import { findOrganization } from "../../storage/organization/organizations.ts";

/** The next run, a minute later, continues: 6,000 organizations an hour. */
const mostOfARun = 100;
const atOnce = 10;
/** How many events of one ledger a run adds up: so few that a run of nothing but long ledgers ends in time. */
const mostEventsOfARun = 5_000;

type Outcome = "close" | "wait" | "leave" | "error";
type Run = { now: Date; mostEvents: number };
let isComplete = false;

/**
 * Closes the billing periods that are due, each as a reading of its statement would. Returns what became of each. An
 * organization that cannot be closed does not block the others, and is tried again a minute later.
 */
export async function closeDuePeriods(log: Log, mostEvents = mostEventsOfARun): Promise<Outcome[]> {
  const now = new Date();
  if (!isComplete) await scheduleMissing(now);
  isComplete = true;
  const due = await listDueClosings(now, mostOfARun);
  const outcomes: Outcome[] = [];
  for (let first = 0; first < due.length; first += atOnce)
    outcomes.push(
      ...(await Promise.all(
        due.slice(first, first + atOnce).map((closing) => close(closing, { now, mostEvents, log })),
      )),
    );
  return outcomes;
}

async function close(due: DueClosing, { log, ...run }: Run & { log: Log }): Promise<Outcome> {
  try {
    const next = await closePeriod(due, run);
    if (next === null) return "leave";
    await scheduleClosing(due, next.periodEnd, next.at);
    return next.periodEnd > due.periodEnd ? "close" : "wait";
  } catch (error) {
    countMetric("SweepFailed");
    log.error("A billing period could not be closed", { ...due, error: errorForLog(error) });
    await scheduleClosing(due, due.periodEnd, oneMinuteAfter(run.now)).catch(() => {});
    return "error";
  }
}

/** Closes a period, or adds up the next part of its ledger. Returns what is due next; null if the organization is gone. */
async function closePeriod({ organizationId, periodEnd }: DueClosing, { now, mostEvents }: Run) {
  const organization = await findOrganization(organizationId);
  if (!organization) return null;
  const period = billingPeriod(organization.anchors, new Date(periodEnd.getTime() - 1));
  const drawn = await findStatement(organization, period, now, mostEvents);
  const record = drawn.closes ? closingOn(organizationId, drawn.text, now) : null;
  const text = await closeStatement(organizationId, period, drawn, { record, now });
  if (v.parse(ListedStatement, JSON.parse(text)).state === "closed") {
    const following = billingPeriod(organization.anchors, periodEnd);
    return { periodEnd: following.end, at: closableFrom(following) };
  }
  if (drawn.progress === null) throw new Error("A job still holds a unit of the period.");
  return { periodEnd, at: oneMinuteAfter(now) };
}

const closingOn = (organizationId: string, text: string, now: Date) =>
  changeBySchedule(organizationId, [closingOf(closedEvent(organizationId, text))], {
    id: systemRandom.id(),
    now,
  });
