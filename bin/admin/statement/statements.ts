import type { Command } from "commander";
import * as v from "valibot";
import { Statement } from "../../../lambdas/domain/billing/statement-schema.ts";
import { findStatement, keepStatement } from "../../../lambdas/storage/billing/statements.ts";
import { Period, periodNamed } from "../billing/periods.ts";
import { action } from "../command.ts";
import { InputError, OfOrganization, organizationArgument } from "../inputs.ts";
import { requireOrganization } from "../lookup.ts";
import { hasForeignLetters } from "./content.ts";
import { statementCsv } from "./csv.ts";
import { statementPage } from "./page.ts";

const formats = ["html", "pdf", "csv", "json"] as const;
type Render = (statement: Statement, text: string) => string | Promise<Buffer>;
const render: Record<(typeof formats)[number], Render> = {
  html: statementPage,
  // pdfkit takes a quarter of a second to load.
  pdf: async (statement) => (await import("./pdf.ts")).statementPdf(statement),
  csv: statementCsv,
  json: (_statement, text) => `${text}\n`,
};

const Input = v.object({
  ...OfOrganization.entries,
  period: Period,
  format: v.optional(v.picklist(formats, `must be one of ${formats.join(", ")}`)),
});

const show = action(Input, async ({ organization: id, period: name, format }, terminal) => {
  if (format === "pdf" && process.stdout.isTTY)
    throw new InputError("A PDF is no text for a terminal: add > statement.pdf.");
  const organization = await requireOrganization(id);
  const period = periodNamed(organization.anchors, name);
  const now = new Date();
  if (period.start > now) throw new InputError(`The billing period ${name} has not begun.`);
  const text = await keepStatement(id, period, await findStatement(organization, period, now), now);
  const statement = v.parse(Statement, JSON.parse(text));
  process.stdout.write(await render[format ?? (terminal.json ? "json" : "html")](statement, text));
  if (format === "pdf" && hasForeignLetters(statement))
    terminal.say(
      "The font of the PDF lacks letters of this statement, and shows boxes: --format html shows them.",
    );
});

export function statementCommands(program: Command): void {
  program
    .command("statement")
    .description(
      "write the statement of a billing period to standard output. One that has been over for two hours is closed by it, " +
        "unless a job still holds a unit of it: from then on the statement never changes",
    )
    .argument(...organizationArgument)
    .requiredOption(
      "--period <month>",
      "the period that starts in that month, or on that day, such as 2026-03",
    )
    .option(
      "--format <html|pdf|csv|json>",
      "html, a page to read or print; pdf, the same to file; csv; json (default: html, json with --json)",
    )
    .action(show);
}
