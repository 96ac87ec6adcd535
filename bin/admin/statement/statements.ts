import type { Command } from "commander";
import * as v from "valibot";
import { closedEvent, closingOf } from "../../../lambdas/domain/billing/closing.ts";
import type { BillingPeriod } from "../../../lambdas/domain/billing/period.ts";
import { statementNumber } from "../../../lambdas/domain/billing/statement.ts";
import { Statement } from "../../../lambdas/domain/billing/statement-schema.ts";
import type { Organization } from "../../../lambdas/domain/organization/organization.ts";
import { closeStatement } from "../../../lambdas/orchestration/closing.ts";
import { statementCsv } from "../../../lambdas/statements/csv.ts";
import type { RenderedStatement } from "../../../lambdas/statements/table.ts";
import {
  findStatement,
  findStored,
  findVoided,
  voidStatement,
} from "../../../lambdas/storage/billing/statements.ts";
import { Period, periodNamed, requireBilledPeriod } from "../billing/periods.ts";
import { action, organizationCommand } from "../command.ts";
import { InputError, OfOrganization } from "../inputs.ts";
import { requireOrganization } from "../lookup.ts";
import { listing, type Terminal } from "../terminal.ts";
import { Reason } from "../texts.ts";
import { statementPage } from "./page.ts";

const formats = ["html", "pdf", "csv", "json"] as const;
type Render = (statement: RenderedStatement, text: string) => string | Promise<Buffer>;
const render: Record<(typeof formats)[number], Render> = {
  html: statementPage,
  // pdfkit takes a quarter of a second to load.
  pdf: async (statement) => (await import("../../../lambdas/statements/pdf.ts")).statementPdf(statement),
  csv: statementCsv,
  json: (_statement, text) => `${text}\n`,
};

const OfPeriod = v.object({ ...OfOrganization.entries, period: Period });
const Input = v.object({
  ...OfPeriod.entries,
  number: v.optional(v.string()),
  format: v.optional(v.picklist(formats, `must be one of ${formats.join(", ")}`)),
});

const parsed = (text: string): Statement => v.parse(Statement, JSON.parse(text));
const dayOf = ({ start }: BillingPeriod) => start.toISOString().slice(0, 10);

const show = action(Input, async ({ organization: id, period: name, number, format }, terminal) => {
  if (format === "pdf" && process.stdout.isTTY)
    throw new InputError("A PDF is no text for a terminal: add > statement.pdf.");
  const organization = await requireOrganization(id);
  const period = periodNamed(organization.anchors, name);
  const text =
    number === undefined ? await draw(organization, period, terminal) : await findVoided(id, number);
  if (text === null && number === undefined) return;
  if (text === null)
    throw new InputError(`No statement ${number} of the billing period ${name} was taken back.`);
  const statement: RenderedStatement = { ...parsed(text), ...(number !== undefined && { state: "void" }) };
  process.stdout.write(await render[format ?? (terminal.json ? "json" : "html")](statement, text));
});

/** The statement of a period, which it closes if it can be closed; null if that is only announced (--dry-run). */
async function draw(
  organization: Organization,
  period: BillingPeriod,
  terminal: Terminal,
): Promise<string | null> {
  const id = organization.organization_id;
  const now = new Date();
  if (period.start > now) throw new InputError(`The billing period from ${dayOf(period)} has not begun.`);
  requireBilledPeriod(organization, period);
  const drawn = await findStatement(organization, period, now);
  if (drawn.closes) {
    const change = closingOf(closedEvent(id, drawn.text));
    if (!(await terminal.announce(id, [change]))) return null;
  }
  return closeStatement(id, period, drawn, { record: null, now });
}

const VoidInput = v.object({ ...OfPeriod.entries, reason: Reason });

const takeBack = action(VoidInput, async ({ organization: id, period: name, reason }, terminal) => {
  const organization = await requireOrganization(id);
  const period = periodNamed(organization.anchors, name);
  const { text, voided } = await findStored(id, period);
  if (text === null)
    throw new InputError(
      `The billing period ${name} has no closed statement: there is nothing to take back.`,
    );
  const { number, closed_at, total_usd } = parsed(text);
  const change = `take back statement ${number} of ${id}, closed ${closed_at}, ${total_usd} USD in total: ${reason}`;
  if (!(await terminal.confirm(id, [change]))) return;
  const note = { number, closed_at: closed_at ?? "", total_usd, voided_at: new Date().toISOString(), reason };
  if (!(await voidStatement(id, period, { text, voided }, note)))
    throw new InputError("The statement was taken back by somebody else meanwhile: look at it first.");
  const replaced_by = statementNumber(id, period, [...voided, note]);
  const shown = { number, voided_at: note.voided_at, reason, replaced_by };
  terminal.show(shown, listing(shown));
});

const periodOption = [
  "--period <month>",
  "the period that starts in that month, or on that day, such as 2026-03",
] as const;

export function statementCommands(program: Command): void {
  const statement = program
    .command("statement")
    .description("statements of billing periods: write one, close a period with it, take it back");
  organizationCommand(
    statement,
    "show",
    "write the statement of a billing period to standard output. One that has been over for two hours is closed by it, " +
      "unless a job still holds a unit of it; that is announced. From then on the statement never changes",
    { isDefault: true },
  )
    .requiredOption(...periodOption)
    .option("--number <number>", "one of the period that was taken back, by its number")
    .option(
      "--format <html|pdf|csv|json>",
      "html, a page to read or print; pdf, the same to file; csv; json (default: html, json with --json)",
    )
    .action(show);
  organizationCommand(
    statement,
    "void",
    "take back a closed statement that is wrong. It is kept under its number; the next one of the period has " +
      "another number and names it with the reason",
  )
    .requiredOption(...periodOption)
    .requiredOption("--reason <text>", "why, in a sentence that the organization sees on the next statement")
    .action(takeBack);
}
