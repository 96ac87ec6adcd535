import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as v from "valibot";
import { issuerOf } from "../../domain/billing/issuer.ts";
import type { BillingPeriod } from "../../domain/billing/period.ts";
import { isClosable, statementView, VoidedStatement } from "../../domain/billing/statement.ts";
import type { Statement } from "../../domain/billing/statement-schema.ts";
import type { WholeLedger } from "../../domain/billing/tally.ts";
import type { AuditRecord } from "../../domain/organization/audit.ts";
import type { Organization } from "../../domain/organization/organization.ts";
import { keys } from "../keys.ts";
import { recordChange } from "../organization/audit.ts";
import { readItem, table, tableName, transact, unlessRefused } from "../table.ts";
import { findCorrected } from "./corrected-statements.ts";
import { findProgress, keepProgress, type LedgerProgress, tallyLedger, tallyPart } from "./ledger-tally.ts";
import { findPeriodUsage } from "./plans.ts";

/** How many events a request reads at most: about 5 seconds. The operator's program has no such bound. */
export const mostEventsOfARequest = 50_000;

/**
 * A statement as text, and what is to be stored: `closes` if the period closes with it, after those that were taken back
 * (`voided`); `progress` if a part of its ledger was added up.
 */
export type DrawnStatement = {
  text: string;
  closes: boolean;
  voided: VoidedStatement[];
  progress: LedgerProgress | null;
  /** Whether it is stored and closed, and that was not announced. */
  unannounced: boolean;
};

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
  const stored = period.end > now ? noneStored : await findStored(organization_id, period);
  const { text, voided } = stored;
  if (text !== null) return { text, closes: false, voided, progress: null, unannounced: stored.unannounced };
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
  const statement: Statement = statementView({
    ...{ organization, period, usage, tally, closedAt, voided },
    corrected: await findCorrected(organization_id, tally?.adjustments ?? []),
    issuer: issuerOf(process.env.ISSUER),
  });
  return { text: JSON.stringify(statement), closes, voided, progress, unannounced: false };
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

/** What a period has: the statement that it closed with, unless that was taken back, and those that were. */
const Stored = v.object({
  text: v.optional(v.nullable(v.string()), null),
  voided: v.optional(v.array(VoidedStatement), []),
  unannounced: v.optional(v.boolean(), false),
});
type Stored = v.InferOutput<typeof Stored>;
const noneStored: Stored = { text: null, voided: [], unannounced: false };

const keyOf = (organizationId: string, { start }: BillingPeriod) =>
  keys.statement(organizationId, start.toISOString());

/** The statement that a period closed with and those that were taken back, as they are stored. */
export const findStored = async (organizationId: string, period: BillingPeriod): Promise<Stored> =>
  (await readItem(Stored, keyOf(organizationId, period))) ?? noneStored;

/** A statement's text, and whether it is closed and that is still to be announced. */
type KeptStatement = Pick<DrawnStatement, "text" | "unannounced">;

/** Stores what was drawn up, if there is something to store, with the record of a closing that a caller made. */
export async function keepStatement(
  organizationId: string,
  period: BillingPeriod,
  drawn: DrawnStatement,
  now: Date,
  record: AuditRecord | null = null,
): Promise<KeptStatement> {
  if (drawn.progress) await keepProgress(organizationId, period, drawn.progress, now);
  return drawn.closes ? storeStatement(organizationId, period, drawn, record) : drawn;
}

/**
 * Closes a period with its statement and returns the text that it has from then on: if two are drawn up at once, the
 * first's. Throws if a statement was taken back meanwhile.
 */
async function storeStatement(
  organizationId: string,
  period: BillingPeriod,
  { text, voided }: DrawnStatement,
  record: AuditRecord | null,
): Promise<KeptStatement> {
  const isFirst = voided.length === 0;
  const { committed } = await transact({
    guards: {
      closed_before: {
        Put: {
          TableName: tableName(),
          Item: { ...keyOf(organizationId, period), text, unannounced: true, ...(!isFirst && { voided }) },
          ConditionExpression: isFirst
            ? "attribute_not_exists(pk)"
            : "attribute_not_exists(#text) AND size(voided) = :count",
          ...(!isFirst && {
            ExpressionAttributeNames: { "#text": "text" },
            ExpressionAttributeValues: { ":count": voided.length },
          }),
        },
      },
    },
    writes: record ? [recordChange(record)] : [],
  });
  if (committed) return { text, unannounced: true };
  const kept = await findStored(organizationId, period);
  if (kept.text === null) throw new Error(`The statement of ${organizationId} could not be stored.`);
  return { text: kept.text, unannounced: kept.unannounced };
}

/** Notes that the closing of a period was announced. */
export async function noteAnnounced(organizationId: string, period: BillingPeriod): Promise<void> {
  await unlessRefused(() =>
    table.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: keyOf(organizationId, period),
        UpdateExpression: "REMOVE unannounced",
        ConditionExpression: "attribute_exists(unannounced)",
      }),
    ),
  );
}

/**
 * Takes a closed statement back: the period has none until it is drawn up again, and what it closed with is kept under its
 * number. False if the period has another statement by now.
 */
export async function voidStatement(
  organizationId: string,
  period: BillingPeriod,
  { text, voided }: { text: string; voided: VoidedStatement[] },
  note: VoidedStatement,
): Promise<boolean> {
  const TableName = tableName();
  const { committed } = await transact({
    guards: {
      changed_meanwhile: {
        Put: {
          TableName,
          Item: { ...keyOf(organizationId, period), voided: [...voided, note] },
          ConditionExpression: "#text = :text",
          ExpressionAttributeNames: { "#text": "text" },
          ExpressionAttributeValues: { ":text": text },
        },
      },
    },
    writes: [
      {
        Put: { TableName, Item: { ...keys.voidedStatement(organizationId, note.number), text } },
      },
    ],
  });
  return committed;
}

/** The text of a statement that was taken back, or null if none of this number was. */
export const findVoided = async (organizationId: string, number: string): Promise<string | null> =>
  (await readItem(v.object({ text: v.string() }), keys.voidedStatement(organizationId, number)))?.text ??
  null;
