import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import * as v from "valibot";
import { csvLine } from "../../../lambdas/domain/billing/csv.ts";
import { eventColumns, eventValues } from "../../../lambdas/domain/billing/event-csv.ts";
import { billingEventView, type LedgerEvent } from "../../../lambdas/domain/billing/ledger.ts";
import { billingPeriod } from "../../../lambdas/domain/billing/period.ts";
import type { Organization } from "../../../lambdas/domain/organization/organization.ts";
import { lineOfJson } from "../../../lambdas/domain/plain-text.ts";
import { readLedger } from "../../../lambdas/storage/billing/ledger.ts";
import { streamOrganizations } from "../../../lambdas/storage/organization/organizations.ts";
import { action } from "../command.ts";
import { InputError, Time } from "../inputs.ts";
import { requireOrganization } from "../lookup.ts";
import { Period, periodNamed } from "./periods.ts";

const Input = v.object({
  org: v.optional(v.string()),
  all: v.optional(v.boolean(), false),
  period: v.optional(Period),
  from: v.optional(Time),
  to: v.optional(Time),
  format: v.optional(v.picklist(["csv", "jsonl"], "must be csv or jsonl")),
});
type Input = v.InferOutput<typeof Input>;

type Row = { event: LedgerEvent; organization: Pick<Organization, "organization_id" | "name"> };

/** Streams the events of one organization, or of all, to standard output: one page in memory at a time. */
export const exportLedger = action(Input, async (input, terminal) => {
  const wantsCsv = (input.format ?? (terminal.json ? "jsonl" : "csv")) === "csv";
  const pages = ledgerPages(await organizationsOf(input), rangeFor(input));
  const text = wantsCsv ? csv(pages) : jsonl(pages);
  await pipeline(Readable.from(text), process.stdout, { end: false }).catch((error) => {
    if (error.code !== "EPIPE") throw error;
  });
});

async function organizationsOf({ org, all }: Input): Promise<AsyncIterable<Organization> | Organization[]> {
  if ((org === undefined) !== all) throw new InputError("Give either --org with an organization, or --all.");
  return org === undefined ? streamBilled() : [await requireOrganization(org)];
}

/** Every organization but the sandboxes: their events cost nothing. */
async function* streamBilled(): AsyncGenerator<Organization> {
  for await (const organization of streamOrganizations()) if (!organization.sandbox) yield organization;
}

type Range = { start: Date; end: Date };

/** From when to when an organization's events are exported: periods differ from one organization to another. */
function rangeFor({ period, from, to }: Input): (organization: Organization) => Range {
  if (period && (from || to)) throw new InputError("Give either --period, or --from and --to.");
  if (from && to && to <= from)
    throw new InputError(`--to must be later than --from, ${from.toISOString()}.`);
  return ({ anchors }) => {
    if (period) return periodNamed(anchors, period);
    const start = from ?? billingPeriod(anchors, new Date()).start;
    const end = to ?? billingPeriod(anchors, start).end;
    if (end <= start) throw new InputError(`--to must be later than --from, ${start.toISOString()}.`);
    return { start, end };
  };
}

async function* ledgerPages(
  organizations: AsyncIterable<Organization> | Organization[],
  rangeOf: (organization: Organization) => Range,
): AsyncGenerator<Row[]> {
  for await (const organization of organizations) {
    const { start, end } = rangeOf(organization);
    for await (const page of readLedger(organization.organization_id, start, end))
      yield page.map((event) => ({ event, organization }));
  }
}

const ownerOf = ({ organization: { organization_id, name } }: Row) => ({
  organization_id,
  organization_name: name,
});

async function* jsonl(pages: AsyncIterable<Row[]>) {
  for await (const page of pages)
    yield page.map((row) => `${lineOfJson({ ...billingEventView(row.event), ...ownerOf(row) })}\n`).join("");
}

async function* csv(pages: AsyncIterable<Row[]>) {
  yield csvLine([...eventColumns, "organization_id", "organization_name", "listing"]);
  for await (const page of pages) yield page.map((row) => csvLine(valuesOf(row))).join("");
}

const valuesOf = ({ event, organization: { organization_id, name } }: Row) => [
  ...eventValues(event),
  organization_id,
  name,
  event.listing,
];
