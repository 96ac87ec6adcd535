import * as v from "valibot";
import type { BillingPeriod } from "../../domain/billing/period.ts";
import { isClosable, statementView, type WholeLedger } from "../../domain/billing/statement.ts";
import type { Statement } from "../../domain/billing/statement-schema.ts";
import type { Organization } from "../../domain/organization/organization.ts";
import { keys } from "../keys.ts";
import { readItem, tableName, transact } from "../table.ts";
import { findProgress, keepProgress, type LedgerProgress, tallyLedger, tallyPart } from "./ledger-tally.ts";
import { findPeriodUsage } from "./plans.ts";

/** How many events a request reads at most: about 5 seconds. The operator's program has no such bound. */
export const mostEventsOfARequest = 50_000;

/**
 * A statement as text, and what is to be stored: `closes` where it is the one that the period closes with, `progress`
 * where a part of its ledger was added up.
 */
export type DrawnStatement = { text: string; closes: boolean; progress: LedgerProgress | null };

/**
 * The statement of a billing period: as it was stored when it closed, or else drawn up from the ledger. A ledger of more
 * than `mostEvents` is added up part by part once nothing is added to it any more; until then the statement is drawn up
 * from the totals alone and stays open.
 */
export async function findStatement(
  organization: Organization,
  period: BillingPeriod,
  now: Date,
  mostEvents = Number.POSITIVE_INFINITY,
): Promise<DrawnStatement> {
  const { organization_id } = organization;
  const stored = period.end > now ? null : await findStored(organization_id, period);
  if (stored !== null) return { text: stored, closes: false, progress: null };
  const usage = await findPeriodUsage(organization, period, now);
  const closable = isClosable(period, usage.totals, now);
  const isLong = usage.totals.jobs_succeeded > mostEvents;
  const { whole: tally = null, progress = null } = await addUp(organization_id, period, {
    isLong,
    closable,
    mostEvents,
  });
  const closes = tally !== null && closable;
  if (closes && tally.charged + tally.adjusted !== usage.totals.amount_micro_usd)
    throw new Error(
      `The ledger of ${organization_id} in the period from ${period.start.toISOString()} differs from its totals.`,
    );
  const closedAt = closes ? now : null;
  const statement: Statement = statementView({ organization, period, usage, tally, closedAt });
  return { text: JSON.stringify(statement), closes, progress };
}

type HowToAddUp = { isLong: boolean; closable: boolean; mostEvents: number };
type AddedUp = { whole?: WholeLedger; progress?: LedgerProgress };

async function addUp(
  organizationId: string,
  period: BillingPeriod,
  { isLong, closable, mostEvents }: HowToAddUp,
): Promise<AddedUp> {
  if (!isLong) return { whole: await tallyLedger(organizationId, period) };
  if (!closable) return {};
  return tallyPart(organizationId, period, await findProgress(organizationId, period), mostEvents);
}

const Stored = v.object({ text: v.string() });

const findStored = async (organizationId: string, { start }: BillingPeriod): Promise<string | null> =>
  (await readItem(Stored, keys.statement(organizationId, start.toISOString())))?.text ?? null;

/** Stores what was drawn up, where there is something to store, and returns the statement's text. */
export async function keepStatement(
  organizationId: string,
  period: BillingPeriod,
  { text, closes, progress }: DrawnStatement,
  now: Date,
): Promise<string> {
  if (progress) await keepProgress(organizationId, period, progress, now);
  return closes ? storeStatement(organizationId, period, text) : text;
}

/**
 * Closes a period with its statement and returns the text that it has from then on: where two are drawn up at once, that
 * of the first.
 */
async function storeStatement(organizationId: string, period: BillingPeriod, text: string): Promise<string> {
  const Item = { ...keys.statement(organizationId, period.start.toISOString()), text };
  const { committed } = await transact({
    guards: {
      closed_before: {
        Put: { TableName: tableName(), Item, ConditionExpression: "attribute_not_exists(pk)" },
      },
    },
  });
  const kept = committed ? text : await findStored(organizationId, period);
  if (kept === null) throw new Error(`The statement of ${organizationId} could not be stored.`);
  return kept;
}
