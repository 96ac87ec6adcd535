import { createHash } from "node:crypto";
import * as v from "valibot";
import type { BillingPeriod } from "../../domain/billing/period.ts";
import {
  emptyTally,
  isClosable,
  type LedgerTally,
  ledgerLine,
  statementView,
  tallyEvent,
} from "../../domain/billing/statement.ts";
import type { Organization } from "../../domain/organization/organization.ts";
import { keys } from "../keys.ts";
import { readItem, tableName, transact } from "../table.ts";
import { readLedger } from "./ledger.ts";
import { findPeriodUsage } from "./plans.ts";

/** How many events a request reads at most: about 5 seconds. The operator's program has no such bound. */
export const mostEventsOfARequest = 50_000;
const pageOfEvents = 1000;

/** A statement as text, and whether it is the one that the period closes with but is not stored yet. */
export type DrawnStatement = { text: string; toStore: boolean };

/**
 * The statement of a billing period: as it was stored when it closed, or else drawn up from the ledger. Where the ledger
 * has more than `mostEvents`, it is drawn up from the totals alone and stays open.
 */
export async function findStatement(
  organization: Organization,
  period: BillingPeriod,
  now: Date,
  mostEvents = Number.POSITIVE_INFINITY,
): Promise<DrawnStatement> {
  const { organization_id } = organization;
  const stored = period.end > now ? null : await findStored(organization_id, period);
  if (stored !== null) return { text: stored, toStore: false };
  const usage = await findPeriodUsage(organization, period, now);
  const isShort = usage.totals.jobs_succeeded <= mostEvents;
  const tally = isShort ? await tallyLedger(organization_id, period) : null;
  const closes = tally !== null && isClosable(period, usage.totals, now);
  if (closes && tally.charged + tally.adjusted !== usage.totals.amount_micro_usd)
    throw new Error(
      `The ledger of ${organization_id} in the period from ${period.start.toISOString()} differs from its totals.`,
    );
  const closedAt = closes ? now : null;
  const statement = statementView({ organization, period, usage, tally, closedAt });
  return { text: JSON.stringify(statement), toStore: closes };
}

/** Adds up the ledger of a period, a page in memory at a time. */
async function tallyLedger(organizationId: string, { start, end }: BillingPeriod): Promise<LedgerTally> {
  const tally = emptyTally();
  const hash = createHash("sha256");
  for await (const page of readLedger(organizationId, start, end, pageOfEvents)) {
    for (const event of page) tallyEvent(tally, event);
    hash.update(page.map(ledgerLine).join(""));
  }
  return { ...tally, sha256: hash.digest("hex") };
}

const Stored = v.object({ text: v.string() });

const findStored = async (organizationId: string, { start }: BillingPeriod): Promise<string | null> =>
  (await readItem(Stored, keys.statement(organizationId, start.toISOString())))?.text ?? null;

/**
 * Closes a period with its statement and returns the text that it has from then on: where two are drawn up at once, that
 * of the first.
 */
export async function storeStatement(
  organizationId: string,
  period: BillingPeriod,
  text: string,
): Promise<string> {
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
