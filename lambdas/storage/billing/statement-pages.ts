import * as v from "valibot";
import { type BillingPeriod, billedPeriods } from "../../domain/billing/period.ts";
import { ListedStatement, statementView } from "../../domain/billing/statement.ts";
import type { Organization } from "../../domain/organization/organization.ts";
import { findPeriodUsage } from "./plans.ts";
import { findStored } from "./statements.ts";

/** `last` is the position that the next page follows, or null on the last page. */
type StatementPage = { statements: ListedStatement[]; last: string | null };

/**
 * One page of an organization's statements, newest first, after a position (exclusive): one for each billing period, as it
 * was stored, or drawn up from the totals. It costs two or three reads a period.
 */
export async function listStatements(
  organization: Organization,
  { after, limit }: { after: string | null; limit: number },
  now: Date,
): Promise<StatementPage> {
  const until = after === null ? now : new Date(Date.parse(after) - 1);
  const periods: BillingPeriod[] = [];
  for (const period of billedPeriods(organization, until)) {
    periods.push(period);
    if (periods.length > limit) break;
  }
  const page = periods.slice(0, limit);
  const last = periods.length > limit ? (page.at(-1)?.start.toISOString() ?? null) : null;
  return { statements: await Promise.all(page.map((period) => listed(organization, period, now))), last };
}

async function listed(
  organization: Organization,
  period: BillingPeriod,
  now: Date,
): Promise<ListedStatement> {
  const { text, voided } = await findStored(organization.organization_id, period);
  if (text !== null) return v.parse(ListedStatement, JSON.parse(text));
  const usage = await findPeriodUsage(organization, period, now);
  return v.parse(
    ListedStatement,
    statementView({
      ...{ organization, period, usage, tally: null, closedAt: null, voided, issuer: null },
      corrected: new Map(),
    }),
  );
}
